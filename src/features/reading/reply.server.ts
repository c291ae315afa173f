import { parentPort } from 'node:worker_threads'
import { isUnreadable } from './unreadable.ts'

/** Sends what `read` returns from a reading thread, or why the file cannot be read. */
export async function replyWith(read: () => unknown) {
  try {
    parentPort!.postMessage({ result: await read() })
  } catch (error) {
    // The stack is full.
    if (error instanceof RangeError)
      parentPort!.postMessage({
        unreadable: 'The file is nested too deep to be read: export it in another format',
      })
    else if (isUnreadable(error)) parentPort!.postMessage({ unreadable: error.message })
    else throw error
  }
}
