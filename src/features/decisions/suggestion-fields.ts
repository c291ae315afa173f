import { optionalText } from '#lib/fields.ts'
import type { Fields } from '#lib/form-fields.ts'
import { limits } from '#src/limits.ts'

/** What a form asks beside the fields of a record where it suggests a change. */
export const suggestionFields = {
  reason: { label: 'Why, or where it says so', schema: optionalText(limits.reportWords, 'This text') },
} satisfies Fields
