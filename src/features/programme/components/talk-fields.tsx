import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Select, TextArea, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Picker } from '#components/ui/picker.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { fold } from '#lib/text.ts'
import { mainTrack } from '#src/limits.ts'
import type { TalkValues, Track, talkForm } from '../programme-editing.schemas.ts'

export type TalkFormState = UseFormReturn<TalkValues, unknown, z.output<typeof talkForm>>

const shownTopics = 8

type Props = { form: TalkFormState; tracks: Track[]; topics: PopularTopic[]; speakers: ReactNode }

/** What a talk is, when, where and by whom. */
export function TalkFields({ form, tracks, topics, speakers }: Props) {
  const { errors } = form.formState
  return (
    <>
      <FormField label="Title" error={errors.title?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...form.register('title')} />}
      </FormField>
      {speakers}
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <div className="col-span-2 grid sm:col-span-1">
          <FormField label="Date" error={errors.date?.message}>
            {(control) => <TextInput type="date" {...control} {...form.register('date')} />}
          </FormField>
        </div>
        <FormField label="Start time" isOptional error={errors.start_time?.message}>
          {(control) => <TextInput type="time" {...control} {...form.register('start_time')} />}
        </FormField>
        <FormField label="End time" isOptional error={errors.end_time?.message}>
          {(control) => <TextInput type="time" {...control} {...form.register('end_time')} />}
        </FormField>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField label="Track" error={errors.track_id?.message}>
          {(control) => (
            <Select {...control} {...form.register('track_id')}>
              <option value="">{mainTrack}</option>
              {tracks.map((track) => (
                <option key={track.id} value={track.id}>
                  {track.name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label="Room" isOptional error={errors.location?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register('location')} />}
        </FormField>
      </div>
      <FormField label="Description" isOptional error={errors.description?.message}>
        {(control) => <TextArea rows={6} {...control} {...form.register('description')} />}
      </FormField>
      <TopicsField form={form} topics={topics} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField label="Slides" isOptional error={errors.slides_url?.message}>
          {(control) => (
            <TextInput
              type="url"
              placeholder="https://example.com"
              {...control}
              {...form.register('slides_url')}
            />
          )}
        </FormField>
        <FormField label="Video" isOptional error={errors.video_url?.message}>
          {(control) => (
            <TextInput
              type="url"
              placeholder="https://example.com"
              {...control}
              {...form.register('video_url')}
            />
          )}
        </FormField>
      </div>
    </>
  )
}

const asChoice = (name: string) => ({ id: name, label: name })

function TopicsField({ form, topics }: Pick<Props, 'form' | 'topics'>) {
  const [query, setQuery] = useState('')
  const chosen = useWatch({ control: form.control, name: 'topics' })
  const set = (names: string[]) => form.setValue('topics', names, { shouldDirty: true })
  const found = topics
    .filter(({ name }) => !chosen.includes(name) && fold(name).includes(fold(query.trim())))
    .slice(0, shownTopics)
  return (
    <Picker
      label="Topics"
      error={form.formState.errors.topics?.message}
      chosen={chosen.map(asChoice)}
      choices={found.map(({ name }) => asChoice(name))}
      query={query}
      onQuery={setQuery}
      onPick={({ id }) => set([...chosen, id])}
      onRemove={({ id }) => set(chosen.filter((name) => name !== id))}
      status={found.length === 0 ? 'No topics found' : undefined}
    />
  )
}
