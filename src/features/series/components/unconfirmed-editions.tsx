import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Edition } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'

type Props = {
  editions: Edition[]
  /** The edition that they follow, of the viewer who may decide; null for everybody else. */
  earlier: { id: string } | null
}

/** What only its lister calls an edition, below those that are confirmed. */
export function UnconfirmedEditions({ editions, earlier }: Props) {
  const confirm = useAction(api.series.confirm, { success: 'Saved' })
  if (editions.length === 0) return null
  return (
    <ul className="text-[0.9375rem] text-quiet">
      {editions.map((edition) => (
        <li key={edition.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
          <span>
            A member listed{' '}
            <PlainLink to="/conferences/$slug" params={edition} rel="nofollow" dir="auto" className="link">
              {edition.name}
            </PlainLink>
            , {dateRange(edition.start_date, edition.end_date)}; nobody has confirmed it.
          </span>
          {earlier &&
            [true, false].map((is_confirmed) => (
              <Button
                key={String(is_confirmed)}
                size="small"
                look={is_confirmed ? 'outline' : 'quiet'}
                disabled={confirm.isPending}
                onClick={() => confirm.mutate({ event_id: edition.id, earlier_id: earlier.id, is_confirmed })}
              >
                {is_confirmed ? 'Confirm' : 'Not an edition'}
                <span className="sr-only"> {edition.name}</span>
              </Button>
            ))}
        </li>
      ))}
    </ul>
  )
}
