import { type RefObject, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Picker } from '#components/ui/picker.tsx'
import { useSpeakerSearch } from '#features/speakers/components/use-speaker-search.ts'
import { placeOf } from '#features/speakers/speakers.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { talkFields } from '../programme-editing.schemas.ts'
import type { TalkFormState } from './talk-fields.tsx'

type Props = {
  form: TalkFormState
  inputRef: RefObject<HTMLInputElement | null>
  /** Somebody who is not listed yet, by the name that was searched for. */
  onCreate?: (name: string) => void
}

/** Who gives a talk: found by a part of their name, or added to the directory right here. */
export function TalkSpeakers({ form, inputRef, onCreate }: Props) {
  const [query, setQuery] = useState('')
  const chosenSpeakers = useWatch({ control: form.control, name: 'speakers' })
  const { speakers, isLongEnough, isFetching, isSearching } = useSpeakerSearch(query)
  const matches = speakers.filter(({ id }) => !chosenSpeakers.some((speaker) => speaker.id === id))
  const setSpeakers = (speakers: typeof chosenSpeakers) =>
    form.setValue('speakers', speakers, { shouldDirty: true })
  return (
    <div className="grid grid-cols-1 gap-2">
      <Picker
        label={talkFields.speakers.label}
        hint={`Type at least ${limits.searchTermMin} letters of the name.`}
        error={form.formState.errors.speakers?.message}
        chosen={chosenSpeakers.map(({ id, name }) => ({ id, label: name }))}
        choices={matches.map((speaker) => ({
          id: speaker.id,
          label: speaker.name,
          detail: placeOf(speaker),
        }))}
        isSearching={isSearching}
        query={query}
        onQuery={setQuery}
        onPick={({ id, label }) => setSpeakers([...chosenSpeakers, { id, name: label }])}
        onRemove={({ id }) => setSpeakers(chosenSpeakers.filter((speaker) => speaker.id !== id))}
        status={
          !isLongEnough
            ? undefined
            : isFetching
              ? 'Searching...'
              : matches.length === 0
                ? 'No speakers found'
                : `${count(matches.length, 'speaker', 'speakers')} found`
        }
        inputRef={inputRef}
      />
      {onCreate && (
        <Button
          size="small"
          look="quiet"
          className="w-fit"
          onClick={() => {
            onCreate(query.trim())
            setQuery('')
          }}
        >
          Create a new speaker
        </Button>
      )}
    </div>
  )
}
