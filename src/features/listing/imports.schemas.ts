import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'

/** An import and its progress. `interrupted`: its process has ended before it. */
export const listedImport = z.object({
  id: z.uuid(),
  file_name: z.string(),
  status: z.enum(['running', 'done', 'failed', 'undoing', 'undone', 'interrupted']),
  /** Lines that are not blank, and how many of them are dealt with: those imported and those skipped. */
  total: z.number().int(),
  done: z.number().int(),
  /** Conferences that it has listed and that are still there as its own. */
  imported: z.number().int(),
  skipped: z.number().int(),
  /** Of those imported the ones that are perhaps listed already. */
  warnings: z.number().int(),
  /** Columns of the file that no field stands for. */
  unknown_columns: z.array(z.string()),
  /** Conferences that got topics, and the topics of the file that the site does not have: they are proposed. */
  tagged: z.number().int(),
  proposed_topics: z.array(z.string()),
  created_at: z.string(),
  created_by: personCard.nullable(),
  is_undoable: z.boolean(),
})
export type ListedImport = z.infer<typeof listedImport>

/** A page of the lines that were left out, or warned of, in order. */
export const skippedLines = z.object({
  lines: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  next: z.number().int().nullable(),
})
