import { FormStatus } from '#components/forms/form-status.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Select, TextArea } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Options } from '#components/ui/options.tsx'
import { api } from '#lib/api.ts'
import { reportForm } from '../reports.schemas.ts'
import type { ReportReason } from '../reports.ts'
import { reasonLabels } from '../reports.ts'

type Props = { record: { name: string; path: string; is_reported: boolean } }

export function ReportForm({ record }: Props) {
  const { form, submit, isSaving, status } = useSavedForm({
    schema: reportForm,
    defaultValues: { reason: 'spam' as ReportReason, words: '' },
    draftKey: `report ${record.path}`,
    save: (values) => api.reports.submit.call({ ...values, path: record.path }),
    messages: { success: 'Your report was sent', failure: 'Failed to send the report' },
  })
  const { errors } = form.formState
  if (record.is_reported)
    return (
      <p role="status" className="max-w-prose">
        <strong>The administrators have received your report.</strong> You will be notified when one of them
        has reviewed it.
      </p>
    )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-prose grid-cols-1 gap-4">
      <FormField label="What is wrong?" error={errors.reason?.message}>
        {(control) => (
          <Select {...control} {...form.register('reason')}>
            <Options labels={reasonLabels} />
          </Select>
        )}
      </FormField>
      <FormField
        label="In your words"
        hint="Only administrators can read this, with your name."
        error={errors.words?.message}
        isOptional
      >
        {(control) => <TextArea rows={4} {...control} {...form.register('words')} />}
      </FormField>
      <FormStatus {...status} />
      <div>
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Sending...' : 'Send report'}
        </Button>
      </div>
    </form>
  )
}
