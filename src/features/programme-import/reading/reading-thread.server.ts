import { parentPort, workerData } from 'node:worker_threads'
import { isUnreadable } from './document.ts'
import type { ReadReply, ReadRequest } from './read-in-thread.server.ts'
import { readProgramme } from './read-programme.ts'

const { content, options }: ReadRequest = workerData

function read(): ReadReply {
  try {
    return { programme: readProgramme(content, options) }
  } catch (error) {
    // The stack is full.
    if (error instanceof RangeError)
      return { unreadable: 'The file is nested too deep to be read: export it in another format' }
    if (isUnreadable(error)) return { unreadable: error.message }
    throw error
  }
}

parentPort!.postMessage(read())
