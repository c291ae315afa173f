import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { api } from '#lib/api.ts'
import { daysBetween } from '#lib/dates.ts'
import { dayShiftText, suggestedForProgramme } from '../event-days.ts'
import type { EventFormValues, EventValues } from '../event-editing.schemas.ts'
import type { EventDetail } from '../events.schemas.ts'

type Props = {
  form: UseFormReturn<EventFormValues, unknown, EventValues>
  event: EventDetail
  /** The days of talks and breaks. */
  programme: string[]
}

/** As soon as the conference begins on another day: whether its talks and breaks move with it. */
export function ProgrammeChoice({ form, event, programme }: Props) {
  const [start_date = '', end_date = ''] = useWatch({
    control: form.control,
    name: ['start_date', 'end_date'],
  })
  const days = daysBetween(event.start_date, start_date)
  // Not a number while no day is chosen.
  if (!days) return null
  const suggested = suggestedForProgramme(event, { start_date, end_date }, programme)
  return <Choice {...{ form, event, days, suggested }} />
}

type ChoiceProps = Omit<Props, 'programme'> & { days: number; suggested: 'moves' | 'stays' }

function Choice({ form, event, days, suggested }: ChoiceProps) {
  const { field } = useController({ control: form.control, name: 'programme' })
  const source = useQuery(api.programmeSources.detail.queryOptions({ input: { event_id: event.id } })).data
  const choices = [
    { value: 'moves', label: `Move with the conference, ${dayShiftText(days)}` },
    { value: 'stays', label: 'Keep its dates' },
  ]
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 font-semibold">The programme</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-8 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name={field.name}
              value={value}
              checked={(field.value || suggested) === value}
              onChange={field.onChange}
              className="size-4.5 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
      {source && (
        <p className="mt-1 text-sm text-quiet">
          {source.url ? 'The address it is imported from' : 'The file it was imported from'} may still have
          the old dates. Talks that you move here stay moved; new talks are added on the dates in the import.
        </p>
      )}
    </fieldset>
  )
}
