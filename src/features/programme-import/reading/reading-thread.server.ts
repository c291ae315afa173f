import { workerData } from 'node:worker_threads'
import type { ReadRequest } from './read-in-thread.server.ts'
import { readProgramme } from './read-programme.ts'
import { replyWith } from './reply.server.ts'

const { content, options }: ReadRequest = workerData

await replyWith(() => readProgramme(content, options))
