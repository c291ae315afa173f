import { Section } from '#components/ui/section.tsx'
import { type Chart, type ChartGroup, shareText } from '../trends.ts'

const [width, height] = [240, 64]

/** Small charts of one kind, drawn alike so that they can be compared, with their figures as a table. */
export function TrendCharts({ group, years }: { group: ChartGroup; years: number[] }) {
  // Shares have one scale in all charts of a group, counts one of their own.
  const highestShare = Math.max(
    0,
    ...group.charts.flatMap(({ values, of }) =>
      of ? values.map((value, index) => value / Math.max(1, of[index]!)) : [],
    ),
  )
  return (
    <Section title={group.title}>
      <ul className="grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3">
        {group.charts.map((chart) => (
          <li key={chart.name}>
            <TrendChart chart={chart} years={years} highestShare={highestShare} />
          </li>
        ))}
      </ul>
      <details className="mt-4">
        <summary className="min-h-7 py-0.5 text-quiet hover:text-accent">{group.title} as a table</summary>
        <TrendTable group={group} years={years} />
      </details>
    </Section>
  )
}

function TrendChart({
  chart: { name, values, of },
  years,
  highestShare,
}: {
  chart: Chart
  years: number[]
  highestShare: number
}) {
  const heights = of
    ? values.map((value, index) => value / Math.max(1, of[index]!) / (highestShare || 1))
    : values.map((value) => value / Math.max(1, ...values))
  const step = width / values.length
  const bars = heights.map((share, index) => {
    const bar = Math.max(share * height, share > 0 ? 1.5 : 0)
    return `M${(index * step + 1).toFixed(1)} ${(height - bar).toFixed(1)}h${(step - 3).toFixed(1)}v${bar.toFixed(1)}h${(3 - step).toFixed(1)}z`
  })
  const last = values.at(-1)!
  return (
    <>
      <p className="flex items-baseline justify-between gap-2">
        <b dir="auto" className="min-w-0 truncate font-display">
          {name}
        </b>
        <span className="text-sm text-quiet tabular-nums">
          {(of && shareText(last, of.at(-1)!)) ?? last.toLocaleString('en')}
        </span>
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="mt-1 block h-16 w-full border-b border-ink"
      >
        <path d={bars.slice(0, -1).join('')} className="fill-ink" />
        <path d={bars.at(-1)} className="fill-accent" />
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-quiet">
        <span>{years[0]}</span>
        <span>{years.at(-1)}</span>
      </p>
    </>
  )
}

const TrendTable = ({ group, years }: { group: ChartGroup; years: number[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by the keyboard
  <section aria-label={`${group.title} by year`} tabIndex={0} className="mt-2 overflow-x-auto">
    <table className="w-full text-right text-sm tabular-nums [&_td]:px-2 [&_td]:py-1 [&_th]:px-2 [&_th]:py-1 [&_tr]:border-b [&_tr]:border-hairline">
      <thead>
        <tr>
          <th className="text-left">Year</th>
          {years.map((year) => (
            <th key={year} scope="col">
              {year}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {group.charts.map(({ name, values, of }) => (
          <tr key={name}>
            <th scope="row" className="text-left">
              {name}
            </th>
            {values.map((value, index) => (
              <td key={years[index]}>
                {value.toLocaleString('en')}
                {of && value > 0 && <span className="block text-quiet">{shareText(value, of[index]!)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
