import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { NodeFS } from '@electric-sql/pglite/nodefs'

const SETTINGS = {
  // Saves 130 MB of resident memory against the default and is no slower: the operating system caches the files too.
  shared_buffers: '32MB',
  // WebAssembly memory never shrinks: one index build would keep this much for the life of the process.
  maintenance_work_mem: '16MB',
  // V8's stack overflows before PostgreSQL's default of 2 MB is reached, and that crashes the engine.
  max_stack_depth: '300kB',
  // WebAssembly has no LLVM.
  jit: 'off',
  // An SSD is assumed.
  random_page_cost: '1.1',
  // Limits the recycled WAL files: the default of 1 GB is far more than this database writes.
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  // Announcements need no log (migrations/0019): nobody else listens, and none is lost.
  'hallway.single_process': 'on',
  log_timezone: 'UTC',
}

const DURABLE = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // The default, fdatasync, does nothing in Emscripten and always succeeds.
  wal_sync_method: 'fsync',
}

// PGlite's defaults without -F, which turns fsync off.
const SAFE_PARAMS = PGlite.defaultStartParams.filter((param) => param !== '-F')

const extensions = { pg_trgm, unaccent }

// The exit status of PGlite's main loop when PostgreSQL raises an ordinary error (longjmp).
const POSTGRES_ERROR_STATUS = 100
const EMSCRIPTEN_ENOSPC = 51

/** One running PostgreSQL. `crash` is null while it runs. `stop` is idempotent: it shuts down, or cleans up after a crash. */
export type Engine = { pg: PGlite; crash(): Error | null; stop(): Promise<void> }

/** Starts PostgreSQL in memory, with the same extensions and settings but not durable. */
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
 * Starts PostgreSQL on a file system. After a crash every call rejects with `crash()`, an Error with PostgreSQL's code.
 * Throws an Error of one line if it does not start.
 */
export async function startEngine(
  fs: NodeFS,
  options: Pick<PGliteOptions, 'loadDataDir'> = {},
): Promise<Engine> {
  let fatalMessage = ''
  spareLargeFunctions(fs)
  const pg = new PGlite({
    ...options,
    fs,
    extensions,
    startParams: [...SAFE_PARAMS, ...flags({ ...SETTINGS, ...DURABLE })],
    onStderr: (line) => {
      // The first line is the cause; after a panic the broken memory adds others.
      fatalMessage ||= /^[^[]*\[\d+\] (?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? ''
      return true
    },
  })
  try {
    await pg.waitReady
    forgetRowParsers(pg)
    const crash = detectCrash(pg.Module, (trap) => engineError('stopped', fatalMessage, trap))
    let isStopped = false
    return {
      pg,
      crash,
      async stop() {
        if (isStopped) return
        isStopped = true
        if (crash()) releaseResources(pg)
        else await pg.close()
      },
    }
  } catch (error) {
    releaseResources(pg)
    throw engineError('does not start', fatalMessage, error)
  }
}

/** V8 would take 30 to 600 MB to optimise each of these; the parser takes the most (decision 18). */
const LARGE_FUNCTIONS = [
  'raw_parser',
  'outNode',
  'copyObjectImpl',
  'nodeRead',
  'standard_ProcessUtility',
] as const

/**
 * V8 optimises what runs often, except what it compiled, which is at the first call, while it was to optimise one other
 * function only. So each large function is called then, with an address where nothing can be read.
 */
function spareLargeFunctions(fs: NodeFS): void {
  const init = fs.init.bind(fs)
  fs.init = (pg, options) => init(pg, { ...options, preRun: [...(options.preRun ?? []), callAll] })

  function callAll(module: PGlite['Module']): void {
    const functions = module as unknown as Record<string, (address: number) => void>
    const stack = module.stackSave()
    setFlagsFromString('--wasm-tier-up-filter=0')
    for (const name of LARGE_FUNCTIONS) {
      try {
        functions[`_${name}`]!(-1)
      } catch (trap) {
        if (!(trap instanceof WebAssembly.RuntimeError))
          throw new Error('this version of PGlite is not supported')
      }
      module.stackRestore(stack)
    }
    setFlagsFromString('--wasm-tier-up-filter=-1')
  }
}

/** The highest oid of PostgreSQL's base types and their arrays; row types of tables and views come after it. */
const LAST_BASE_TYPE = 9999

/** PGlite registers a parser for the row type of every table, and Drizzle copies all parsers for each statement. */
function forgetRowParsers({ parsers }: PGlite): void {
  for (const oid of Object.keys(parsers)) if (Number(oid) > LAST_BASE_TYPE) delete parsers[Number(oid)]
}

/**
 * PGlite catches every WebAssembly trap and goes on: after a panic it would read and write with corrupt memory. So the
 * first trap that is not an ordinary PostgreSQL error disables the engine here.
 */
function detectCrash(module: PGlite['Module'], toError: (trap: unknown) => Error): () => Error | null {
  let crash: Error | null = null
  const run = module._PostgresMainLoopOnce
  if (typeof run !== 'function' || typeof module.stackRestore !== 'function') {
    throw new Error('this version of PGlite is not supported')
  }
  module._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (trap) {
      if ((trap as { status?: number }).status !== POSTGRES_ERROR_STATUS) {
        crash = toError(trap)
        disableEngine(crash)
      }
      throw trap
    }
  }
  // On a trap PGlite calls stackRestore first and outside its try block: an error thrown there reaches the caller.
  const disableEngine = (error: Error) => {
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
  return () => crash
}

// Closes files and timers. Not pg.close(): it would write a checkpoint from corrupt memory.
function releaseResources(pg: PGlite): void {
  for (const step of [() => pg.Module.FS.quit(), () => pg.Module._emscripten_force_exit(0)]) {
    try {
      step()
    } catch {
      // Emscripten exits by throwing.
    }
  }
}

function engineError(event: string, fatalMessage: string, cause: unknown): Error {
  const { message = String(cause), errno } = cause as { message?: string; errno?: number }
  const isFull = fatalMessage.includes('No space left on device') || errno === EMSCRIPTEN_ENOSPC
  const reason = fatalMessage || (isFull ? 'No space left on device' : message)
  return Object.assign(new Error(`The embedded database ${event}: ${reason}`, { cause }), {
    code: isFull ? '53100' : '57P02',
  })
}

function flags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
