import { FormStatus } from '#components/forms/form-status.tsx'
import { usePostedForm } from '#components/forms/use-posted-form.ts'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import type { UnknownCity } from '../city-names.schemas.ts'

/** Cities that are not known, districts and venues, each with a field for its right name. */
export function UnknownCities({ cities, total }: { cities: UnknownCity[]; total: number }) {
  return (
    <>
      <p className="mb-3 max-w-prose text-quiet">
        These are on no map, or are a district or a venue. Renaming one changes all its conferences.
      </p>
      <ul>
        {cities.map(({ city, country, event_count, proposal }) => (
          <li
            key={`${city}, ${country}`}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-hairline py-3 first:pt-0"
          >
            <p className="min-w-0 flex-[1_1_14rem] [overflow-wrap:anywhere]">
              <PlainLink
                to="/cities/$locationName"
                params={{ locationName: city }}
                className="link font-semibold"
              >
                {city}
              </PlainLink>
              , {country}{' '}
              <span className="text-[0.9375rem] whitespace-nowrap text-quiet">
                {count(event_count, 'conference', 'conferences')}
              </span>
            </p>
            <RenameForm {...{ city, country }} name={proposal ?? city} />
          </li>
        ))}
      </ul>
      {total > cities.length && <p className="mt-3 text-quiet">The others follow when these are renamed.</p>}
    </>
  )
}

/** `name` is the one that is proposed. */
function RenameForm({ city, country, name }: { city: string; country: string; name: string }) {
  const rename = useAction(api.cities.rename, {
    success: ({ event_count }) => `${count(event_count, 'conference', 'conferences')} changed`,
  })
  const posted = usePostedForm('rename-city')
  return (
    <form
      method="post"
      className="flex min-w-0 flex-[1_1_18rem] flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const new_city = String(new FormData(event.currentTarget).get('new_city')).trim()
        if (new_city && new_city !== city) rename.mutate({ city, country, new_city })
      }}
    >
      <input type="hidden" name="city" value={city} />
      <input type="hidden" name="country" value={country} />
      <TextInput
        name="new_city"
        aria-label={`The city of ${city}, ${country}`}
        defaultValue={name}
        maxLength={limits.place}
        autoComplete="off"
        className="min-w-0 flex-1"
      />
      <Button type="submit" size="small" look="outline" disabled={rename.isPending}>
        Rename<span className="sr-only"> {city}</span>
      </Button>
      <FormStatus
        name="rename-city"
        message={posted?.values.city === city && posted.values.country === country && posted.message}
      />
    </form>
  )
}
