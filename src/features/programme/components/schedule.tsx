import { Link } from '@tanstack/react-router'
import { type FormEvent, useMemo } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { choiceClass } from '#components/ui/tabs.tsx'
import { tabDay } from '#lib/dates.ts'
import { mainTrack } from '#src/limits.ts'
import type { DaySchedule, ScheduledTalk, TalkResult } from '../programme.schemas.ts'
import { scheduleTable } from '../schedule.ts'
import { type Plan, ScheduleTable } from './schedule-table.tsx'
import { TalkFinder } from './talk-finder.tsx'
import { TalkResults } from './talk-results.tsx'
import { TrackPicker } from './track-picker.tsx'

type Props = {
  schedule: DaySchedule
  /** The search parameters of the schedule. */
  search: { day?: string; track?: string; find?: string }
  openTalk: { id: string; description: string | null } | undefined
  talkResults: TalkResult[] | undefined
  /** A button of the schedule was pressed, or a track or words were chosen: the names and values of the form. */
  onChoose: (values: Record<string, string>) => void
  /** What a signed-in person plans to hear. */
  plan?: Plan
}

/** The talks of an event, day by day, in a form, so that its buttons and fields work without script. */
export function Schedule({ schedule, search, openTalk, talkResults, onChoose, plan }: Props) {
  const table = useMemo(() => scheduleTable(schedule), [schedule])
  const track = search.track ?? trackOf(schedule.talks.find(({ id }) => id === openTalk?.id))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const values = new FormData(event.currentTarget, submitter)
    onChoose(Object.fromEntries([...values].map(([name, value]) => [name, String(value)])))
  }
  return (
    <Section
      title="Schedule"
      aside={
        schedule.day && <TalkFinder find={search.find} day={search.day} track={track} onSubmit={submit} />
      }
    >
      {talkResults && <TalkResults talks={talkResults} />}
      {!schedule.day && <EmptyState>No talks announced yet</EmptyState>}
      {schedule.day && (
        <div className={talkResults ? 'mt-8' : ''}>
          {schedule.days.length > 1 && (
            <nav aria-label="Days" className="mb-5">
              <ul className="flex flex-wrap gap-2">
                {schedule.days.map((day) => (
                  <li key={day}>
                    <Link
                      to="."
                      preload="intent"
                      search={{ day, track: search.track }}
                      resetScroll={false}
                      activeOptions={{ exact: true }}
                      aria-current={day === schedule.day ? 'date' : undefined}
                      className={choiceClass}
                    >
                      {tabDay(day)}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {table.tracks.length > 1 && (
            <TrackPicker tracks={table.tracks} track={track} day={search.day} onSubmit={submit} />
          )}
          {table.rows.length === 0 ? (
            <EmptyState>No talks scheduled for this day</EmptyState>
          ) : (
            <form onSubmit={submit}>
              {search.day && <input type="hidden" name="day" value={search.day} />}
              {track && <input type="hidden" name="track" value={track} />}
              <ScheduleTable table={table} track={track} openTalk={openTalk} plan={plan} />
            </form>
          )}
        </div>
      )}
    </Section>
  )
}

/** A link to a talk needs not say its track: on narrow screens the one of the open talk is shown. */
const trackOf = (talk: ScheduledTalk | undefined) => talk && (talk.track_name ?? mainTrack)
