import { runInThread } from '#features/programme-import/reading/read-in-thread.server.ts'
import { limits } from '#src/limits.ts'
import type { ReadPage } from './read-page.server.ts'

export type PageRequest = { content: Uint8Array; contentType?: string; url: string; today: string }

/** Reads the page of a conference in a thread. */
export const readPageInThread = (request: PageRequest) =>
  runInThread<ReadPage, PageRequest>(import.meta.url, 'source-thread', request, limits.pageReading)
