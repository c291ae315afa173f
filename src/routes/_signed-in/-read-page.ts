import { ORPCError } from '@orpc/client'
import type { PageReading } from '#features/sources/page-reading.schemas.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'

/** What the page at an address says, or the sentence why it cannot be read: the form is there all the same. */
export async function readPage(
  load: Load,
  url: string,
): Promise<{ reading?: PageReading; problem?: string }> {
  try {
    return { reading: await load(api.pageReading.read.queryOptions({ input: { url } })) }
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) return { problem: error.message }
    throw error
  }
}
