import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { postgresStore, type Store } from '#platform/database/db.ts'
import { openEmbedded, openInMemory } from '#platform/database/embedded/embedded.ts'
import { embeddedStore } from '#platform/database/embedded/embedded-store.ts'
import { builtArchive } from './built-archive.ts'

/** A fresh, migrated, empty database on the engine under test. The caller closes it. */
export async function freshStore(): Promise<Store> {
  const engine = inject('engine')
  return engine.kind === 'embedded'
    ? embeddedStore(await openInMemory({ loadDataDir: await openAsBlob(engine.image) }))
    : copyOf(engine.url, engine.template)
}

/** A database without a table on the engine under test. The caller closes it. */
export async function emptyStore(): Promise<Store> {
  const engine = inject('engine')
  if (engine.kind === 'postgres') return copyOf(engine.url, 'template0')
  const store = await newEmbeddedStore()
  await store.execute('drop schema public cascade', 'create schema public')
  return store
}

async function copyOf(url: string, template: string): Promise<Store> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const main = postgresStore(url, undefined, 1)
  await main.db.execute(`create database ${name} template ${template}`)
  const store = postgresStore(url.replace(/[^/]+$/, name), undefined, 20)
  return {
    ...store,
    close: async () => {
      await store.close()
      await main.db.execute(`drop database ${name} with (force)`)
      await main.close()
    },
  }
}

/** What a new data folder has: an empty, migrated embedded database. The caller closes it. */
export async function newEmbeddedStore(): Promise<Store> {
  return embeddedStore(await openInMemory({ loadDataDir: await builtArchive() }))
}

/**
 * The settings of a new database on the engine under test, for processes: without a table, or migrated, as the embedded one
 * always is. `folder` gets its data folder.
 */
export async function settingsOfDatabase(
  folder: string,
  state: 'empty' | 'migrated',
): Promise<{ DATA_DIR: string; SAMPLE_DATA: string; DATABASE_URL?: string }> {
  const engine = inject('engine')
  const settings = { DATA_DIR: path.join(folder, randomUUID()), SAMPLE_DATA: 'off' }
  if (engine.kind === 'embedded') {
    await (await openEmbedded(settings.DATA_DIR, { loadDataDir: await openAsBlob(engine.image) })).close()
    return settings
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const main = postgresStore(engine.url, undefined, 1)
  await main.db.execute(
    `create database ${name} template ${state === 'empty' ? 'template0' : engine.template}`,
  )
  await main.close()
  return { ...settings, DATABASE_URL: engine.url.replace(/[^/]+$/, name) }
}

/** One fresh database for the tests of a file: `const the = useStore()`, then `the.store` inside a test. */
export function useStore(): { store: Store } {
  const holder = {} as { store: Store }
  beforeAll(async () => {
    holder.store = await freshStore()
  })
  afterAll(() => holder.store?.close())
  return holder
}
