import { fold } from './text.ts'
import { subjects } from './topic-names.ts'

/** The states of the USA, which follow a city as two letters; Georgia is a country, too. */
export const states =
  'AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware;FL Florida;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky;LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;MT Montana;NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NC North Carolina;ND North Dakota;OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia;WV West Virginia;WI Wisconsin;WY Wyoming'
    .split(';')
    .map((state) => [state.slice(3), state.slice(0, 2)] as const)

/** Names of the same thing, of which people type one and conferences are called another; the first is the usual one. */
const groups = [
  ...subjects.map(({ names }) => names).filter(({ length }) => length > 1),
  ['DevOpsDays', 'DevOps Days'],
  // Cities
  ['New York', 'NYC'],
  ['San Francisco', 'SF'],
  ['Antwerp', 'Antwerpen'],
  ['Bangalore', 'Bengaluru'],
  ['Belgrade', 'Beograd'],
  ['Brussels', 'Brussel', 'Bruxelles'],
  ['Bucharest', 'București'],
  ['Cologne', 'Köln', 'Koeln'],
  ['Copenhagen', 'København'],
  ['Düsseldorf', 'Duesseldorf'],
  ['Florence', 'Firenze'],
  ['Geneva', 'Genève', 'Genf'],
  ['Gothenburg', 'Göteborg'],
  ['Krakow', 'Cracow'],
  ['Kyiv', 'Kiev'],
  ['Lisbon', 'Lisboa'],
  ['Milan', 'Milano'],
  ['Moscow', 'Moskva'],
  ['Munich', 'München', 'Muenchen'],
  ['Naples', 'Napoli'],
  ['Nuremberg', 'Nürnberg', 'Nuernberg'],
  ['Prague', 'Praha'],
  ['Saint Petersburg', 'St. Petersburg', 'St Petersburg'],
  ['Seville', 'Sevilla'],
  ['The Hague', 'Den Haag'],
  ['Turin', 'Torino'],
  ['Venice', 'Venezia'],
  ['Vienna', 'Wien'],
  ['Warsaw', 'Warszawa'],
  ['Zürich', 'Zuerich'],
]

const namesOfStates = states.map(([name, code]) => [name, `, ${code} United States`])

const byName = new Map(
  [...namesOfStates, ...groups].flatMap((names) => names.map((name) => [fold(name), names])),
)

/** The names of what is called so, the usual one first. */
export const sameNames = (name: string): string[] | undefined => byName.get(fold(name))
