import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { NodeFS } from '@electric-sql/pglite/nodefs'

const SETTINGS = {
  // Resident for good, and the system's own cache stands behind it: 130 MB less than as shipped, no slower.
  shared_buffers: '32MB',
  // WASM memory never shrinks again, so one index build would keep this much for ever.
  maintenance_work_mem: '16MB',
  // V8's stack ends before PostgreSQL's own 2 MB, which kills the engine: this refuses most recursion before.
  max_stack_depth: '300kB',
  // There is no compiler to compile with.
  jit: 'off',
  // Nothing turns under the data.
  random_page_cost: '1.1',
  // Used-up log files that stay for reuse; the shipped 1 GB suits another kind of house.
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  // Announcements need no log (migrations/0020): nobody else listens, and none is lost.
  'hallway.single_process': 'on',
  log_timezone: 'UTC',
}

const DURABLE = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // The default, fdatasync, is a stub in Emscripten that always succeeds.
  wal_sync_method: 'fsync',
}

// As shipped, but without -F, which turns fsync off.
const SAFE_PARAMS = PGlite.defaultStartParams.filter((param) => param !== '-F')

const extensions = { pg_trgm, unaccent }

// The status PGlite leaves its engine with when PostgreSQL raises an ordinary error.
const LONG_JUMP = 100
const EMSCRIPTEN_ENOSPC = 51

/** One running PostgreSQL. `stop` checkpoints it, or, if it is dead, gives back what it held; twice is as once. */
export type Engine = { pg: PGlite; death(): Error | null; stop(): Promise<void> }

/** Starts PostgreSQL in memory, with the same extensions and settings but nothing to lose. */
export async function startInMemory(options: { loadDataDir?: Blob } = {}): Promise<PGlite> {
  const pg = await PGlite.create({
    ...options,
    extensions,
    startParams: [...PGlite.defaultStartParams, ...flags(SETTINGS)],
  })
  forgetRowParsers(pg)
  return pg
}

/**
 * Starts PostgreSQL on a file system. Should it die, every call to it rejects with `death()`, an Error with the
 * code of its cause. Throws an Error of one line if it does not start.
 */
export async function startEngine(
  fs: NodeFS,
  options: Pick<PGliteOptions, 'loadDataDir'> = {},
): Promise<Engine> {
  let lastWords = ''
  const pg = new PGlite({
    ...options,
    fs,
    extensions,
    startParams: [...SAFE_PARAMS, ...flags({ ...SETTINGS, ...DURABLE })],
    onStderr: (line) => {
      // The first is the cause; the broken memory of a panic adds others.
      lastWords ||= /^[^[]*\[\d+\] (?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? ''
      return true
    },
  })
  try {
    await pg.waitReady
    forgetRowParsers(pg)
    const death = watch(pg.Module, (trap) => failure('stopped', lastWords, trap))
    let isStopped = false
    return {
      pg,
      death,
      async stop() {
        if (isStopped) return
        isStopped = true
        if (death()) release(pg)
        else await pg.close()
      },
    }
  } catch (error) {
    release(pg)
    throw failure('does not start', lastWords, error)
  }
}

/** The last oid of PostgreSQL's own base types and their arrays; above are rows of tables and views. */
const LAST_BASE_TYPE = 9999

/** PGlite makes a parser for arrays of the rows of every table, and drizzle has all parsers copied for each statement. */
function forgetRowParsers({ parsers }: PGlite): void {
  for (const oid of Object.keys(parsers)) if (Number(oid) > LAST_BASE_TYPE) delete parsers[Number(oid)]
}

/**
 * PGlite swallows every trap of its engine and calls it again: after a panic it would answer, and write, from
 * a broken memory. So the first trap that isn't PostgreSQL's own way of raising an error ends the engine here.
 */
function watch(module: PGlite['Module'], deathBy: (trap: unknown) => Error): () => Error | null {
  let death: Error | null = null
  const run = module._PostgresMainLoopOnce
  if (typeof run !== 'function' || typeof module.stackRestore !== 'function') {
    throw new Error('this PGlite has other internals')
  }
  module._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (trap) {
      if ((trap as { status?: number }).status !== LONG_JUMP) {
        death = deathBy(trap)
        close(death)
      }
      throw trap
    }
  }
  // stackRestore is what PGlite calls first on a trap, and outside its own try: from there the error gets out.
  const close = (error: Error) => {
    const refuse = () => {
      throw error
    }
    const ignore = () => {}
    module._PostgresMainLoopOnce = refuse
    module.stackRestore = refuse
    module._PostgresSendReadyForQueryIfNecessary = ignore
    module._pgl_pq_flush = ignore
    module._pgl_run_atexit_funcs = ignore
  }
  return () => death
}

// Files and timers; not pg.close(), which would have a broken memory write its last checkpoint.
function release(pg: PGlite): void {
  for (const step of [() => pg.Module.FS.quit(), () => pg.Module._emscripten_force_exit(0)]) {
    try {
      step()
    } catch {
      // Leaving is an exception too.
    }
  }
}

function failure(what: string, lastWords: string, cause: unknown): Error {
  const { message = String(cause), errno } = cause as { message?: string; errno?: number }
  const isFull = lastWords.includes('No space left on device') || errno === EMSCRIPTEN_ENOSPC
  const reason = lastWords || (isFull ? 'No space left on device' : message)
  return Object.assign(new Error(`The embedded database ${what}: ${reason}`, { cause }), {
    code: isFull ? '53100' : '57P02',
  })
}

function flags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
