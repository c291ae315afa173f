import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { FormStatus } from '#components/layout/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextArea } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/query-client.ts'
import type { Report } from '../reports.schemas.ts'
import { settleForm } from '../reports.schemas.ts'

const notSettled = 'Failed to settle the report'

/** Ends a report: whoever sent it is told that it was looked at. */
export function SettleDialog({
  report,
  onClose,
  onSettled,
}: {
  report: Report
  onClose: () => void
  onSettled: () => void
}) {
  const form = useForm<z.input<typeof settleForm>, unknown, z.output<typeof settleForm>>({
    resolver: zodResolver(settleForm),
    defaultValues: { note: '' },
  })
  const settle = useMutation({
    ...api.reports.settle.mutationOptions(),
    onSuccess: onSettled,
    meta: { success: 'Report settled', failure: notSettled, hasForm: true },
  })
  return (
    <Dialog title="Settle this report" onClose={onClose}>
      <form
        noValidate
        onSubmit={form.handleSubmit(({ note }) => settle.mutate({ id: report.id, note }))}
        className="grid gap-4"
      >
        <p>Whoever sent it gets a notice that an administrator has looked at it.</p>
        <FormField
          label="Note"
          hint="What was done. Only administrators read it."
          error={form.formState.errors.note?.message}
          isOptional
        >
          {(control) => <TextArea rows={3} {...control} {...form.register('note')} />}
        </FormField>
        <FormStatus
          name="settle"
          error={settle.error}
          message={settle.error && failureText(settle.error, notSettled)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={settle.isPending}>
            {settle.isPending ? 'Settling...' : 'Settle'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
