import { Link } from '@tanstack/react-router'
import { type FormEvent, useMemo } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { Section } from '#components/ui/section.tsx'
import { longDay } from '#lib/dates.ts'
import { type EventSearch, keptChoice } from '../event-search.ts'
import type { DaySchedule, SavedTalk, ScheduledTalk, TalkResult } from '../programme.schemas.ts'
import { isOverAt, maxColumns, scheduleTable, trackOf } from '../schedule.ts'
import { LargeSchedule } from './large-schedule.tsx'
import { ScheduleDays } from './schedule-days.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import { TalkFinder } from './talk-finder.tsx'
import { TalkResults } from './talk-results.tsx'
import { TrackPicker } from './track-picker.tsx'
import { useNow } from './use-now.ts'
import type { Plan } from './use-plan.ts'

type Props = {
  event: { id: string; slug: string; today: string }
  schedule: DaySchedule
  search: EventSearch
  openTalk: { id: string; description: string | null } | undefined
  talkResults: TalkResult[] | undefined
  /** A button of the schedule was pressed, or tracks or words were chosen: the names and values of the form. */
  onChoose: (values: Record<string, string[]>) => void
  /** What a signed-in person plans to hear. */
  plan?: Plan
  savedTalks: SavedTalk[] | undefined
  canEdit: boolean
}

/** The talks of an event, day by day, in a form, so that its buttons and fields work without script. */
export function ScheduleView({
  event,
  schedule,
  search,
  openTalk,
  talkResults,
  onChoose,
  plan,
  savedTalks,
  canEdit,
}: Props) {
  const isLarge =
    schedule.view === 'list' || schedule.tracks.filter(({ count }) => count > 0).length > maxColumns
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const values = new FormData(event.currentTarget, submitter)
    onChoose(Object.fromEntries([...values.keys()].map((name) => [name, values.getAll(name).map(String)])))
  }
  return (
    <Section
      title="Schedule"
      aside={schedule.day && <TalkFinder find={search.find} search={search} onSubmit={submit} />}
    >
      {talkResults && <TalkResults {...{ event, search, plan }} now={schedule.now} talks={talkResults} />}
      {!schedule.day && (
        <EmptyState
          action={
            canEdit && (
              <Link
                to="/conferences/$slug/edit/import"
                params={{ slug: event.slug }}
                className={buttonClass({ look: 'outline' })}
              >
                Import programme
              </Link>
            )
          }
        >
          No talks announced yet
        </EmptyState>
      )}
      {schedule.day &&
        !talkResults &&
        (isLarge ? (
          <LargeSchedule {...{ event, schedule, search, plan, savedTalks }} onSubmit={submit}>
            <Columns {...{ event, schedule, search, openTalk, plan }} onSubmit={submit} />
          </LargeSchedule>
        ) : (
          <>
            {schedule.days.length > 1 && <ScheduleDays schedule={schedule} search={search} />}
            <Columns {...{ event, schedule, search, openTalk, plan }} onSubmit={submit} />
          </>
        ))}
      {schedule.day && !talkResults && <ForPaper slug={event.slug} day={schedule.day} days={schedule.days} />}
    </Section>
  )
}

/** The way to a page with all days, and on paper the word that this is one of them. */
function ForPaper({ slug, day, days }: { slug: string; day: string; days: string[] }) {
  const path = `/conferences/${slug}/print`
  return (
    <>
      <p className="no-print mt-6 text-[0.9375rem]">
        <a href={path} className="link inline-block py-0.5">
          {days.length > 1 ? 'Print all days' : 'Print the day'}
        </a>
      </p>
      {days.length > 1 && (
        <p className="mt-6 hidden print:block">
          This is {longDay(day)}. All days: {path}
        </p>
      )}
    </>
  )
}

type ColumnsProps = Pick<Props, 'event' | 'schedule' | 'search' | 'openTalk' | 'plan'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** The day with its tracks beside each other. */
function Columns({ event, schedule, search, openTalk, plan, onSubmit }: ColumnsProps) {
  const table = useMemo(() => scheduleTable(schedule), [schedule])
  const now = useNow(schedule.now)
  const track = search.track ?? trackOfOpen(schedule.talks.find(({ id }) => id === openTalk?.id))
  return (
    <>
      {table.tracks.length > 1 && <TrackPicker tracks={table.tracks} track={track} search={search} />}
      {table.rows.length === 0 ? (
        <EmptyState>No talks scheduled for this day</EmptyState>
      ) : (
        <form onSubmit={onSubmit}>
          <HiddenFields values={keptChoice({ ...search, track })} />
          <ScheduleTable
            eventSlug={event.slug}
            {...{ table, track, openTalk, plan }}
            isOver={(talk) => isOverAt(now, event.today, talk)}
          />
        </form>
      )}
    </>
  )
}

/** An address needs not say the track of its open talk: a narrow screen shows that one. */
const trackOfOpen = (talk: ScheduledTalk | undefined) => talk && trackOf(talk)
