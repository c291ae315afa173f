import { runInThread } from '#features/reading/run-in-thread.server.ts'
import { serverLimits } from '#src/limits.ts'
import type { SourceFormat } from '../sources.schemas.ts'
import type { ReadList, SourceFile } from './read-list.server.ts'
import type { ReadPage } from './read-page.server.ts'

export type PageRequest = {
  kind: 'page'
  content: Uint8Array
  contentType?: string
  url: string
  today: string
}
export type ListRequest = {
  kind: 'list'
  format: SourceFormat
  files: SourceFile[]
  topicNames: Record<string, string>
}

/** Reads the page of a conference in a thread. */
export const readPageInThread = (request: Omit<PageRequest, 'kind'>) =>
  runInThread<ReadPage, PageRequest>(
    import.meta.url,
    'source-thread',
    { kind: 'page', ...request },
    serverLimits.pageReading,
  )

/** Reads a list of conferences in a thread. */
export const readListInThread = (request: Omit<ListRequest, 'kind'>) =>
  runInThread<ReadList, ListRequest>(import.meta.url, 'source-thread', { kind: 'list', ...request })
