import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { constraintOf, type Store } from './db.ts'

const folder = 'migrations'

/** Any fixed number: processes that start together wait here for each other. */
const lock = 'select pg_advisory_xact_lock(4212907)'

export type Migration = { name: string; checksum: string }

/**
 * Applies the migrations that the database lacks, or only those of them that are `wanted`, each in a transaction of its
 * own, under a lock. Returns their names. Throws an Error of one line if the database is newer than the code, or was
 * made by a draft of these files.
 */
export async function migrate(store: Store, wanted?: Migration[]): Promise<string[]> {
  const files = await migrationFiles()
  await store.execute(
    lock,
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const applied = (await store.execute('select name, checksum from migrations')) as Migration[]
  refuseUnknown('The database', applied, files)
  const done: string[] = []
  for (const { name, checksum, text } of files) {
    if (applied.some((each) => each.name === name)) continue
    if (wanted && !wanted.some((each) => each.name === name)) continue
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

/** Throws an Error of one line if `applied`, the migrations of what is named by `what`, aren't all this code's. */
export async function mustBeKnown(what: string, applied: Migration[]): Promise<void> {
  refuseUnknown(what, applied, await migrationFiles())
}

async function migrationFiles(): Promise<(Migration & { text: string })[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function refuseUnknown(what: string, applied: Migration[], files: Migration[]): void {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const unknown = applied.map(({ name }) => name).filter((name) => !checksums.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `${what} is newer than this Hallway: it has ${unknown.join(', ')}. Start the newer version.`,
    )
  }
  const changed = applied.find(({ name, checksum }) => checksums.get(name) !== checksum)
  if (changed) {
    throw new Error(
      `${what} was made by an earlier draft of ${changed.name}: before version 1, start again with an empty database.`,
    )
  }
}
