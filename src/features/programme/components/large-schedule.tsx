import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { tabDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { type EventSearch, keptChoice } from '../event-search.ts'
import type { DaySchedule, SavedTalk } from '../programme.schemas.ts'
import { maxColumns, nowAndNext, scheduleHours } from '../schedule.ts'
import { readChoice, writeChoice } from '../track-choice.ts'
import { HourList } from './hour-list.tsx'
import styles from './large-schedule.css?url'
import { NowBoard } from './now-board.tsx'
import { PlanOfDay } from './plan-of-day.tsx'
import { ScheduleRuler } from './schedule-ruler.tsx'
import { TrackIndex } from './track-index.tsx'
import { useNow } from './use-now.ts'
import type { Plan } from './use-plan.ts'

type Props = {
  event: { id: string; slug: string; today: string }
  schedule: DaySchedule
  search: EventSearch
  plan?: Plan
  savedTalks: SavedTalk[] | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The columns, for a choice of tracks that fit beside each other. */
  children: ReactNode
}

/** A day of more tracks than fit beside each other: a list by the hour, of all tracks and rooms or of the chosen ones. */
export function LargeSchedule({ event, schedule, search, plan, savedTalks, onSubmit, children }: Props) {
  const now = useNow(schedule.now)
  const hours = useMemo(() => scheduleHours(schedule), [schedule])
  const nowOfDay = now?.startsWith(schedule.day ?? '') ? now : null
  const rooms = nowOfDay ? nowAndNext(schedule, nowOfDay) : []
  const isChoosing = search.choose === 'tracks'
  const isList = schedule.view === 'list'
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <ScheduleRuler
        {...{ schedule, search }}
        hours={isList ? hours : []}
        now={nowOfDay}
        plannedTalks={plan?.talks}
      />
      {isChoosing ? (
        <TrackIndex {...{ schedule, search, onSubmit }} />
      ) : (
        <ChoiceBar {...{ event, schedule, search }} />
      )}
      {isList ? (
        <div className={savedTalks && 'items-start gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_17rem]'}>
          <form onSubmit={onSubmit} className="stack gap-6">
            <HiddenFields values={keptChoice(search)} />
            {nowOfDay && rooms.length > 0 && (
              <NowBoard eventSlug={event.slug} rooms={rooms} now={nowOfDay} saved={plan?.talks} />
            )}
            <HourList
              {...{ event, schedule, search, hours, now, nowOfDay, plan, savedTalks }}
              hasBoard={rooms.length > 0}
            />
          </form>
          {savedTalks && schedule.day && (
            <PlanOfDay {...{ event, savedTalks }} day={schedule.day} now={nowOfDay} />
          )}
        </div>
      ) : (
        children
      )}
    </>
  )
}

/** What is chosen of the day, and how it is shown. */
function ChoiceBar({ event, schedule, search }: Pick<Props, 'event' | 'schedule' | 'search'>) {
  const { tracks = search.track && schedule.view === 'list' ? [search.track] : [], rooms = [] } = search
  const isChosen = tracks.length + rooms.length > 0
  useEffect(() => {
    if (isChosen) writeChoice(event.id, { tracks, rooms })
  })
  const tracksOfDay = schedule.tracks.filter((track) => track.count > 0)
  const talksOfDay = tracksOfDay.reduce((sum, track) => sum + track.count, 0)
  const fitsColumns =
    isChosen && new Set(schedule.talks.map(({ track_name }) => track_name)).size <= maxColumns
  const parts = [
    tracks.length > 0 && `${tracks.length} of ${count(tracksOfDay.length, 'track', 'tracks')}`,
    rooms.length > 0 && `${rooms.length} of ${count(schedule.rooms.length, 'room', 'rooms')}`,
  ].filter(Boolean)
  return (
    <div className="mb-1.5 flex flex-wrap gap-x-6 gap-y-2 sm:mt-3 sm:mb-6 sm:grid">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          {isChosen ? (
            <>
              <strong>{parts.join(' and ')}</strong>
              <span className="text-quiet">
                {' '}
                · {schedule.talks.length} of {count(talksOfDay, 'talk', 'talks')} on{' '}
                {tabDay(schedule.day ?? '')}
              </span>
            </>
          ) : (
            <span className="text-quiet">
              {count(talksOfDay, 'talk', 'talks')}
              <span className="max-sm:sr-only">
                {' '}
                in {count(tracksOfDay.length, 'track', 'tracks')}
                {schedule.rooms.length > 1 && ` and ${schedule.rooms.length} rooms`}
              </span>
            </span>
          )}
        </p>
        {fitsColumns && <ViewChoice choice={keptChoice(search)} current={schedule.view} />}
      </div>
      <ChosenTracks {...{ event, search, tracks, rooms }} />
    </div>
  )
}

