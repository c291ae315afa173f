import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { type AttendanceVisibility, attendanceVisibilities } from '#features/people/attendance-visibility.ts'
import { visibilityLabels } from '../attendance.ts'

type Props = {
  legend: string
  visibility: AttendanceVisibility
  save: (visibility: AttendanceVisibility) => Promise<void>
  children?: ReactNode
}

/** Who sees that a person attends: everybody, members, or nobody. `children` stands beside the button. */
export function VisibilityForm({ legend, visibility, save, children }: Props) {
  const id = useId()
  const [choice, setChoice] = useState(visibility)
  const mutation = useMutation({
    mutationFn: save,
    meta: { success: 'Saved', failure: 'Failed to save who sees that you attend' },
  })
  return (
    <div>
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
        <Button
          size="small"
          aria-disabled={mutation.isPending}
          onClick={() => !mutation.isPending && mutation.mutate(choice)}
        >
          {mutation.isPending ? 'Saving...' : 'Save'}
        </Button>
        {children}
      </p>
    </div>
  )
}
