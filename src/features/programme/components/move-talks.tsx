import { FormStatus } from '#components/forms/form-status.tsx'
import { SelectField, TextField } from '#components/forms/text-field.tsx'
import { useSavedForm } from '#components/forms/use-saved-form.ts'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { api } from '#lib/api.ts'
import { longDay } from '#lib/dates.ts'
import { blankValues } from '#lib/form-fields.ts'
import { count } from '#lib/text.ts'
import { type ListedTalk, movedTalks, moveFields } from '../programme-editing.schemas.ts'

type Props = { eventId: string; talks: ListedTalk[] }

const valuesOf = (talks: ListedTalk[], field: 'date' | 'location') =>
  [...new Set(talks.flatMap((talk) => talk[field] ?? []))].sort()

/** Renames, merges and changes rooms, and shifts talks, for all talks of a day and a room at once. */
export function MoveTalks({ eventId, talks }: Props) {
  const blank = blankValues(moveFields)
  const { form, submit, isSaving, status } = useSavedForm({
    schema: movedTalks,
    defaultValues: blank,
    draftKey: `move talks ${eventId}`,
    save: async (values, form) => {
      await api.talks.move.call({ ...values, event_id: eventId })
      form.reset(blank, { keepFieldsRef: true })
    },
    messages: { success: 'Talks moved', failure: (message) => `Failed to move talks: ${message}` },
  })
  const [date, location] = form.watch(['date', 'location'])
  const isChosen = (talk: ListedTalk) =>
    (!date || talk.date === date) && (!location || talk.location === location)
  const field = { form, fields: moveFields }
  const choice = (name: 'date' | 'location', all: string, labelOf = (value: string) => value) => (
    <SelectField {...field} name={name}>
      <option value="">{all}</option>
      {valuesOf(talks, name).map((value) => (
        <option key={value} value={value}>
          {labelOf(value)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <details className="mt-6">
      <summary className="w-fit cursor-pointer py-1 font-semibold">Change rooms or move many talks</summary>
      <form
        method="post"
        noValidate
        aria-label="Move talks"
        onSubmit={submit}
        className="mt-3 grid grid-cols-1 items-start gap-4 sm:grid-cols-2"
      >
        {choice('date', 'All days', longDay)}
        {choice('location', 'All rooms')}
        <TextField
          {...field}
          name="new_location"
          list="rooms"
          hint="Renames the room, or joins it with another."
        />
        <datalist id="rooms">
          {valuesOf(talks, 'location').map((room) => (
            <option key={room}>{room}</option>
          ))}
        </datalist>
        <TextField {...field} name="minutes" type="number" hint="15 is later, -15 is earlier." />
        <div className="sm:col-span-2">
          <FormButtons look="outline" disabled={isSaving}>
            Move {count(talks.filter(isChosen).length, 'talk', 'talks')}
          </FormButtons>
        </div>
        <FormStatus {...status} />
      </form>
    </details>
  )
}
