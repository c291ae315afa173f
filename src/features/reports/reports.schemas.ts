import { z } from 'zod'
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
