import { useMutation } from '@tanstack/react-query'
import { FormStatus } from '#components/layout/form-status.tsx'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { TextField } from '#components/layout/text-field.tsx'
import { useSavedForm } from '#components/layout/use-saved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { tabDay } from '#lib/dates.ts'
import { blankValues } from '#lib/form-fields.ts'
import { allTracks } from '#src/limits.ts'
import { breakFields, breakForm, type EventBreak, type Track } from '../programme-editing.schemas.ts'
import { timeRange } from '../schedule.ts'

type Props = { event: { id: string; start_date: string }; breaks: EventBreak[]; tracks: Track[] }

/** The breaks of a conference: add and delete. */
export function BreaksEditor({ event, breaks, tracks }: Props) {
  const remove = useMutation({
    ...api.breaks.remove.mutationOptions(),
    meta: { success: 'Break deleted successfully', failure: 'Failed to delete break', hasForm: true },
  })
  return (
    <Section title="Breaks">
      {breaks.length === 0 && <p className="mb-4 text-quiet">No breaks yet.</p>}
      <ul aria-label="Breaks" className="mb-6">
        {breaks.map((pause) => (
          <li
            key={pause.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-hairline py-3"
          >
            <div className="min-w-0">
              <p className="font-display font-bold">{pause.title}</p>
              <p className="text-quiet">
                {tabDay(pause.date)}, {timeRange(pause.start_time, pause.end_time)},{' '}
                {pause.track_name ?? allTracks}
              </p>
              {pause.description && <p className="text-quiet">{pause.description}</p>}
            </div>
            <Button
              size="small"
              look="quiet"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id: pause.id })}
            >
              Delete<span className="sr-only"> {pause.title}</span>
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
  const blank = { ...blankValues(breakFields), date: event.start_date, track_id: 'all-tracks' } as const
  const { form, submit, isSaving, status } = useSavedForm({
    schema: breakForm,
    defaultValues: blank,
    draftKey: `new break ${event.id}`,
    save: async (values, form) => {
      await api.breaks.create.call({ ...values, event_id: event.id })
      // The next break is most likely on the same day.
      form.reset({ ...blank, date: values.date }, { keepFieldsRef: true })
      form.setFocus('title')
    },
    messages: { success: 'Break added successfully', failure: 'Failed to add break' },
  })
  const field = { form, fields: breakFields }
  return (
    <form
      method="post"
      noValidate
      aria-label="New break"
      onSubmit={submit}
      className="grid grid-cols-1 gap-4"
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField {...field} name="title" />
        <TextField {...field} name="description" />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-4">
        <TextField {...field} name="date" type="date" />
        <TextField {...field} name="start_time" type="time" />
        <TextField {...field} name="end_time" type="time" />
        <FormField label={breakFields.track_id.label} error={form.formState.errors.track_id?.message}>
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
      <FormStatus {...status} />
      <div>
        <Button type="submit" look="outline" disabled={isSaving}>
          Add Break
        </Button>
      </div>
    </form>
  )
}
