import { workerData } from 'node:worker_threads'
import { replyWith } from '#features/reading/reply.server.ts'
import type { ListRequest, PageRequest } from './read-in-thread.server.ts'
import { readList } from './read-list.server.ts'
import { readPage } from './read-page.server.ts'

const request: PageRequest | ListRequest = workerData

/** The text in the charset that its head or its first kilobyte names. */
function decoded({ content, contentType = '' }: PageRequest): string {
  const start = new TextDecoder('latin1').decode(content.subarray(0, 1024))
  const charset = `${contentType} ${start}`.match(/charset=["']?([\w-]{1,40})/i)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(content)
  } catch (error) {
    // Nobody knows this charset.
    if (error instanceof RangeError) return new TextDecoder().decode(content)
    throw error
  }
}

await replyWith(() =>
  request.kind === 'page'
    ? readPage(decoded(request), request.url, request.today)
    : readList(request.format, request.files, request.topicNames),
)
