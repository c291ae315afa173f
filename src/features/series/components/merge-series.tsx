import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import type { SeriesDetail } from '../series.schemas.ts'

/** Merges another series, by its name or address, into this one. */
export function MergeSeries({ series }: { series: SeriesDetail }) {
  const [other, setOther] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const merge = useAction(api.series.merge, {
    onSuccess: () => setOther(''),
    onSettled: () => setConfirming(false),
    success: 'Merged. It can be undone below.',
  })
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (other.trim()) setConfirming(true)
  }
  return (
    <Section anchor="merge" title="Merge">
      <form onSubmit={confirm} className="grid max-w-2xl grid-cols-1 gap-4">
        <FormField
          label="Another series"
          hint="Its name or address. Its editions and followers come to this series, and its page leads here."
        >
          {(control) => (
            <TextInput
              {...control}
              value={other}
              maxLength={limits.eventName}
              onChange={(event) => setOther(event.currentTarget.value)}
            />
          )}
        </FormField>
        <div>
          <Button type="submit" look="outline">
            Merge into this series
          </Button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmDialog
          title={`Merge ${other} into ${series.name}?`}
          action="Merge"
          isPending={merge.isPending}
          onConfirm={() => merge.mutate({ id: series.id, other })}
          onClose={() => setConfirming(false)}
        >
          <p>
            All its editions become editions of {series.name}. You can undo this for {limits.undoableDays}{' '}
            days.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
