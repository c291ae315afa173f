import { useSyncExternalStore } from 'react'
import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form'
import { Select } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { timeZones } from '#lib/time-zones.ts'

const subscribeToNothing = () => () => {}
const noZones: string[] = []
let browserZones: string[] | undefined
const zonesSnapshot = () => {
  browserZones ??= timeZones()
  return browserZones
}

type Props<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  name: Path<Values>
  label: string
  hint: string
  /** Zones that are offered first, with what they are called. */
  first?: Record<string, string>
}

/** Browsers know other time zones than the server: until hydration only the selected one is offered. */
export function TimeZoneField<Values extends FieldValues, Output>({
  form,
  name,
  label,
  hint,
  first = {},
}: Props<Values, Output>) {
  const { field, fieldState } = useController({ control: form.control, name })
  const zones = useSyncExternalStore(subscribeToNothing, zonesSnapshot, () => noZones)
  const selectedZone: string = field.value ?? ''
  const isMissing = selectedZone !== '' && !(selectedZone in first) && !zones.includes(selectedZone)
  return (
    <FormField label={label} isOptional hint={hint} error={fieldState.error?.message}>
      {(control) => (
        <Select {...control} {...field} value={selectedZone}>
          <option value="">Not specified</option>
          {isMissing && <option>{selectedZone}</option>}
          {Object.entries(first).map(([zone, label]) => (
            <option key={zone} value={zone}>
              {label}
            </option>
          ))}
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      )}
    </FormField>
  )
}
