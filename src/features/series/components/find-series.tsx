import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'

/** Looks for series among all conferences. */
export function FindSeries() {
  const find = useAction(api.seriesProposals.find, {
    success: ({ series, conferences }) =>
      series > 0
        ? `${count(series, 'series', 'series')} proposed for ${count(conferences, 'conference', 'conferences')}`
        : 'No conferences look like the editions of one',
  })
  return (
    <Button size="small" look="outline" disabled={find.isPending} onClick={() => find.mutate({})}>
      {find.isPending ? 'Looking...' : 'Look for series'}
    </Button>
  )
}
