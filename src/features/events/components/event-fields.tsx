import { useSyncExternalStore } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { Select, TextArea, TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { countries } from '#lib/countries.ts'
import { timeZones } from '#lib/time-zones.ts'
import type { EventTyped, EventValues } from '../event-editing.schemas.ts'

type Form = UseFormReturn<EventTyped, unknown, EventValues>

/** What a conference is, when and where. `country` is the one that it has, which an import may have named freely. */
export function EventFields({ form, country = '' }: { form: Form; country?: string }) {
  const { errors } = form.formState
  return (
    <div className="grid grid-cols-1 gap-5">
      <FormField label="Name" error={errors.name?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...form.register('name')} />}
      </FormField>
      <FormField label="Description" isOptional error={errors.description?.message}>
        {(control) => <TextArea rows={8} {...control} {...form.register('description')} />}
      </FormField>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormField label="Location" hint="The city, or Online." error={errors.location_name?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register('location_name')} />}
        </FormField>
        <FormField label="Country" error={errors.country_name?.message}>
          {(control) => (
            <Select {...control} {...form.register('country_name')}>
              <option value="">Choose a country</option>
              {country && !countries.some(({ name }) => name === country) && <option>{country}</option>}
              {countries.map(({ code, name }) => (
                <option key={code}>{name}</option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label="Start date" error={errors.start_date?.message}>
          {(control) => <TextInput type="date" {...control} {...form.register('start_date')} />}
        </FormField>
        <FormField label="End date" error={errors.end_date?.message}>
          {(control) => <TextInput type="date" {...control} {...form.register('end_date')} />}
        </FormField>
        <FormField label="Website" isOptional error={errors.website?.message}>
          {(control) => (
            <TextInput
              type="url"
              placeholder="https://example.com"
              {...control}
              {...form.register('website')}
            />
          )}
        </FormField>
        <TimeZoneField form={form} />
      </div>
    </div>
  )
}

const never = () => () => {}
const none: string[] = []
let known: string[] | undefined
const knownZones = () => {
  known ??= timeZones()
  return known
}

/** Browsers know other zones than the server: theirs are offered once the page has come alive, until then the chosen one. */
function TimeZoneField({ form }: { form: Form }) {
  const { field, fieldState } = useController({ control: form.control, name: 'time_zone' })
  const zones = useSyncExternalStore(never, knownZones, () => none)
  const chosen = field.value ?? ''
  return (
    <FormField
      label="Time zone"
      isOptional
      hint="Which clock the times of the programme are on."
      error={fieldState.error?.message}
    >
      {(control) => (
        <Select {...control} {...field} value={chosen}>
          <option value="">Not said</option>
          {chosen !== '' && !zones.includes(chosen) && <option>{chosen}</option>}
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      )}
    </FormField>
  )
}
