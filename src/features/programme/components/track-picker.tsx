import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field.tsx'
import { choiceClass } from '#components/ui/tabs.tsx'

type Props = {
  tracks: string[]
  track: string | undefined
  day: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** More tabs than this don't fit a phone; a select does. */
const maxTabs = 6

/** On narrow screens one track is shown at a time: tabs for a few, a select for many. */
export function TrackPicker({ tracks, track, day, onSubmit }: Props) {
  const currentTrack = track && tracks.includes(track) ? track : tracks[0]
  if (tracks.length > maxTabs) {
    return (
      <form onSubmit={onSubmit} className="mb-4 flex gap-2 md:hidden">
        {day && <input type="hidden" name="day" value={day} />}
        <Select
          key={currentTrack}
          name="track"
          aria-label="Track"
          defaultValue={currentTrack}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          className="min-w-0 flex-1"
        >
          {tracks.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Button type="submit" look="outline">
          Show
        </Button>
      </form>
    )
  }
  return (
    <nav aria-label="Tracks" className="mb-4 md:hidden">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1">
        {tracks.map((name) => (
          <li key={name}>
            <Link
              to="."
              preload="intent"
              search={{ day, track: name }}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={name === currentTrack ? 'true' : undefined}
              className={choiceClass}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
