import { parentPort } from 'node:worker_threads'
import type { CardReply, CardRequest } from './card-painter.server.ts'
import { drawCard } from './draw-card.server.ts'

parentPort!.on('message', async ({ id, card, siteName }: CardRequest) => {
  try {
    parentPort!.postMessage({ id, bytes: await drawCard(card, siteName) } satisfies CardReply)
  } catch (error) {
    parentPort!.postMessage({ id, error: String(error) } satisfies CardReply)
  }
})
