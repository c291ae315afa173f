import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { limits } from '#src/limits.ts'

export const severalIds = z.object({ ids: z.array(z.uuid()).min(1).max(limits.recordsAtOnce) })

/** What was refused, and why; everything else is done. */
export const refusals = z.object({ refused: z.array(z.object({ id: z.uuid(), message: z.string() })) })

/** Calls a procedure for each record, in its own transaction and with its own entry in the audit trail. */
export async function callForEach(
  ids: string[],
  callOne: (id: string) => Promise<unknown>,
): Promise<z.infer<typeof refusals>> {
  const refused: z.infer<typeof refusals>['refused'] = []
  for (const id of new Set(ids)) {
    try {
      await callOne(id)
    } catch (error) {
      if (!(error instanceof ORPCError) || error.status >= 500) throw error
      refused.push({ id, message: error.message })
    }
  }
  return { refused }
}
