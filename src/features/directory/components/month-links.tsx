import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { monthName } from '#lib/dates.ts'

export type MonthLinksProps = {
  today: string
  /** The directory narrowed to a month, yyyy-MM, or no longer if it is chosen. */
  monthLink: (month: string) => Record<string, unknown>
  /** The months that are chosen, yyyy-MM. */
  chosen?: string[]
}

/** A strip of the coming year with its twelve months below it; a month is a link as high as both. */
export function MonthLinks({ today, monthLink, chosen = [], strip }: MonthLinksProps & { strip: ReactNode }) {
  return (
    <nav aria-label="Months" className="relative">
      {strip}
      <ol className="grid grid-cols-12 text-sm">
        {monthsFrom(today).map((month, index) => {
          const [name, year] = [monthName(month).slice(0, 3), month.slice(0, 4)]
          return (
            <li key={month} className="border-l border-ink md:pl-1.5">
              <PlainLink
                to="/conferences"
                search={monthLink(month)}
                rel="nofollow"
                aria-label={`${name} ${year}`}
                aria-current={chosen.includes(month) ? 'true' : undefined}
                className="link block min-h-7 py-1 font-semibold text-ink aria-[current]:text-accent max-md:text-center before:absolute before:inset-y-0 before:w-1/12 md:before:-ml-1.5 hover:before:bg-ink/5"
              >
                {/* A letter stands below its part of the strip on a phone, too. */}
                {name[0]}
                <span className="max-md:hidden">
                  {name.slice(1)}
                  {(index === 0 || month.endsWith('01')) && ` ${year}`}
                </span>
              </PlainLink>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** This month and the eleven after it, yyyy-MM. */
function monthsFrom(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index)).toISOString().slice(0, 7),
  )
}
