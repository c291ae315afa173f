import { z } from 'zod'
import { programmeFormats } from './document.ts'

const count = z.number().int()
const counts = z.object({
  added: count,
  changed: count,
  moved: count,
  removed: count,
  unchanged: count,
  kept: count,
})

export const programmeWarning = z.object({ code: z.string(), key: z.string().nullable(), text: z.string() })

/** How much a sync changes or changed, talks first. */
export const syncReport = counts.extend({
  breaks: counts,
  people: z.object({ known: count, matched: count, new: count, asked: count }),
  renames: z.array(
    z.object({ kind: z.enum(['room', 'track']), from: z.string(), to: z.string(), talks: count }),
  ),
  milliseconds: count,
})
export type SyncReport = z.infer<typeof syncReport>

export const programmeFormat = z.enum(programmeFormats)
