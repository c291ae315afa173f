import { runInThread } from '#features/reading/run-in-thread.server.ts'
import { serverLimits } from '#src/limits.ts'
import type { ReadProgramme } from './document.ts'
import type { ReadOptions } from './read-programme.ts'

export type ReadRequest = { content: Uint8Array; options: ReadOptions }

/** Reads a programme in a thread. */
export const readInThread = (
  content: Uint8Array,
  options: ReadOptions,
  maxMs: number = serverLimits.programmeReading,
): Promise<ReadProgramme> =>
  runInThread<ReadProgramme, ReadRequest>(import.meta.url, 'reading-thread', { content, options }, maxMs)
