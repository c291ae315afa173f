import { fold } from '#lib/text.ts'

/** A value that a list can be narrowed to, and how many of the list that leaves, where it was counted. */
type Counted = { name: string; count?: number }

/** A link that adds a value of a filter to a search, or removes it. */
export type Choice = {
  value: string
  label: string
  count?: number
  isChosen: boolean
  search: Record<string, unknown>
}

/** The values of a filter without one of them, or with it; undefined if none are left. */
export function toggleValue(values: string[] = [], value: string): string[] | undefined {
  const rest = values.filter((chosen) => fold(chosen) !== fold(value))
  const toggled = rest.length < values.length ? rest : [...values, value]
  return toggled.length > 0 ? toggled : undefined
}

const itself = (value: string) => value

/** The choices of a filter that takes several values; chosen ones that the list does not have are last. */
export function manyChoices<Name extends string>(
  firstPage: { [name in Name]?: string[] },
  name: Name,
  counted: Counted[],
  labelOf = itself,
): Choice[] {
  const chosen: string[] = firstPage[name] ?? []
  const isAmong = (values: string[], value: string) => values.some((other) => fold(other) === fold(value))
  const countedNames = counted.map((facet) => facet.name)
  const missing = chosen.filter((value) => !isAmong(countedNames, value))
  return [...counted, ...missing.map((value) => ({ name: value, count: 0 }))].map(
    ({ name: value, count }) => ({
      value,
      label: labelOf(value),
      count,
      isChosen: isAmong(chosen, value),
      search: { ...firstPage, [name]: toggleValue(chosen, value) },
    }),
  )
}

/** The choices of a filter that takes one value. */
export const singleChoices = <Name extends string>(
  firstPage: { [name in Name]?: string },
  name: Name,
  counted: Counted[],
  labelOf = itself,
): Choice[] =>
  counted.map(({ name: value, count }) => {
    const isChosen = firstPage[name] === value
    const search = { ...firstPage, [name]: isChosen ? undefined : value }
    return { value, label: labelOf(value), count, isChosen, search }
  })
