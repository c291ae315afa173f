import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ConflictNotice } from '#components/forms/conflict-notice.tsx'
import { FormStatus } from '#components/forms/form-status.tsx'
import { SelectField, TextField } from '#components/forms/text-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { SignInAgain } from '#components/layout/sign-in-again.tsx'
import { Button } from '#components/ui/button.tsx'
import { EditableList } from '#components/ui/editable-list.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { tabDay } from '#lib/dates.ts'
import { blankValues, differencesBetween, formValues } from '#lib/form-fields.ts'
import { useAction } from '#lib/use-action.ts'
import { allTracks } from '#src/limits.ts'
import {
  type BreakValues,
  breakFields,
  breakValues,
  type EventBreak,
  eventBreak,
  type Track,
} from '../programme-editing.schemas.ts'
import { programmeWarnings } from '../programme-warnings.ts'
import { timeRange } from '../schedule.ts'
import { FormWarnings } from './form-warnings.tsx'
import { TrackOptions } from './talk-fields.tsx'

type Props = {
  event: { id: string; start_date: string; end_date: string; time_zone: string | null }
  breaks: EventBreak[]
  tracks: Track[]
}

/** The breaks of a conference: add, edit and delete. */
export function BreaksEditor({ event, breaks, tracks }: Props) {
  const remove = useAction(api.breaks.remove, {
    success: 'Break deleted successfully',
    failure: 'Failed to delete break',
    hasForm: true,
  })
  return (
    <Section anchor="breaks" title="Breaks">
      {breaks.length === 0 && <p className="mb-4 text-quiet">No breaks yet.</p>}
      <div className="mb-6">
        <EditableList
          label="Breaks"
          anchor="break"
          items={breaks}
          form={(pause, onClose) => <BreakForm {...{ event, tracks, pause, onClose }} />}
          facts={(pause) => (
            <>
              <p className="font-display font-bold">{pause.title}</p>
              <p className="text-quiet">
                {tabDay(pause.date)}, {timeRange(pause.start_time, pause.end_time)},{' '}
                {pause.track_name ?? allTracks}
              </p>
              {pause.description && <p className="text-quiet">{pause.description}</p>}
            </>
          )}
          buttons={(pause, onEdit) => (
            <>
              <Button size="small" look="quiet" onClick={onEdit}>
                Edit<span className="sr-only"> {pause.title}</span>
              </Button>
              <Button
                size="small"
                look="quiet"
                disabled={remove.isPending}
                onClick={() => remove.mutate({ id: pause.id })}
              >
                Delete<span className="sr-only"> {pause.title}</span>
              </Button>
            </>
          )}
        />
      </div>
      <BreakForm event={event} tracks={tracks} />
      <SignInAgain error={remove.error} />
    </Section>
  )
}

type FormProps = Omit<Props, 'breaks'> & { pause?: EventBreak; onClose?: () => void }

const valuesOf = (pause: EventBreak): BreakValues => ({
  ...formValues(breakFields, pause),
  track_id: pause.track_id ?? 'all-tracks',
  updated_at: pause.updated_at,
})

function useBreakForm({ event, tracks, pause, onClose }: FormProps) {
  const blank: BreakValues = {
    ...blankValues(breakFields),
    date: event.start_date,
    track_id: 'all-tracks',
    updated_at: '',
  }
  return useSavedForm({
    schema: breakValues,
    defaultValues: pause ? valuesOf(pause) : blank,
    draftKey: pause ? `break ${pause.id}` : `new break ${event.id}`,
    save: async ({ updated_at, ...values }, form) => {
      if (pause) return api.breaks.update.call({ ...values, id: pause.id, updated_at })
      await api.breaks.create.call({ ...values, event_id: event.id })
      // The next break is most likely on the same day.
      form.reset({ ...blank, date: values.date }, { keepFieldsRef: true })
      form.setFocus('title')
    },
    onSaved: onClose,
    conflict: {
      read: (now) => valuesOf(eventBreak.parse(now)),
      differences: (mine, other) =>
        differencesBetween(breakFields, mine, other, {
          track_id: (id) => tracks.find((track) => track.id === id)?.name ?? allTracks,
        }),
    },
    messages: pause
      ? { success: 'Break updated successfully', failure: 'Failed to update break' }
      : { success: 'Break added successfully', failure: 'Failed to add break' },
  })
}

/** A new break, or the values of one. */
function BreakForm(props: FormProps) {
  const { event, tracks, pause, onClose } = props
  const { form, submit, discardThen, isSaving, status, conflict } = useBreakForm(props)
  const field = { form, fields: breakFields }
  return (
    <form
      method="post"
      noValidate
      aria-label={pause ? `Edit ${pause.title}` : 'New break'}
      onSubmit={submit}
      className="grid grid-cols-1 gap-4"
    >
      {conflict && <ConflictNotice noun="break" {...conflict} />}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField {...field} name="title" />
        <TextField {...field} name="description" />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-4">
        <TextField {...field} name="date" type="date" />
        <TextField {...field} name="start_time" type="time" />
        <TextField {...field} name="end_time" type="time" />
        <SelectField {...field} name="track_id">
          <option value="all-tracks">{allTracks}</option>
          <TrackOptions tracks={tracks} />
        </SelectField>
      </div>
      <BreakWarnings form={form} event={event} />
      <FormStatus {...status} />
      <FormButtons look="outline" disabled={isSaving} onCancel={onClose && discardThen(onClose)}>
        {pause ? 'Save' : 'Add Break'}
      </FormButtons>
    </form>
  )
}

type BreakFormState = UseFormReturn<BreakValues, unknown, z.output<typeof breakValues>>

function BreakWarnings({ form, event }: { form: BreakFormState; event: Props['event'] }) {
  const { title, date = '', start_time, end_time } = useWatch({ control: form.control })
  const typed = { id: 'typed', title: title || 'This break', date, end_time: end_time || null }
  const breaks =
    start_time && /^\d{4}-\d\d-\d\d$/.test(date) ? [{ ...typed, start_time: String(start_time) }] : []
  return <FormWarnings warnings={programmeWarnings({ event, talks: [], breaks, tracks: [] })} />
}
