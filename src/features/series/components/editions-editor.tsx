import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import type { SeriesDetail } from '../series.schemas.ts'

/** The editions, with a way out of the series. Those of others leave it if they were listed later. */
export function EditionsEditor({ series }: { series: SeriesDetail }) {
  const leave = useAction(api.series.leave, { success: 'Taken out of the series' })
  return (
    <Section anchor="editions" title="Editions">
      <p className="mb-4 max-w-prose text-quiet">
        A conference joins a series on its own edit page. What you take out here keeps its page.
      </p>
      <ul>
        {[...series.editions, ...series.unconfirmed].map((edition) => (
          <li
            key={edition.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-hairline py-2"
          >
            <span className="min-w-0">
              <PlainLink to="/conferences/$slug" params={edition} dir="auto" className="link">
                {edition.name}
              </PlainLink>{' '}
              <span className="text-quiet">{dateRange(edition.start_date, edition.end_date)}</span>
            </span>
            <Button
              size="small"
              look="quiet"
              disabled={leave.isPending}
              onClick={() => leave.mutate({ event_id: edition.id })}
            >
              Take out<span className="sr-only"> {edition.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