type ViewProps = { choice: EventSearch; current: DaySchedule['view'] }

const ViewChoice = ({ choice, current }: ViewProps) => (
  <ul aria-label="View" className="flex">
    {(['list', 'columns'] as const).map((view) => (
      <li key={view}>
        <Link
          to="."
          search={{ ...choice, view }}
          resetScroll={false}
          aria-current={current === view ? 'true' : undefined}
          className="choice"
        >
          {view === 'list' ? 'List' : 'Columns'}
        </Link>
      </li>
    ))}
  </ul>
)

type ChosenProps = Pick<Props, 'event' | 'search'> & { tracks: string[]; rooms: string[] }

/** Each chosen track and room is a link to the schedule without it. */
function ChosenTracks({ event, search, tracks, rooms }: ChosenProps) {
  const all = { ...keptChoice(search), track: undefined, tracks: undefined, rooms: undefined }
  const without = (name: 'tracks' | 'rooms', value: string) => {
    const rest = (name === 'tracks' ? tracks : rooms).filter((item) => item !== value)
    return { ...all, tracks, rooms, [name]: rest.length > 0 ? rest : undefined }
  }
  return (
    <ul aria-label="Chosen tracks and rooms" className="flex flex-wrap items-center gap-2">
      {[
        ...tracks.map((name) => ['tracks', name] as const),
        ...rooms.map((name) => ['rooms', name] as const),
      ].map(([kind, name]) => (
        <li key={`${kind} ${name}`}>
          <Link to="." search={without(kind, name)} resetScroll={false} className="chip">
            {name}
            <span aria-hidden="true" className="ml-2 text-quiet">
              ×
            </span>
            <span className="sr-only">: remove</span>
          </Link>
        </li>
      ))}
      <li className="no-print">
        <Link
          to="."
          search={{ ...keptChoice(search), choose: 'tracks' }}
          resetScroll={false}
          className={buttonClass({ look: 'outline', size: 'small' })}
        >
          Choose tracks and rooms
        </Link>
      </li>
      <li>
        {tracks.length + rooms.length > 0 ? (
          <Link to="." search={all} resetScroll={false} className="link">
            All talks
          </Link>
        ) : (
          <LastChoice eventId={event.id} search={all} />
        )}
      </li>
    </ul>
  )
}

/** The tracks that were chosen at this conference in this browser before, one press away. */
function LastChoice({ eventId, search }: { eventId: string; search: EventSearch }) {
  const [choice, setChoice] = useState<ReturnType<typeof readChoice>>()
  useEffect(() => setChoice(readChoice(eventId)), [eventId])
  if (!choice) return null
  const names = [...(choice.tracks ?? []), ...(choice.rooms ?? [])]
  return (
    <Link to="." search={{ ...search, ...choice }} resetScroll={false} className="link">
      Your last choice:{' '}
      {names.length > 3 ? count(names.length, 'track', 'tracks and rooms') : names.join(', ')}
    </Link>
  )
}
