import { Link } from '@tanstack/react-router'
import { spansYears, tabDay } from '#lib/dates.ts'
import { type EventSearch, keptChoice } from '../event-search.ts'
import type { DaySchedule } from '../programme.schemas.ts'

type Props = { schedule: DaySchedule; search: EventSearch }

/** The days of the programme as links. */
export function ScheduleDays({ schedule, search }: Props) {
  const isOfYears = spansYears(schedule.days)
  return (
    <nav aria-label="Days" className="mb-5">
      <ul className="flex flex-wrap gap-2">
        {schedule.days.map((day) => (
          <li key={day}>
            <Link
              to="."
              preload="intent"
              search={{ ...keptChoice(search), day }}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={day === schedule.day ? 'date' : undefined}
              className="choice"
            >
              {isOfYears ? (
                `${tabDay(day)}, ${day.slice(0, 4)}`
              ) : (
                <>
                  {tabDay(day)}
                  <span className="sr-only">, {day.slice(0, 4)}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
