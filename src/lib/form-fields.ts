import { z } from 'zod'

// A noun describes each of its fields once (eventFields, talkFields ...). What its forms, its stored shape and the
// comparison of two versions need follows from that description.

/** A field that a person fills in: what the page calls it, and the rule for its value. */
export type Field = { label: string; schema: z.ZodType }
export type Fields = Record<string, Field>

/** The rules of the fields, as `z.object` takes them. */
export const rulesOf = <F extends Fields>(fields: F) =>
  mapValues(fields, ({ schema }) => schema) as { [Name in keyof F]: F[Name]['schema'] }

type StoredText<Schema> = null extends z.output<Schema> ? z.ZodNullable<z.ZodString> : z.ZodString

/** The same fields as they are read from the database: text, or null where one may be left out. */
export const storedShape = <F extends Fields>(fields: F) =>
  mapValues(fields, ({ schema }) => (schema.isOptional() ? z.string().nullable() : z.string())) as {
    [Name in keyof F]: StoredText<F[Name]['schema']>
  }

/** A blank form. A field that holds something other than text has to be given beside it. */
export const blankValues = <F extends Fields>(fields: F) =>
  mapValues(fields, () => '') as { [Name in keyof F]: '' }

type FormValue<Value> = null extends Value ? NonNullable<Value> | '' : Value

/** What is stored, as a form holds it: null becomes blank. */
export const formValues = <F extends Fields, Row extends { [Name in keyof F]: unknown }>(
  fields: F,
  row: Row,
) => mapValues(fields, (_, name) => row[name] ?? '') as { [Name in keyof F]: FormValue<Row[Name]> }

/** A field in which two versions differ, each as text. */
export type Difference = { label: string; mine: string; other: string }

type Texts<F extends Fields, Values extends { [Name in keyof F]?: unknown }> = {
  [Name in keyof F]?: (value: Values[Name]) => string
} & {
  [Name in keyof F as Values[Name] extends string | null | undefined ? never : Name]: (
    value: Values[Name],
  ) => string
}

/** Where two versions of a form differ. `texts` says how to show what is not text. */
export function differencesBetween<F extends Fields, Values extends { [Name in keyof F]?: unknown }>(
  fields: F,
  mine: Values,
  other: Values,
  texts: Texts<F, Values>,
): Difference[] {
  return Object.entries(fields)
    .map(([name, { label }]) => {
      const asText = (values: Values) => texts[name]?.(values[name] as never) ?? String(values[name] ?? '')
      return { label, mine: asText(mine), other: asText(other) }
    })
    .filter((difference) => difference.mine !== difference.other)
}

/** Whether two values of a form are the same; lists in the same order. */
export const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/**
 * My version and somebody else's, field by field: a field that only one of us touched since `base` is theirs. `conflicts`
 * names those that both changed, which stay mine in `values`. Without a base every field that differs is one.
 */
export function mergeVersions<Values extends Record<string, unknown>>(
  base: Values | undefined,
  mine: Values,
  other: Values,
): { values: Values; conflicts: string[] } {
  const values: Record<string, unknown> = { ...mine, updated_at: other.updated_at }
  const conflicts = []
  for (const name of Object.keys(other)) {
    if (name === 'updated_at' || isSame(mine[name], other[name])) continue
    if (base && isSame(mine[name], base[name])) values[name] = other[name]
    else if (!base || !isSame(other[name], base[name])) conflicts.push(name)
  }
  return { values: values as Values, conflicts }
}

const mapValues = <F extends Fields, Value>(fields: F, map: (field: Field, name: keyof F) => Value) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name)]))
