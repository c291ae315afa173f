import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { usePostedForm } from '#components/forms/use-posted-form.ts'
import { Button } from '#components/ui/button.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { type AttendanceVisibility, attendanceVisibilities } from '#features/people/attendance-visibility.ts'
import { visibilityLabels } from '../attendance.ts'

type Props = {
  /** By which the server knows the form where it is sent without script, with the fields that it needs besides the choice. */
  name: string
  values?: Record<string, string>
  legend: string
  visibility: AttendanceVisibility
  save: (visibility: AttendanceVisibility) => Promise<void>
  children?: ReactNode
}

/** Who sees that a person attends: everybody, members, or nobody; also without script. `children` stands beside the button. */
export function VisibilityForm({ name, values = {}, legend, visibility, save, children }: Props) {
  const id = useId()
  const posted = usePostedForm(name)
  const [choice, setChoice] = useState(
    attendanceVisibilities.find((value) => value === posted?.values.visibility) ?? visibility,
  )
  const mutation = useMutation({
    mutationFn: save,
    meta: { success: 'Saved', failure: 'Failed to save who sees that you attend' },
  })
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!mutation.isPending) mutation.mutate(choice)
      }}
    >
      <FormStatus name={name} error={mutation.error} message={posted?.message} />
      <HiddenFields values={values} />
      <fieldset className="grid gap-3">
        <legend className="sr-only">{legend}</legend>
        {attendanceVisibilities.map((value) => (
          <div key={value} className="grid grid-cols-[1.5rem_1fr] gap-x-2">
            <input
              type="radio"
              id={`${id}-${value}`}
              aria-describedby={`${id}-${value}-hint`}
              name="visibility"
              value={value}
              checked={choice === value}
              onChange={() => setChoice(value)}
              className="mt-0.5 size-5 accent-ink"
            />
            <label htmlFor={`${id}-${value}`} className="font-semibold">
              {visibilityLabels[value].label}
            </label>
            <p id={`${id}-${value}-hint`} className="col-start-2 text-[0.9375rem] text-quiet">
              {visibilityLabels[value].hint}
            </p>
          </div>
        ))}
      </fieldset>
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="small" aria-disabled={mutation.isPending}>
          {mutation.isPending ? 'Saving...' : 'Save'}
        </Button>
        {children}
      </p>
    </form>
  )
}
