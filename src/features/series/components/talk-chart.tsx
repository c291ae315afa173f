import type { YearFigures } from '../series.ts'

const height = 110

type Props = { years: YearFigures[]; isNarrow?: boolean; className: string }

/** Talks of each year as a bar, filled as far as there are recordings. The table of editions has the same figures. */
export function TalkChart({ years, isNarrow = false, className }: Props) {
  const step = isNarrow ? 20 : 48
  const most = Math.max(1, ...years.map(({ talks }) => talks))
  const labelEvery = isNarrow ? Math.ceil(years.length / 9) : Math.ceil(years.length / 24)
  return (
    <svg
      viewBox={`0 -16 ${years.length * step} ${height + 36}`}
      // The content policy allows no styles of elements.
      width={years.length * step * (isNarrow ? 1.25 : 1)}
      className={`h-auto max-w-full ${className}`}
      fill="currentColor"
      fontSize={isNarrow ? 9 : 12}
      textAnchor="middle"
      aria-hidden="true"
    >
      {years.map((figures, index) => (
        <Year
          key={figures.year}
          {...{ figures, step, most, isNarrow }}
          x={index * step + step / 2}
          hasCount={!isNarrow || years.length <= 12}
          hasLabel={index % labelEvery === 0}
        />
      ))}
    </svg>
  )
}

type YearProps = {
  figures: YearFigures
  /** The middle of the bar. */
  x: number
  step: number
  /** The talks of the highest bar. */
  most: number
  isNarrow: boolean
  hasCount: boolean
  hasLabel: boolean
}

function Year({ figures, x, step, most, isNarrow, hasCount, hasLabel }: YearProps) {
  const { year, talks, videos, state } = figures
  const bar = Math.max(1, Math.round((talks / most) * height))
  const filled = talks > 0 ? Math.round((Math.min(videos, talks) / talks) * bar) : 0
  const half = step * 0.32
  return (
    <g>
      {state === 'talks' && (
        <>
          <rect
            x={x - half}
            y={height - bar}
            width={half * 2}
            height={bar}
            fill="none"
            stroke="currentColor"
          />
          <rect x={x - half} y={height - filled} width={half * 2} height={filled} />
          {hasCount && (
            <text x={x} y={height - bar - 4} fontWeight="600">
              {talks}
            </text>
          )}
        </>
      )}
      {state === 'bare' && <path d={`M${x - 4} ${height - 4}h8`} stroke="currentColor" />}
      {state === 'cancelled' && (
        <path d={`M${x - 4} ${height - 9}l8 8m0 -8l-8 8`} stroke="var(--color-accent)" strokeWidth="1.5" />
      )}
      {state === 'announced' && (
        <rect
          x={x - half}
          y={height - 16}
          width={half * 2}
          height="16"
          fill="none"
          stroke="currentColor"
          strokeDasharray="2 2"
        />
      )}
      {hasLabel && (
        <text x={x} y={height + 15} className="text-quiet" fill="currentColor">
          {isNarrow ? `’${String(year).slice(2)}` : year}
        </text>
      )}
    </g>
  )
}
