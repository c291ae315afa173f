import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { constraintOf, type Store } from './db.ts'

const folder = new URL('../migrations/', import.meta.url)

/** Any fixed number: processes that start together wait here for each other. */
const lock = 'select pg_advisory_xact_lock(4212907)'

/**
 * Applies the migrations that the database lacks, each in a transaction of its own, under a lock. Returns their names.
 * Throws an Error of one line if the database is newer than the code, or was made by a draft of these files.
 */
export async function migrate(store: Store): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await store.execute(
    lock,
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const applied = new Map(
    (await store.execute('select name, checksum from migrations')).map((row) => [row.name, row.checksum]),
  )
  const unknown = [...applied.keys()].filter((name) => !files.includes(String(name)))
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this Hallway: it has ${unknown.join(', ')}. Start the newer version.`,
    )
  }
  const done: string[] = []
  for (const name of files) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    if (applied.get(name) === checksum) continue
    if (applied.has(name)) {
      throw new Error(
        `The database was made by an earlier draft of ${name}: before version 1, start again with an empty one.`,
      )
    }
    try {
      await store.execute(
        lock,
        `insert into migrations (name, checksum) values ('${name}', '${checksum}')`,
        text,
      )
    } catch (error) {
      // Another process that started at the same time held the lock and has applied it.
      if (constraintOf(error) === 'migrations_pkey') continue
      throw error
    }
    done.push(name)
  }
  return done
}
