import { DecidedProposals } from '#components/layout/decided-proposals.tsx'
import { Moment } from '#components/layout/moment.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { placeText } from '#features/events/event-text.ts'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { SeriesProposal } from '../series.schemas.ts'

const words = {
  accept: 'Accept',
  accepted: 'Accepted',
  success: 'Series added',
  one: 'series',
  many: 'series',
}

export const SeriesProposals = ({ proposals }: { proposals: SeriesProposal[] }) => (
  <DecidedProposals
    proposals={proposals}
    procedures={api.seriesProposals}
    words={words}
    content={content}
    consequence={(_, isAccepted) => (
      <p>
        {isAccepted
          ? 'Each can be undone on the page of its series for 30 days.'
          : 'They are not proposed again.'}
      </p>
    )}
  />
)

const content = ({ id, name, series, editions, score }: SeriesProposal) => (
  <>
    <p>
      <strong dir="auto">{name}</strong>{' '}
      <span className="text-[0.9375rem] text-quiet">
        {series ? 'joins a series that exists' : 'new series'}, {Math.round(score * 100)} % sure
      </span>
    </p>
    <ul className="text-[0.9375rem]">
      {editions.map((edition) => (
        <li key={edition.slug}>
          <PlainLink to="/conferences/$slug" params={edition} dir="auto" className="link">
            {edition.name}
          </PlainLink>{' '}
          <span className="text-quiet">
            {placeText(edition)}, {dateRange(edition.start_date, edition.start_date)}
            {edition.listed_by && (
              <>
                , listed by {edition.listed_by} <Moment at={edition.created_at} />
              </>
            )}
            {edition.is_unconfirmed && <strong> unconfirmed: left out</strong>}
          </span>
        </li>
      ))}
    </ul>
    {editions.some((edition) => edition.is_unconfirmed) && <AcceptAll id={id} name={name} />}
  </>
)

function AcceptAll({ id, name }: Pick<SeriesProposal, 'id' | 'name'>) {
  const accept = useAction(api.seriesProposals.accept, { success: words.success })
  return (
    <Button
      size="small"
      look="quiet"
      disabled={accept.isPending}
      onClick={() => accept.mutate({ id, with_unconfirmed: true })}
    >
      Accept with the unconfirmed ones<span className="sr-only"> {name}</span>
    </Button>
  )
}

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
