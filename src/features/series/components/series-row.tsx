import { PlainLink } from '#components/layout/plain-link.tsx'
import { Thumb } from '#features/directory/components/thumb.tsx'
import { shortDay } from '#lib/dates.ts'
import type { ListedSeries } from '../series.schemas.ts'
import { editionsText } from '../series.ts'

/** A series in a list: the poster of its newest edition, its editions, years and places. */
export const SeriesRow = ({ series }: { series: ListedSeries }) => (
  <li className="flex gap-3 border-b border-hairline py-2.5">
    <Thumb slug={series.newest_slug} className="h-16 shrink-0 rounded-sm" />
    <div className="min-w-0 text-[0.9375rem] leading-snug text-quiet">
      <PlainLink
        to="/series/$slug"
        params={series}
        dir="auto"
        className="inline-block font-display text-lg leading-snug font-bold text-ink hover:text-accent"
      >
        {series.name}
      </PlainLink>
      <p>
        {editionsText(series)}
        {series.next_date && <b className="text-ink"> · Next: {shortDay(series.next_date)}</b>}
      </p>
      <p className="line-clamp-1">{series.city_names.join(', ')}</p>
    </div>
  </li>
)
