import { useEffect, useRef } from 'react'
import { count } from '#lib/text.ts'
import type { EventSearch } from '../event-search.ts'
import type { DaySchedule } from '../programme.schemas.ts'
import { hourLabel, hourOf, type ScheduleHour } from '../schedule.ts'
import { ScheduleDays } from './schedule-days.tsx'

type Props = {
  schedule: DaySchedule
  search: EventSearch
  /** None for columns. */
  hours: ScheduleHour[]
  now: string | null
  plannedTalks: ReadonlySet<string> | undefined
}

/** Days and hours, which stay in sight: each hour is a link to its talks, with how many there are. */
export function ScheduleRuler({ schedule, search, hours, now, plannedTalks }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const currentHour = now && hourOf(now.slice(0, 10), { date: now.slice(0, 10), start_time: now.slice(11) })
  // The hour of now is brought into sight sideways; the page itself must not move.
  useEffect(() => {
    const link = list.current?.querySelector(`[href="#hour-${currentHour}"]`)
    if (!list.current || !link) return
    const { left, width } = link.getBoundingClientRect()
    list.current.scrollLeft += left - width - list.current.getBoundingClientRect().left
  }, [currentHour])
  return (
    <div className="ruler">
      {schedule.days.length > 1 && <ScheduleDays schedule={schedule} search={search} />}
      {hours.length > 0 && (
        <nav aria-label="Hours">
          <ol ref={list}>
            {hours.map(({ hour, items, talks }) => {
              const plannedCount = items.filter(({ id }) => plannedTalks?.has(id)).length
              return (
                <li key={hour}>
                  <a href={`#hour-${hour}`} aria-current={hour === currentHour ? 'time' : undefined}>
                    <b>
                      {hour === 'any' ? 'Any' : hourLabel(hour).slice(0, 2)}
                      <span className="sr-only">{hour === 'any' ? ' time' : ':00'}</span>
                    </b>{' '}
                    <small>
                      {talks}
                      <span className="sr-only">{` ${count(talks, 'talk', 'talks').replace(/^\S+ /, '')}`}</span>
                    </small>
                    {plannedCount > 0 && (
                      <i>
                        <span className="sr-only">{`, ${plannedCount} in My Schedule`}</span>
                      </i>
                    )}
                  </a>
                </li>
              )
            })}
          </ol>
        </nav>
      )}
    </div>
  )
}
