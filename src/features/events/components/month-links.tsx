import { PlainLink } from '#components/layout/plain-link.tsx'
import { monthsFrom } from '../week-marks.ts'

export type MonthLinksProps = {
  today: string
  /** The directory narrowed to a month, yyyy-MM. */
  monthLink: (month: string) => Record<string, unknown>
}

/** The twelve months below a strip of the coming year. */
export function MonthLinks({ today, monthLink }: MonthLinksProps) {
  return (
    <ol className="grid grid-cols-12 text-sm">
      {monthsFrom(today).map((first, index) => {
        const name = first.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
        const isYearShown = first.getUTCMonth() === 0 || index === 0
        return (
          <li key={first.getTime()} className="border-l border-ink md:pl-1.5">
            <PlainLink
              to="/conferences"
              search={monthLink(first.toISOString().slice(0, 7))}
              rel="nofollow"
              aria-label={`${name} ${first.getUTCFullYear()}`}
              className="block min-h-7 py-1 font-semibold underline decoration-edge underline-offset-3 hover:text-accent max-md:text-center"
            >
              {/* A letter stands below its part of the strip on a phone, too. */}
              {name[0]}
              <span className="max-md:hidden">
                {name.slice(1)}
                {isYearShown && ` ${first.getUTCFullYear()}`}
              </span>
            </PlainLink>
          </li>
        )
      })}
    </ol>
  )
}
