import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const BLOCK = 4096

type Inode = { content: Buffer } | { names: Map<string, string> }

/**
 * Records exactly what was synced. Syncing a file makes its content and its own name durable (as on ext4, xfs and btrfs);
 * every other creation, rename or removal becomes durable when the directory is synced.
 */
export function syncedDisk(root: string) {
  const inodes = new Map<string, Inode>()

  function onFsync(path: string): void {
    if (!lstatSync(path).isDirectory()) {
      inodes.set(identity(path), { content: readFileSync(path) })
      namesOf(dirname(path)).set(path.slice(dirname(path).length + 1), identity(path))
      return
    }
    const names = namesOf(path)
    names.clear()
    for (const name of readdirSync(path)) names.set(name, identity(join(path, name)))
  }

  function namesOf(folder: string): Map<string, string> {
    const id = identity(folder)
    const inode = inodes.get(id)
    if (inode && 'names' in inode) return inode.names
    const names = new Map<string, string>()
    inodes.set(id, { names })
    return names
  }

  /**
   * Writes to `target` what a power cut now would leave. With `chance` as probability, each block that was written but
   * not synced survives, so pages may be torn.
   */
  function cut(target: string, chance = 0): void {
    restore(identity(root), root, target, chance)
  }

  function restore(id: string, origin: string, target: string, chance: number): void {
    const inode = inodes.get(id)
    if (inode && 'names' in inode) {
      mkdirSync(target, { recursive: true })
      for (const [name, child] of inode.names) restore(child, join(origin, name), join(target, name), chance)
    } else if (inode) {
      writeFileSync(target, chance > 0 ? mixBlocks(inode.content, id, origin, chance) : inode.content)
    } else if (lstatSync(origin, { throwIfNoEntry: false })?.isDirectory()) {
      mkdirSync(target)
    } else {
      // The directory was synced, but the file's content never was.
      writeFileSync(target, '')
    }
  }

  function mixBlocks(synced: Buffer, id: string, origin: string, chance: number): Buffer {
    const isSame = lstatSync(origin, { throwIfNoEntry: false }) && identity(origin) === id
    if (!isSame) return synced
    const written = readFileSync(origin)
    const size = Math.random() < chance ? Math.max(written.length, synced.length) : synced.length
    const result = Buffer.alloc(size)
    synced.copy(result)
    for (let at = 0; at < size; at += BLOCK) {
      if (at < written.length && Math.random() < chance)
        written.copy(result, at, at, Math.min(at + BLOCK, size))
    }
    return result
  }

  return { onFsync, cut }
}

// Inode numbers are reused after a removal; with the birth time they are unique.
function identity(path: string): string {
  const { ino, birthtimeNs } = lstatSync(path, { bigint: true })
  return `${ino}-${birthtimeNs}`
}
