import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { statusLabels, takesPlace } from '#features/events/event-status.ts'
import { placeOf } from '#features/events/event-text.ts'
import { dateRange } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { SeriesDetail, SeriesEdition } from '../series.schemas.ts'
import { yearOf } from '../series.ts'

/** All editions, the newest first, with what is left of each. */
export function EditionTable({ series: { editions, edition_count } }: { series: SeriesDetail }) {
  return (
    <Section
      anchor="editions"
      title="Editions"
      aside={<span className="text-sm text-quiet">{count(edition_count, 'edition', 'editions')}</span>}
    >
      <div className="overflow-x-auto">
        <table className="w-full text-[0.9375rem] [&_td]:border-b [&_td]:border-hairline [&_td]:py-2.5 [&_td]:align-top [&_th]:pb-1 [&_th]:text-sm [&_th]:font-normal [&_th]:whitespace-nowrap [&_th]:text-quiet">
          <thead>
            <tr className="text-left">
              <th scope="col">Year</th>
              <th scope="col">Where</th>
              <th scope="col" className="px-2 text-right">
                Talks
              </th>
              <th scope="col" className="pl-2 text-right">
                Recordings
              </th>
              <th scope="col" className="text-right max-sm:hidden">
                Members there
              </th>
            </tr>
          </thead>
          <tbody>
            {editions.map((edition) => (
              <EditionRow key={edition.id} edition={edition} />
            ))}
          </tbody>
        </table>
      </div>
      {edition_count > editions.length && (
        <p className="mt-3 text-quiet">The {editions.length} newest of them.</p>
      )}
    </Section>
  )
}

function EditionRow({ edition }: { edition: SeriesEdition }) {
  const Place = takesPlace(edition) ? 'span' : 's'
  return (
    <tr>
      <td className="pr-3 text-base font-semibold whitespace-nowrap">{yearOf(edition)}</td>
      <td>
        <PlainLink
          to="/conferences/$slug"
          params={edition}
          dir="auto"
          className="font-semibold hover:text-accent"
        >
          {edition.name}
        </PlainLink>
        <span className="block text-quiet">
          <Place>{placeOf(edition)}</Place>
          {' · '}
          <span className="inline-block">{dateRange(edition.start_date, edition.end_date)}</span>
          {edition.status !== 'scheduled' && (
            <strong className="text-accent"> {statusLabels[edition.status]}</strong>
          )}
        </span>
      </td>
      <td className="px-2 text-right">{edition.talks > 0 && edition.talks.toLocaleString('en')}</td>
      <td className="pl-2 text-right whitespace-nowrap">
        {edition.videos > 0 && count(edition.videos, 'video', 'videos')}
        {edition.slides > 0 && (
          <span className="block max-sm:hidden">{count(edition.slides, 'slide deck', 'slide decks')}</span>
        )}
      </td>
      <td className="text-right max-sm:hidden">{edition.attendees > 0 && edition.attendees}</td>
    </tr>
  )
}
