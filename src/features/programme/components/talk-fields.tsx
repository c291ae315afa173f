import { type ReactNode, useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SelectField, TextField } from '#components/forms/text-field.tsx'
import { Picker } from '#components/ui/picker.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { fold } from '#lib/text.ts'
import { mainTrack } from '#src/limits.ts'
import { type TalkValues, type Track, talkFields, type talkForm } from '../programme-editing.schemas.ts'

export type TalkFormState = UseFormReturn<TalkValues, unknown, z.output<typeof talkForm>>

const maxShownTopics = 8

type Props = {
  form: TalkFormState
  tracks: Track[]
  rooms: string[]
  topics: PopularTopic[]
  speakers: ReactNode
}

/** What a talk is, when, where and by whom. */
export function TalkFields({ form, tracks, rooms, topics, speakers }: Props) {
  const field = { form, fields: talkFields }
  const roomsId = useId()
  return (
    <>
      <TextField {...field} name="title" />
      <TextField {...field} name="subtitle" />
      {speakers}
      <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 sm:grid-cols-3">
        <div className="grid min-[26rem]:col-span-2 sm:col-span-1">
          <TextField {...field} name="date" type="date" />
        </div>
        <TextField {...field} name="start_time" type="time" />
        <TextField {...field} name="end_time" type="time" />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField {...field} name="track_id">
          <option value="">{mainTrack}</option>
          <TrackOptions tracks={tracks} />
        </SelectField>
        <TextField {...field} name="location" list={roomsId} />
        <datalist id={roomsId}>
          {rooms.map((room) => (
            <option key={room} value={room} />
          ))}
        </datalist>
      </div>
      <TextField {...field} name="description" rows={6} />
      <TopicsField form={form} topics={topics} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField {...field} name="type" hint="Such as keynote or workshop." />
        <TextField {...field} name="language" hint="Its code, such as en or pt-BR." />
        <TextField {...field} name="url" type="url" placeholder="https://example.com" />
        <TextField {...field} name="feedback_url" type="url" placeholder="https://example.com" />
        <TextField {...field} name="slides_url" type="url" placeholder="https://example.com" />
        <TextField {...field} name="video_url" type="url" placeholder="https://example.com" />
        <SelectField {...field} name="status">
          <option value="scheduled">Scheduled</option>
          <option value="cancelled">Cancelled</option>
        </SelectField>
      </div>
    </>
  )
}

export const TrackOptions = ({ tracks }: { tracks: Track[] }) =>
  tracks.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))

const choiceOf = (name: string) => ({ id: name, label: name })

function TopicsField({ form, topics }: Pick<Props, 'form' | 'topics'>) {
  const [query, setQuery] = useState('')
  const chosenTopics = useWatch({ control: form.control, name: 'topics' })
  const setTopics = (names: string[]) => form.setValue('topics', names, { shouldDirty: true })
  const matches = topics
    .filter(({ name }) => !chosenTopics.includes(name) && fold(name).includes(fold(query.trim())))
    .slice(0, maxShownTopics)
  return (
    <Picker
      label={talkFields.topics.label}
      error={form.formState.errors.topics?.message}
      chosen={chosenTopics.map(choiceOf)}
      choices={matches.map(({ name }) => choiceOf(name))}
      query={query}
      onQuery={setQuery}
      onPick={({ id }) => setTopics([...chosenTopics, id])}
      onRemove={({ id }) => setTopics(chosenTopics.filter((name) => name !== id))}
      status={matches.length === 0 ? 'No topics found' : undefined}
    />
  )
}
