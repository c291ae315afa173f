import { countries } from '#lib/countries.ts'

/** The options of a select of countries. `other` is the one that there is, which may be none of the list. */
export const CountryOptions = ({ other }: { other?: string | null }) => (
  <>
    <option value="">Choose a country</option>
    {other && !countries.some(({ name }) => name === other) && <option>{other}</option>}
    {countries.map(({ code, name }) => (
      <option key={code}>{name}</option>
    ))}
  </>
)
