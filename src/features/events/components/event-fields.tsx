import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { CountryOptions } from '#components/forms/country-options.tsx'
import { SelectField, TextField } from '#components/forms/text-field.tsx'
import { TimeZoneField } from '#components/forms/time-zone-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Options } from '#components/ui/options.tsx'
import type { LocatedPlace } from '#features/gazetteer/places.schemas.ts'
import { PictureField } from '#features/pictures/components/picture-field.tsx'
import { api } from '#lib/api.ts'
import { limits } from '#src/limits.ts'
import { daysWarning } from '../event-days.ts'
import { type EventFormValues, type EventValues, eventFields } from '../event-editing.schemas.ts'
import { formatLabels, type Provision, provisions } from '../event-provisions.ts'
import { statusLabels } from '../event-status.ts'
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
  const { place, zone } = usePlaceOfCity(form, isNew)
  const hint = (name: keyof typeof eventFields, text?: string) =>
    guesses.includes(name) ? <GuessNote /> : text
  return (
    <div className="grid grid-cols-1 gap-5">
      {!isNew && <StatusFields form={form} />}
      <TextField {...field} name="name" hint={hint('name')} />
      <TextField {...field} name="description" rows={8} hint={hint('description')} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PlaceFields {...{ form, country, hint, place }} />
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
          {zone && <Offer form={form} values={{ time_zone: zone }} text={zone} />}
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

type PlaceProps = Pick<Props, 'form' | 'country'> & {
  hint: (name: keyof typeof eventFields, text?: string) => ReactNode
  /** Where the city that is typed lies. */
  place: LocatedPlace | null
}

/** The city and its country, with an offer of what was probably meant. */
function PlaceFields({ form, country, hint, place }: PlaceProps) {
  return (
    <>
      <div>
        <TextField
          form={form}
          fields={eventFields}
          name="location_name"
          hint={hint('location_name', `City, or ${onlineName}.`)}
          onBlur={({ target }) => {
            // What is online has no country.
            if (isOnlinePlace(target.value) && form.getValues('country_name') === '')
              form.setValue('country_name', onlineName, { shouldDirty: true, shouldValidate: true })
          }}
        />
        {place?.city && (
          <Offer
            form={form}
            values={{ location_name: place.city, country_name: place.country }}
            text={`${place.city}, ${place.country}`}
          />
        )}
      </div>
      <SelectField form={form} fields={eventFields} name="country_name" hint={hint('country_name')}>
        <CountryOptions other={country} first={onlineName} />
      </SelectField>
    </>
  )
}

/** What may be left open, since it is not known. */
function FactFields({ form }: { form: Form }) {
  const field = { form, fields: eventFields }
  const choice = (name: 'format' | Provision, labels: Record<string, string>) => (
    <SelectField {...field} key={name} name={name} isOptional>
      <option value="">Not known</option>
      <Options labels={labels} />
    </SelectField>
  )
  return (
    <fieldset className="ruled grid grid-cols-1 gap-5 sm:grid-cols-3">
      <legend className="sr-only">Facts</legend>
      {choice('format', formatLabels)}
      <TextField {...field} name="languages" hint="Codes: en, pt-BR." placeholder="en" />
      <TextField {...field} name="price" hint="Free, or with a currency: 150 to 300 EUR." />
      <TextField
        {...field}
        name="accounts"
        hint="Mastodon, Bluesky, LinkedIn, videos: addresses or handles."
      />
      <TextField {...field} name="hashtag" placeholder="#" />
      {provisions.map((name) => choice(name, { yes: 'Yes', no: 'No' }))}
    </fieldset>
  )
}

const GuessNote = () => (
  <span className="border-l-2 border-ink pl-2 text-ink">Guessed from the page: please check</span>
)

function StatusFields({ form }: { form: Form }) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <SelectField form={form} fields={eventFields} name="status">
        <Options labels={statusLabels} />
      </SelectField>
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

/** Where the city or address lies that is typed. Its time zone fills a new conference's, as long as nobody chose one. */
function usePlaceOfCity(form: Form, isNew: boolean) {
  const [city = '', country = '', zone] = useWatch({
    control: form.control,
    name: ['location_name', 'country_name', 'time_zone'],
  })
  const [place, setPlace] = useState<LocatedPlace | null>(null)
  const filledZone = useRef<string>(undefined)
  const isOpen = !zone || zone === filledZone.current
  const isAddress = /[,\d]/.test(city)
  useEffect(() => {
    setPlace(null)
    if (city.trim() === '' || (!isAddress && (!isOpen || country === ''))) return
    let isCurrent = true
    const find = () =>
      api.places.locate
        .call({ city, country })
        .then((located) => {
          if (!isCurrent) return
          setPlace(located)
          if (!isNew || !isOpen || country === '') return
          filledZone.current = located?.time_zone
          form.setValue('time_zone', located?.time_zone ?? '')
        })
        // It is only an offer.
        .catch(() => {})
    const timer = setTimeout(find, limits.findDebounce)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [city, country, isAddress, isOpen, isNew, form.setValue])
  return { place, zone: isNew || !isOpen || country === '' ? undefined : place?.time_zone }
}

type OfferProps = { form: Form; values: Partial<EventFormValues>; text: string }

/** Takes what was located, at the press of a button. */
const Offer = ({ form, values, text }: OfferProps) => (
  <Button
    look="quiet"
    size="small"
    className="mt-1.5"
    onClick={() => {
      for (const [name, value] of Object.entries(values))
        form.setValue(name as 'time_zone', value as string, { shouldDirty: true, shouldValidate: true })
      form.setFocus(Object.keys(values)[0] as 'time_zone')
    }}
  >
    Use {text}
  </Button>
)
