import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { CountryOptions } from '#components/forms/country-options.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { TimeZoneField } from '#components/forms/time-zone-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { PictureField } from '#features/pictures/components/picture-field.tsx'
import { api } from '#lib/api.ts'
import { limits } from '#src/limits.ts'
import { daysWarning } from '../event-days.ts'
import { type EventFormValues, type EventValues, eventFields } from '../event-editing.schemas.ts'
import { eventFormats, formatLabels, type Provision, provisions } from '../event-provisions.ts'
import { eventStatuses, statusLabels } from '../event-status.ts'
import { isOnlinePlace, onlineName } from '../events.ts'
import { Logo } from './logo.tsx'

type Form = UseFormReturn<EventFormValues, unknown, EventValues>

type Props = {
  form: Form
  /** The one that it has, which an import may have named freely. */
  country?: string
  /** A new conference has no status yet. */
  isNew?: boolean
  isSuggestion?: boolean
  /** Names of values that were guessed from the page of the conference. */
  guesses?: readonly string[]
  /** What follows from its days. */
  children?: ReactNode
}

/** What a conference is, when and where, and what became of it. */
export function EventFields({
  form,
  country = '',
  isNew = false,
  isSuggestion,
  guesses = [],
  children,
}: Props) {
  const field = { form, fields: eventFields }
  const hint = (name: keyof typeof eventFields, text?: string) =>
    guesses.includes(name) ? <GuessNote /> : text
  return (
    <div className="grid grid-cols-1 gap-5">
      {!isNew && <StatusFields form={form} />}
      <TextField {...field} name="name" hint={hint('name')} />
      <TextField {...field} name="description" rows={8} hint={hint('description')} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          {...field}
          name="location_name"
          hint={hint('location_name', `City, or ${onlineName}.`)}
          onBlur={({ target }) => {
            // What is online has no country.
            if (isOnlinePlace(target.value) && form.getValues('country_name') === '')
              form.setValue('country_name', onlineName, { shouldDirty: true, shouldValidate: true })
          }}
        />
        <FormField
          label={eventFields.country_name.label}
          hint={hint('country_name')}
          error={form.formState.errors.country_name?.message}
        >
          {(control) => (
            <Select {...control} {...form.register('country_name')}>
              <CountryOptions other={country} first={onlineName} />
            </Select>
          )}
        </FormField>
        <TextField {...field} name="start_date" type="date" hint={hint('start_date')} />
        <TextField
          {...field}
          name="end_date"
          type="date"
          hint={hint('end_date', 'On or after the start date')}
        />
        <DaysWarning form={form} />
        {children}
        <TextField {...field} name="website" type="url" placeholder="https://example.com" />
        <TextField
          {...field}
          name="code_of_conduct_url"
          type="url"
          placeholder="https://example.com/conduct"
          hint={hint('code_of_conduct_url')}
        />
        <div>
          <TimeZoneField
            form={form}
            name="time_zone"
            label={eventFields.time_zone.label}
            hint="The time zone of the programme."
          />
          <ZoneOfCity form={form} isNew={isNew} />
        </div>
      </div>
      <FactFields form={form} />
      <PictureField
        {...field}
        name="logo_url"
        noun="logo"
        hint={hint('logo_url', 'Shown uncropped in a square on the conference page.')}
        preview={(url) => <Logo url={url} />}
        isAddressOnly={isSuggestion}
      />
    </div>
  )
}

type Choice = 'format' | Provision

/** What may be left open, since it is not known. */
function FactFields({ form }: { form: Form }) {
  const field = { form, fields: eventFields }
  const choice = (name: Choice, options: readonly (readonly [string, string])[]) => (
    <FormField
      key={name}
      label={eventFields[name].label}
      isOptional
      error={form.formState.errors[name]?.message}
    >
      {(control) => (
        <Select {...control} {...form.register(name)}>
          <option value="">Not known</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  )
  return (
    <fieldset className="ruled grid grid-cols-1 gap-5 sm:grid-cols-3">
      <legend className="sr-only">Facts</legend>
      {choice(
        'format',
        eventFormats.map((format) => [format, formatLabels[format]]),
      )}
      <TextField {...field} name="languages" hint="Codes: en, pt-BR." placeholder="en" />
      <TextField {...field} name="price" hint="Free, or with a currency: 150 to 300 EUR." />
      <TextField
        {...field}
        name="accounts"
        hint="Mastodon, Bluesky, LinkedIn, videos: addresses or handles."
      />
      <TextField {...field} name="hashtag" placeholder="#" />
      {provisions.map((name) =>
        choice(name, [
          ['yes', 'Yes'],
          ['no', 'No'],
        ]),
      )}
    </fieldset>
  )
}

const GuessNote = () => (
  <span className="border-l-2 border-ink pl-2 text-ink">Guessed from the page: please check</span>
)

function StatusFields({ form }: { form: Form }) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <FormField label={eventFields.status.label} error={form.formState.errors.status?.message}>
        {(control) => (
          <Select {...control} {...form.register('status')}>
            {eventStatuses.map((status) => (
              <option key={status} value={status}>
                {statusLabels[status]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <TextField
        form={form}
        fields={eventFields}
        name="status_note"
        hint="Shown if the conference is postponed, cancelled or moved online. Attendees are notified."
      />
    </div>
  )
}

/** What is probably wrong in its days. It can be saved all the same. */
function DaysWarning({ form }: { form: Form }) {
  const [start_date = '', end_date = ''] = useWatch({
    control: form.control,
    name: ['start_date', 'end_date'],
  })
  const warning = daysWarning({ start_date, end_date })
  return (
    <div role="status" className="empty:hidden sm:col-span-2">
      {warning && <p className="border-l-4 border-accent bg-wash px-4 py-2.5 font-semibold">{warning}</p>}
    </div>
  )
}

/** The time zone of the city: filled in for a new conference, until somebody chooses another one; else a button. */
function ZoneOfCity({ form, isNew }: { form: Form; isNew: boolean }) {
  const [city = '', country = '', zone] = useWatch({
    control: form.control,
    name: ['location_name', 'country_name', 'time_zone'],
  })
  const [suggestedZone, setSuggestedZone] = useState<string>()
  const filledZone = useRef<string>(undefined)
  const isOpen = !zone || zone === filledZone.current
  useEffect(() => {
    setSuggestedZone(undefined)
    if (!isOpen || city.trim() === '' || country === '') return
    let isCurrent = true
    const find = () =>
      api.places.locate
        .call({ city, country })
        .then((place) => {
          if (!isCurrent) return
          if (!isNew) return setSuggestedZone(place?.time_zone)
          filledZone.current = place?.time_zone
          form.setValue('time_zone', place?.time_zone ?? '')
        })
        // It is only an offer.
        .catch(() => {})
    const timer = setTimeout(find, limits.findDebounce)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [city, country, isOpen, isNew, form.setValue])
  if (!suggestedZone) return null
  return (
    <Button
      look="quiet"
      size="small"
      className="mt-1.5"
      onClick={() => {
        form.setValue('time_zone', suggestedZone, { shouldDirty: true })
        form.setFocus('time_zone')
      }}
    >
      Use {suggestedZone}
    </Button>
  )
}
