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
