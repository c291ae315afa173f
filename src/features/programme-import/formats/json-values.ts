import { z } from 'zod'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Text, a number, or the same text in several languages: { en, de }. */
export const text = z
  .union([
    z.string(),
    z.number().transform(String),
    z
      .record(z.string(), z.unknown())
      .transform((byLanguage) =>
        [byLanguage.en, ...Object.values(byLanguage)].find((value) => typeof value === 'string'),
      ),
  ])
  .nullish()
  .catch(undefined)

type Words<Names extends string> = Names extends `${infer Name} ${infer Rest}` ? Name | Words<Rest> : Names

/** Keys with a text each, by their names with blanks between. */
export const texts = <const Names extends string>(names: Names) =>
  Object.fromEntries(names.split(' ').map((name) => [name, text])) as Record<Words<Names>, typeof text>

/** Whether something is so, where it is said. */
export const flag = z.boolean().nullish().catch(undefined)
