import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { FormStatus } from '#components/forms/form-status.tsx'
import {
  combineRefusals,
  doneMessage,
  Progress,
  type Refusals,
  SelectedNames,
} from '#components/layout/selection.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/query-client.ts'
import { useActionInParts } from '#lib/use-action.ts'
import type { Report } from '../reports.schemas.ts'
import { settleForm } from '../reports.schemas.ts'

const notSettled = 'Failed to settle the report'

type Props = { reports: Report[]; onClose: () => void; onSettled: () => void }

/** Ends reports: whoever sent them is told that they were looked at. */
export function SettleDialog({ reports, onClose, onSettled }: Props) {
  const reportsWithName = reports.map(({ id, name }) => ({ id, name: name ?? 'a removed page' }))
  const form = useForm<z.input<typeof settleForm>, unknown, z.output<typeof settleForm>>({
    resolver: zodResolver(settleForm),
    defaultValues: { note: '' },
  })
  const settle = useActionInParts(api.reports.settleMany, {
    combine: combineRefusals,
    onSuccess: onSettled,
    success: ({ refused }: Refusals) =>
      reports.length === 1 && refused.length === 0
        ? 'Report settled'
        : doneMessage('Settled', ['report', 'reports'], reportsWithName, refused),
    failure: notSettled,
    hasForm: true,
  })
  return (
    <Dialog
      title={reports.length === 1 ? 'Settle this report' : `Settle ${reports.length} reports`}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={form.handleSubmit(({ note }) => settle.mutate({ ids: reports.map(({ id }) => id), note }))}
        className="grid gap-4"
      >
        {reports.length > 1 && <SelectedNames names={reportsWithName.map(({ name }) => name)} />}
        <p>
          {reports.length === 1 ? 'The member who sent it is' : 'The members who sent them are'} notified that
          an administrator has reviewed {reports.length === 1 ? 'it' : 'them'}.
        </p>
        <FormField
          label="Note"
          hint="What you did. Only administrators can read it."
          error={form.formState.errors.note?.message}
          isOptional
        >
          {(control) => <TextArea rows={3} {...control} {...form.register('note')} />}
        </FormField>
        <Progress progress={settle.progress} />
        <FormStatus
          name="settle"
          error={settle.error}
          message={settle.error && failureText(settle.error, notSettled)}
        />
        <FormButtons disabled={settle.isPending} onCancel={onClose}>
          {settle.isPending ? 'Settling...' : 'Settle'}
        </FormButtons>
      </form>
    </Dialog>
  )
}
