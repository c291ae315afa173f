import { PlainLink } from '#components/layout/plain-link.tsx'
import { shortDay } from '#lib/dates.ts'
import type { ListedSeries } from '../series.schemas.ts'
import { editionsText } from '../series.ts'

/** A series in a list: its editions, years and places. */
export function SeriesRow({ series }: { series: ListedSeries }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-hairline py-2.5">
      <PlainLink
        to="/series/$slug"
        params={series}
        dir="auto"
        className="min-w-0 flex-[1_1_16rem] text-lg font-semibold hover:text-accent"
      >
        {series.name}
      </PlainLink>
      <span className="flex-[1_1_14rem] text-[0.9375rem] text-quiet">
        {editionsText(series)}
        <span className="block">{series.city_names.join(', ')}</span>
      </span>
      <span className="flex-[0_1_9rem] text-[0.9375rem]">
        {series.next_date && `Next: ${shortDay(series.next_date)}`}
      </span>
    </li>
  )
}
