import path from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { serverLimits } from '#src/limits.ts'
import { unreadable } from './unreadable.ts'

type Reply<Result> = { result: Result } | { unreadable: string }

/** Files that are read at the same time; others wait. */
const limitThreads = pLimit(2)
/** More are refused: each may have 16 MB, and take 20 seconds. */
const maxQueued = 10
/** Of a thread, for a file of the largest size that is taken. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/**
 * Reads a file in a thread of its own, `name` beside `url`: requests are answered meanwhile, and a file that takes longer
 * than `maxMs`, or too much memory, is refused as unreadable.
 */
export async function runInThread<Result, Request>(
  url: string,
  name: string,
  workerData: Request,
  maxMs: number = serverLimits.programmeReading,
): Promise<Result> {
  if (limitThreads.pendingCount >= maxQueued)
    throw unreadable('Many files are being read just now. Please try again in a minute')
  return limitThreads(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const ending = import.meta.filename.endsWith('.ts') ? '.server.ts' : path.extname(import.meta.filename)
    const thread = new Worker(new URL(`./${name}${ending}`, url), { workerData, resourceLimits })
    const tooLong = () =>
      reject(
        unreadable(
          `The file takes longer than ${maxMs / 1000} seconds to read. Try it once more; if it is refused again, export it in another format or without long texts`,
        ),
      )
    const timer = setTimeout(tooLong, maxMs)
    thread.on('message', (reply: Reply<Result>) =>
      'result' in reply ? resolve(reply.result) : reject(unreadable(reply.unreadable)),
    )
    thread.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? unreadable(
              'The file takes too much memory to read: export it in another format or without long texts',
            )
          : error,
      ),
    )
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
    void ended.then(() => reject(new Error('The thread that reads a file has ended')))
    try {
      const result = await promise
      // It ends by itself after its reply: terminating hundreds of them crashed Node once.
      await ended
      return result
    } catch (error) {
      await thread.terminate()
      throw error
    } finally {
      clearTimeout(timer)
    }
  })
}
