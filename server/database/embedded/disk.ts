import fs from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Emscripten's Node file system: what is used of it here, for PGlite gives it no type. */
type NodeFileSystem = {
  realPath(node: unknown): string
  tryFSOperation<T>(operation: () => T): T
  stream_ops: {
    fsync?(stream: OpenFile): number
    write(stream: OpenFile, bytes: Uint8Array, offset: number, length: number, position: number): number
  }
}
type OpenFile = { nfd: number; node: unknown }

export type Disk = ReturnType<typeof openDisk>

/**
 * The way to the real disk: counts fsync calls, reports each path to `onFsync` once it is synced, and keeps
 * `reserveBytes` in `file` for what PostgreSQL must be able to write. `onFull` hears when that is first spent.
 */
export function openDisk(
  file: string,
  reserveBytes: number,
  { onFsync, onFull }: { onFsync?: (path: string) => void; onFull: () => void },
) {
  let fsyncs = 0

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

  /** Makes the reserve whole again; false while the disk has no room for it and as much again to work in. */
  function fillReserve(): boolean {
    const missing = reserveBytes - reserveSize()
    if (missing <= 0) return true
    const { bavail, bsize } = fs.statfsSync(join(file, '..'))
    if (bavail * bsize < missing + STEP) return false
    const descriptor = fs.openSync(file, 'a', 0o600)
    try {
      for (let left = missing; left > 0; left -= FILLING.length) {
        fs.writeSync(descriptor, FILLING, 0, Math.min(left, FILLING.length))
      }
      fs.fsyncSync(descriptor)
      return reserveSize() >= reserveBytes
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
      throw error
    } finally {
      fs.closeSync(descriptor)
    }
  }

  function spendReserve(): boolean {
    const size = reserveSize()
    if (size === 0) return false
    fs.truncateSync(file, Math.max(0, size - STEP))
    onFull()
    return true
  }

  function reserveSize(): number {
    return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  }

  /** A file system for PGlite whose fsync is the real one. As shipped it has none, and every fsync succeeds. */
  function mount(folder: string): NodeFS {
    const shipped = new NodeFS(folder)
    const init = shipped.init.bind(shipped)
    shipped.init = (pg: PGlite, options) =>
      init(pg, { ...options, preRun: [...(options.preRun ?? []), (module) => wire(module.NODEFS, folder)] })
    return shipped
  }

  function wire(nodefs: unknown, folder: string): void {
    // Tables and sorts live in here, where a full disk is an ordinary error. Elsewhere it is a panic.
    const tables = join(folder, 'base', '/')
    if (!isNodeFileSystem(nodefs)) {
      throw new Error('this PGlite has other internals')
    }
    nodefs.stream_ops.fsync = (stream) =>
      nodefs.tryFSOperation(() => {
        sync(stream.nfd, nodefs.realPath(stream.node))
        return 0
      })
    nodefs.stream_ops.write = (stream, bytes, offset, length, position) =>
      nodefs.tryFSOperation(() => {
        const write = () => fs.writeSync(stream.nfd, bytes, offset, length, position)
        try {
          return write()
        } catch (error) {
          const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
          if (!isFull || nodefs.realPath(stream.node).startsWith(tables) || !spendReserve()) throw error
          return write()
        }
      })
  }

  return { mount, syncPath, syncTree, fillReserve, fsyncs: () => fsyncs }
}

// One segment of the write-ahead log: what has to fit whenever it grows.
const STEP = 16 * 1024 * 1024
// Not zeros: a file system that compresses would keep nothing back for them.
const FILLING = crypto.getRandomValues(new Uint8Array(65_536))

function isNodeFileSystem(value: unknown): value is NodeFileSystem {
  const nodefs = value as Partial<NodeFileSystem> | undefined
  return (
    typeof nodefs?.realPath === 'function' &&
    typeof nodefs.tryFSOperation === 'function' &&
    typeof nodefs.stream_ops?.write === 'function'
  )
}
