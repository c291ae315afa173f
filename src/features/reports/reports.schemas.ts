import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { optionalText } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'
import { reportedKinds, reportReasons } from './reports.ts'

export const reportPath = z.string().min(1).max(300)

export const reportForm = z.object({
  reason: z.enum(reportReasons, 'Please choose a reason'),
  words: optionalText(limits.reportWords, 'Text'),
})

export const settleForm = z.object({ note: optionalText(limits.reportWords, 'Note') })

/** A record that can be reported; `is_reported`: the viewer's own report of it is open. */
export const reportedRecordCard = z.object({
  kind: z.enum(reportedKinds),
  name: z.string(),
  path: z.string(),
  is_reported: z.boolean(),
})

/** `name` and `path` are null where the record is gone, `reporter` where the account is, or the viewer is who was reported. */
export const report = z.object({
  id: z.uuid(),
  kind: z.enum(reportedKinds),
  name: z.string().nullable(),
  path: z.string().nullable(),
  reason: z.enum(reportReasons),
  words: z.string().nullable(),
  created_at: z.string(),
  reporter: personCard.nullable(),
  settled_at: z.string().nullable(),
  settled_by: personCard.nullable(),
  note: z.string().nullable(),
})
