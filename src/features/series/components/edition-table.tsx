import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { statusLabels, takesPlace } from '#features/events/event-status.ts'
import { placeOf } from '#features/events/event-text.ts'
import { dateRange } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { SeriesDetail, SeriesEdition } from '../series.schemas.ts'
import { yearOf } from '../series.ts'

type Column = {
  title: string
  className: string
  has: (edition: SeriesEdition) => boolean
  cell: (edition: SeriesEdition) => ReactNode
}

const columns: Column[] = [
  {
    title: 'Talks',
    className: 'px-2',
    has: ({ talks }) => talks > 0,
    cell: ({ talks }) => talks.toLocaleString('en'),
  },
  {
    title: 'Recordings',
    className: 'pl-2 whitespace-nowrap',
    has: ({ videos, slides }) => videos + slides > 0,
    cell: ({ videos, slides }) => (
      <>
        {videos > 0 && count(videos, 'video', 'videos')}
        {slides > 0 && (
          <span className="block max-sm:hidden">{count(slides, 'slide deck', 'slide decks')}</span>
        )}
      </>
    ),
  },
  {
    title: 'Members there',
    className: 'max-sm:hidden',
    has: ({ attendees }) => attendees > 0,
    cell: ({ attendees }) => attendees,
  },
]

/** All editions, the newest first, with what is left of each. What no edition has gets no column. */
export function EditionTable({ series: { editions, edition_count } }: { series: SeriesDetail }) {
  const usedColumns = columns.filter(({ has }) => editions.some(has))
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
              {usedColumns.map(({ title, className }) => (
                <th key={title} scope="col" className={`text-right ${className}`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {editions.map((edition) => (
              <EditionRow key={edition.id} edition={edition} columns={usedColumns} />
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

function EditionRow({ edition, columns }: { edition: SeriesEdition; columns: Column[] }) {
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
      {columns.map(({ title, className, has, cell }) => (
        <td key={title} className={`text-right ${className}`}>
          {has(edition) && cell(edition)}
        </td>
      ))}
    </tr>
  )
}
