import type { z } from 'zod'

/** Fields of the same kind check and change what they take in the same way; lengths, numbers and words may differ. */
export const schemaKind = (schema: z.ZodType): string =>
  JSON.stringify(schema.def, (key, value) => {
    if (key === 'entries' || key === 'values' || key === 'defaultValue' || typeof value === 'number')
      return null
    if (typeof value === 'function' || value instanceof RegExp) return String(value)
    return value && typeof value === 'object' && '_zod' in value ? value._zod.def : value
  })
