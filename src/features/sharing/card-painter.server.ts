import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Card } from './card.ts'

export type CardRequest = { id: number; card: Card; siteName: string }
export type CardReply = { id: number; bytes: Uint8Array } | { id: number; error: string }

export type PaintCard = (card: Card, siteName: string) => Promise<Uint8Array<ArrayBuffer>>

/** Drawing needs 60 to 125 MB: the thread ends when nobody has asked for so long. */
const idleMs = 30_000
/** Without it what fonts leave behind is collected at 250 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 128 }
/** Images that wait for the thread. What comes above that is refused, so that nobody can fill the memory. */
const maxWaiting = 30

export class TooManyCards extends Error {}

/** Draws share images in a thread of its own, which starts with the first: drawing would block the event loop. */
export function createCardPainter(): PaintCard {
  const pending = new Map<number, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>()
  let lastId = 0
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function startThread() {
    const file = `./card-thread${import.meta.filename.endsWith('.ts') ? '.server' : ''}${path.extname(import.meta.filename)}`
    const worker = new Worker(new URL(file, import.meta.url), { resourceLimits })
    worker.unref()
    worker.on('message', (reply: CardReply) => {
      const request = pending.get(reply.id)
      pending.delete(reply.id)
      if ('error' in reply) request?.reject(new Error(reply.error))
      else request?.resolve(reply.bytes as Uint8Array<ArrayBuffer>)
      if (pending.size === 0) idle = setTimeout(() => void worker.terminate(), idleMs).unref()
    })
    worker.on('error', (error) => rejectAll(error))
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
      rejectAll(new Error('The thread that draws share images has ended'))
    })
    return worker
  }

  function rejectAll(error: unknown) {
    for (const request of pending.values()) request.reject(error)
    pending.clear()
  }

  return (card, siteName) => {
    if (pending.size >= maxWaiting) return Promise.reject(new TooManyCards())
    clearTimeout(idle)
    thread ??= startThread()
    const request = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    const id = ++lastId
    pending.set(id, request)
    thread.postMessage({ id, card, siteName } satisfies CardRequest)
    return request.promise
  }
}
