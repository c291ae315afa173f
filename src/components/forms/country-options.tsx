import { countries } from '#lib/countries.ts'

type Props = {
  /** The one that there is, which may be none of the list. */
  other?: string | null
  /** What else can be chosen, such as Online. */
  first?: string
}

/** The options of a select of countries. */
export const CountryOptions = ({ other, first }: Props) => (
  <>
    <option value="">Choose a country</option>
    {first && <option>{first}</option>}
    {other && other !== first && !countries.some(({ name }) => name === other) && <option>{other}</option>}
    {countries.map(({ code, name }) => (
      <option key={code}>{name}</option>
    ))}
  </>
)
