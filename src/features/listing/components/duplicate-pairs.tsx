import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { placeText } from '#features/events/event-text.ts'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { count, hostOf } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { DuplicatePair } from '../duplicates.schemas.ts'

export const DuplicatePairs = ({ pairs }: { pairs: DuplicatePair[] }) => (
  <ul className="grid border-t-2 border-ink">
    {pairs.map((pair) => (
      <Pair key={pair.one.id + pair.other.id} pair={pair} />
    ))}
  </ul>
)

function Pair({ pair: { one, other, verdict, reasons } }: { pair: DuplicatePair }) {
  const ids = { one_id: one.id, other_id: other.id }
  const separate = useAction(api.duplicates.separate, {
    success: 'They are two conferences and are not shown again',
  })
  return (
    <li className="grid gap-3 border-b border-hairline py-5">
      <p>
        <strong>{verdict === 'same' ? 'The same' : 'Perhaps the same'}.</strong>{' '}
        <span className="text-quiet">{reasons.map(({ text }) => text).join(' ')}</span>
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Side event={one} />
        <Side event={other} />
      </div>
      <div className="flex flex-wrap gap-3">
        <a href={`/admin/duplicates/${one.slug}/${other.slug}`} className={buttonClass({})}>
          Merge…
          <span className="sr-only">
            {one.name} and {other.name}
          </span>
        </a>
        <Button look="outline" disabled={separate.isPending} onClick={() => separate.mutate(ids)}>
          Not the same
          <span className="sr-only">
            : {one.name} and {other.name}
          </span>
        </Button>
      </div>
    </li>
  )
}

const Side = ({ event }: { event: DuplicatePair['one'] }) => (
  <div className="min-w-0 [overflow-wrap:anywhere]">
    <PlainLink to="/conferences/$slug" params={event} dir="auto" className="link font-semibold">
      {event.name}
    </PlainLink>
    <p>
      {dateRange(event.start_date, event.end_date)}, {placeText(event)}
    </p>
    <p className="text-[0.9375rem] text-quiet">
      {event.website ? hostOf(event.website) : 'No website'},{' '}
      {count(event.attendees, 'attendee', 'attendees')}, {count(event.talks, 'talk', 'talks')}
    </p>
  </div>
)
