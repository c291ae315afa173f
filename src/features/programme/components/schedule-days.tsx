import { Link } from '@tanstack/react-router'
import { type EventSearch, keptChoice } from '#features/events/event-search.ts'
import { tabDay } from '#lib/dates.ts'
import type { DaySchedule } from '../programme.schemas.ts'

type Props = { schedule: DaySchedule; search: EventSearch }

/** The days of the programme as links. */
export const ScheduleDays = ({ schedule, search }: Props) => (
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
            {tabDay(day)}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
