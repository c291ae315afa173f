import { workerData } from 'node:worker_threads'
import { replyWith } from '#features/reading/reply.server.ts'
import type { ReadRequest } from './read-in-thread.server.ts'
import { readProgramme } from './read-programme.ts'

const { content, options }: ReadRequest = workerData

await replyWith(() => readProgramme(content, options))
