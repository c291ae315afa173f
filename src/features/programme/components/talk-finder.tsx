import type { FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'

type Props = {
  find: string | undefined
  day: string | undefined
  track: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Finds a talk in the whole programme by its title, speaker, room or track. */
export function TalkFinder({ find, day, track, onSubmit }: Props) {
  return (
    <search>
      <form key={find} onSubmit={onSubmit} className="flex gap-2">
        {day && <input type="hidden" name="day" value={day} />}
        {track && <input type="hidden" name="track" value={track} />}
        <TextInput
          type="search"
          name="find"
          aria-label="Find a talk or speaker"
          placeholder="Find a talk or speaker"
          defaultValue={find}
          maxLength={limits.searchTerm}
          className="w-52"
        />
        <Button type="submit" look="outline">
          Find
        </Button>
      </form>
    </search>
  )
}
