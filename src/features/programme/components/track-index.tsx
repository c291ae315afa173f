import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { count } from '#lib/text.ts'
import { type EventSearch, keptChoice } from '../event-search.ts'
import type { DaySchedule } from '../programme.schemas.ts'

type Props = {
  schedule: DaySchedule
  search: EventSearch
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

type Counts = DaySchedule['tracks']

/** The index of tracks and rooms, in which any number of them is chosen. A form of its own, so that it works without script. */
export function TrackIndex({ schedule, search, onSubmit }: Props) {
  const [chosen, setChosen] = useState({ tracks: search.tracks ?? [], rooms: search.rooms ?? [] })
  const choice = { ...keptChoice(search), track: undefined, tracks: undefined, rooms: undefined }
  const read = (form: HTMLFormElement) => {
    const values = new FormData(form)
    setChosen({ tracks: values.getAll('tracks').map(String), rooms: values.getAll('rooms').map(String) })
  }
  return (
    <form
      aria-label="Tracks and rooms"
      onSubmit={onSubmit}
      onChange={(event) => read(event.currentTarget)}
      className="ruled mt-4 mb-8"
    >
      <HiddenFields values={choice} />
      <Choices
        title="Tracks"
        name="tracks"
        counts={schedule.tracks.toSorted(byName)}
        chosen={chosen.tracks}
      />
      <Choices title="Rooms" name="rooms" counts={schedule.rooms} chosen={chosen.rooms} />
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-hairline bg-paper py-3">
        <Button type="submit">{resultLabel(schedule, chosen)}</Button>
        <Link to="." search={choice} resetScroll={false} className={buttonClass({ look: 'outline' })}>
          Clear
        </Link>
        {schedule.days.length > 1 && <span className="text-quiet">Your choice applies to all days.</span>}
      </div>
    </form>
  )
}

/** How many talks the choice gives. With tracks and rooms together some would be counted twice. */
function resultLabel({ tracks, rooms }: DaySchedule, chosen: { tracks: string[]; rooms: string[] }): string {
  if (chosen.tracks.length + chosen.rooms.length === 0) return 'Show all talks'
  if (chosen.tracks.length > 0 && chosen.rooms.length > 0) return 'Show talks'
  const talks = [
    ...tracks.filter(({ name }) => chosen.tracks.includes(name)),
    ...rooms.filter(({ name }) => chosen.rooms.includes(name)),
  ].reduce((sum, track) => sum + track.count, 0)
  return `Show ${count(talks, 'talk', 'talks')}`
}

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, 'en')

type ChoicesProps = { title: string; name: string; counts: Counts; chosen: string[] }

function Choices({ title, name, counts, chosen }: ChoicesProps) {
  const visibleCounts = counts.filter((track) => track.count > 0 || chosen.includes(track.name))
  if (visibleCounts.length === 0) return null
  return (
    <fieldset className="mb-6">
      <legend className="mb-2 font-display text-xl font-bold">
        {title} <span className="font-sans text-base font-normal text-quiet">{visibleCounts.length}</span>
      </legend>
      <div className="columns-[14rem] gap-6">
        {visibleCounts.map((track) => (
          <label key={track.name} className="flex min-h-7 break-inside-avoid items-baseline gap-2 py-0.5">
            <input
              type="checkbox"
              name={name}
              value={track.name}
              defaultChecked={chosen.includes(track.name)}
              className="size-6 shrink-0 self-center accent-ink"
            />
            <span className="min-w-0">{track.name}</span>
            <span className="shrink-0 text-sm text-quiet tabular-nums">{track.count}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
