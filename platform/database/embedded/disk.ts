import fs from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The part of Emscripten's NODEFS that is patched here; PGlite does not export a type for it. */
type NodeFileSystem = {
  realPath(node: unknown): string
  tryFSOperation<T>(operation: () => T): T
  stream_ops: {
    fsync?(stream: OpenFile): number
    write(
      stream: OpenFile,
      ...part: [bytes: Uint8Array, offset: number, length: number, position: number]
    ): number
  }
}
type OpenFile = { nfd: number; node: unknown }

export type Disk = ReturnType<typeof openDisk>

/**
 * PGlite's access to the real disk. Counts fsync calls and reports each synced path to `onFsync`. Keeps `reserveBytes`
 * in `file`, so that PostgreSQL can still write its log when the disk is full. `onFull` is called when that is needed, and
 * when a table cannot grow.
 */
export function openDisk(
  file: string,
  reserveBytes: number,
  { onFsync, onFull }: { onFsync?: (path: string) => void; onFull: () => void },
) {
  let fsyncs = 0
  const reserve = openReserve(file, reserveBytes, onFull)

  function sync(descriptor: number, path: string): void {
    fs.fsyncSync(descriptor)
    fsyncs += 1
    onFsync?.(path)
  }

  /** Syncs one file or directory by its path. */
  function syncPath(path: string): void {
    const descriptor = fs.openSync(path, 'r')
    try {
      sync(descriptor, path)
    } finally {
      fs.closeSync(descriptor)
    }
  }

  /** Syncs a folder with all that is in it, children first. */
  function syncTree(folder: string): void {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) syncTree(path)
      else syncPath(path)
    }
    syncPath(folder)
  }

  /**
   * A file system for PGlite with a real fsync. The shipped one has none: every fsync succeeds and does nothing, which is
   * right for a folder that is synced as a whole afterwards (`isSynced: false`).
   */
  function mount(folder: string, { isSynced = true } = {}): NodeFS {
    const nodeFs = new NodeFS(folder)
    const init = nodeFs.init.bind(nodeFs)
    nodeFs.init = (pg: PGlite, options) =>
      init(pg, {
        ...options,
        preRun: [
          ...(options.preRun ?? []),
          (module) =>
            patchFileSystem(module.NODEFS, folder, {
              sync: isSynced ? sync : undefined,
              spendReserve: reserve.spend,
              onFull,
            }),
        ],
      })
    return nodeFs
  }

  return { mount, syncPath, syncTree, fillReserve: reserve.fill, fsyncs: () => fsyncs }
}

/** Space on the disk that is released, a WAL segment at a time, when the disk is full. */
function openReserve(file: string, reserveBytes: number, onFull: () => void) {
  const size = () => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0

  /** Refills the reserve. Returns false while the disk has no room for it and, unless it is whole, one more WAL segment. */
  function fill({ wasFull = false } = {}): boolean {
    const missing = Math.max(0, reserveBytes - size())
    if (missing === 0 && !wasFull) return true
    const { bavail, bsize } = fs.statfsSync(join(file, '..'))
    if (bavail * bsize < missing + WAL_SEGMENT) return false
    const descriptor = fs.openSync(file, 'a', 0o600)
    try {
      for (let remaining = missing; remaining > 0; remaining -= RESERVE_CONTENT.length) {
        fs.writeSync(descriptor, RESERVE_CONTENT, 0, Math.min(remaining, RESERVE_CONTENT.length))
      }
      fs.fsyncSync(descriptor)
      return size() >= reserveBytes
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
      throw error
    } finally {
      fs.closeSync(descriptor)
    }
  }

  /** Releases a segment. Returns false when nothing is left. */
  function spend(): boolean {
    const current = size()
    if (current === 0) return false
    fs.truncateSync(file, Math.max(0, current - WAL_SEGMENT))
    onFull()
    return true
  }

  return { fill, spend }
}

function patchFileSystem(
  nodefs: unknown,
  folder: string,
  {
    sync,
    spendReserve,
    onFull,
  }: {
    sync: ((descriptor: number, path: string) => void) | undefined
    spendReserve: () => boolean
    onFull: () => void
  },
): void {
  // A full disk is an ordinary error for table and sort files, which are in base/; anywhere else PostgreSQL panics.
  const tableFolder = join(folder, 'base', '/')
  // A sort that needs more than there is says nothing of other statements.
  const sortFolder = join('/', 'pgsql_tmp', '/')
  if (!isNodeFileSystem(nodefs)) {
    throw new Error('this version of PGlite is not supported')
  }
  if (sync)
    nodefs.stream_ops.fsync = (stream) =>
      nodefs.tryFSOperation(() => {
        sync(stream.nfd, nodefs.realPath(stream.node))
        return 0
      })
  nodefs.stream_ops.write = (stream, ...part) =>
    nodefs.tryFSOperation(() => {
      const write = () => fs.writeSync(stream.nfd, ...part)
      try {
        return write()
      } catch (error) {
        const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
        const file = nodefs.realPath(stream.node)
        const isTable = file.startsWith(tableFolder)
        if (isFull && isTable && !file.includes(sortFolder)) onFull()
        if (!isFull || isTable || !spendReserve()) throw error
        return write()
      }
    })
}

// The size of one segment: the write-ahead log grows by whole segments.
const WAL_SEGMENT = 16 * 1024 * 1024
// Random bytes: a compressing file system would reserve no space for zeros.
const RESERVE_CONTENT = crypto.getRandomValues(new Uint8Array(65_536))

function isNodeFileSystem(value: unknown): value is NodeFileSystem {
  const nodefs = value as Partial<NodeFileSystem> | undefined
  return (
    typeof nodefs?.realPath === 'function' &&
    typeof nodefs.tryFSOperation === 'function' &&
    typeof nodefs.stream_ops?.write === 'function'
  )
}
