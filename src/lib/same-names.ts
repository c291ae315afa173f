import { namesOfCities } from './city-names.ts'
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
  ...namesOfCities.map(({ names }) => names),
]

const namesOfStates = states.map(([name, code]) => [name, `, ${code} United States`])

const byName = new Map(
  [...namesOfStates, ...groups].flatMap((names) => names.map((name) => [fold(name), names])),
)

/** The names of what is called so, the usual one first. */
export const sameNames = (name: string): string[] | undefined => byName.get(fold(name))
