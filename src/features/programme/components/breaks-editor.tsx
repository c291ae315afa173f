import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { useDraft } from '#components/layout/use-draft.ts'
import { Button } from '#components/ui/button.tsx'
import { Select, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { tabDay } from '#lib/dates.ts'
import { allTracks } from '#src/limits.ts'
import { breakForm, type EventBreak, type Track } from '../programme-editing.schemas.ts'
import { timeRange } from '../schedule.ts'

type Typed = z.input<typeof breakForm>
type Props = { event: { id: string; start_date: string }; breaks: EventBreak[]; tracks: Track[] }

/** The breaks of a conference: add and delete. */
export function BreaksEditor({ event, breaks, tracks }: Props) {
  const remove = useMutation({
    ...api.breaks.remove.mutationOptions(),
    meta: { success: 'Break deleted successfully', failure: 'Failed to delete break' },
  })
  return (
    <Section title="Breaks">
      {breaks.length === 0 && <p className="mb-4 text-quiet">No breaks yet.</p>}
      <ul aria-label="Breaks" className="mb-6">
        {breaks.map((each) => (
          <li
            key={each.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-hairline py-3"
          >
            <div className="min-w-0">
              <p className="font-display font-bold">{each.title}</p>
              <p className="text-quiet">
                {tabDay(each.date)}, {timeRange(each.start_time, each.end_time)},{' '}
                {each.track_name ?? allTracks}
              </p>
              {each.description && <p className="text-quiet">{each.description}</p>}
            </div>
            <Button
              size="small"
              look="quiet"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id: each.id })}
            >
              Delete<span className="sr-only"> {each.title}</span>
            </Button>
          </li>
        ))}
      </ul>
      <BreakForm event={event} tracks={tracks} />
      <SignInAgain error={remove.error} />
    </Section>
  )
}

function BreakForm({ event, tracks }: Omit<Props, 'breaks'>) {
  const blank: Typed = {
    title: '',
    description: '',
    date: event.start_date,
    start_time: '',
    end_time: '',
    track_id: 'all-tracks',
  }
  const form = useForm<Typed, unknown, z.output<typeof breakForm>>({
    resolver: zodResolver(breakForm),
    defaultValues: blank,
  })
  const { errors } = form.formState
  const forget = useDraft(form, `new break ${event.id}`)
  const add = useMutation({
    ...api.breaks.create.mutationOptions(),
    onSuccess: (_, { date }) => {
      // The next break is most likely on the same day.
      form.reset({ ...blank, date })
      forget()
      form.setFocus('title')
    },
    meta: { success: 'Break added successfully', failure: 'Failed to add break' },
  })
  return (
    <form
      method="post"
      noValidate
      aria-label="New break"
      onSubmit={form.handleSubmit((values) => add.mutate({ ...values, event_id: event.id }))}
      className="grid grid-cols-1 gap-4"
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField label="Break title" error={errors.title?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register('title')} />}
        </FormField>
        <FormField label="Break description" isOptional error={errors.description?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register('description')} />}
        </FormField>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-4">
        <FormField label="Break date" error={errors.date?.message}>
          {(control) => <TextInput type="date" {...control} {...form.register('date')} />}
        </FormField>
        <FormField label="Break start" error={errors.start_time?.message}>
          {(control) => <TextInput type="time" {...control} {...form.register('start_time')} />}
        </FormField>
        <FormField label="Break end" isOptional error={errors.end_time?.message}>
          {(control) => <TextInput type="time" {...control} {...form.register('end_time')} />}
        </FormField>
        <FormField label="Break track" error={errors.track_id?.message}>
          {(control) => (
            <Select {...control} {...form.register('track_id')}>
              <option value="all-tracks">{allTracks}</option>
              {tracks.map((track) => (
                <option key={track.id} value={track.id}>
                  {track.name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </div>
      <SignInAgain error={add.error} />
      <div>
        <Button type="submit" look="outline" disabled={add.isPending}>
          Add Break
        </Button>
      </div>
    </form>
  )
}
