import { eq, sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { profiles } from '#features/people/people.tables.ts'
import { readEnv } from '#platform/env.ts'
import { exitCodeOf } from '#platform/exit-code.ts'
import { callAs } from '#tests/support/call.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { pgbouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { postgresStore, rows } from './db.ts'
import { openStore } from './open-store.ts'

const engine = inject('engine')
const serverUrl = engine.kind === 'postgres' ? engine.url : ''
const urlOf = (database: string) => serverUrl.replace(/[^/]+$/, database)
const open = (DATABASE_URL: string, DATABASE_REPLICA_URL = '') =>
  openStore(readEnv({ DATABASE_URL, DATABASE_REPLICA_URL }))

/** Lends `use` a database that `create database` makes with these words. */
async function withDatabase(options: string, use: (url: string) => Promise<void>): Promise<void> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const main = postgresStore(serverUrl, undefined, 1)
  await main.db.execute(sql.raw(`create database ${name} ${options}`))
  try {
    await use(urlOf(name))
  } finally {
    await main.db.execute(sql.raw(`drop database ${name} with (force)`))
    await main.close()
  }
}

describe.runIf(engine.kind === 'postgres')(
  'a server is refused in one sentence that names the setting',
  () => {
    test.each([
      [
        'LATIN1',
        'has the encoding LATIN1: create it with createdb --template template0 --encoding UTF8 --locale C.UTF-8.',
      ],
      [
        'SQL_ASCII',
        'has the encoding SQL_ASCII: create it with createdb --template template0 --encoding UTF8 --locale C.UTF-8.',
      ],
      [
        'UTF8',
        'knows no capitals but A to Z, so a search would miss names in other letters: create it with createdb --template template0 --encoding UTF8 --locale C.UTF-8.',
      ],
    ])('encoding %s with locale C', async (encoding, sentence) => {
      await withDatabase(`template template0 encoding '${encoding}' locale 'C'`, async (url) => {
        await expect(open(url)).rejects.toThrow(`The database of DATABASE_URL ${sentence}`)
      })
    })

    test('no such database', async () => {
      await expect(open(urlOf('nowhere'))).rejects.toThrow(
        `The database of DATABASE_URL can't be opened: database "nowhere" does not exist`,
      )
    })

    test('what the operator has to change ends with 78, what may pass with 1', async () => {
      const codes = await Promise.all(
        [
          urlOf('nowhere'),
          `${serverUrl}?sslmode=verify-full&sslrootcert=/nowhere.pem`,
          'postgres://127.0.0.1:9/hallway',
          'postgres://db.invalid/hallway',
        ].map((url) => open(url).then(() => 0, exitCodeOf)),
      )
      expect(codes).toEqual([78, 78, 1, 1])
    })

    test('no such host', async () => {
      await expect(open('postgres://db.invalid/hallway')).rejects.toThrow(
        'The database of DATABASE_URL is on a host that is not known: db.invalid',
      )
    })

    test('no such server', async () => {
      await expect(open('postgres://127.0.0.1:9/hallway')).rejects.toThrow(
        'The database of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:9',
      )
    })

    test('a replica that is another database is not read, and the log says so', async () => {
      const { template } = engine as { template: string }
      await withDatabase(`template ${template}`, async (url) => {
        await withDatabase(`template ${template}`, async (other) => {
          const lines: string[] = []
          const settings = { DATABASE_URL: url, DATABASE_REPLICA_URL: other }
          const store = await openStore(readEnv(settings), (line) => lines.push(line))
          expect(store.replica).toBe(store.db)
          await store.close()
          expect(lines).toEqual([
            'The database of DATABASE_REPLICA_URL is no copy of that of DATABASE_URL, so it is not read: name a streaming replica of DATABASE_URL.',
          ])
        })
        const itself = await open(url, url)
        expect(itself.replica).not.toBe(itself.db)
        await itself.close()
      })
    })

    test('a replica that is away is no reason', async () => {
      const { template } = engine as { template: string }
      await withDatabase(`template ${template}`, async (url) => {
        const store = await open(url, 'postgres://127.0.0.1:9/hallway')
        expect(await rows(store.replica, sql`select 1 as one`)).toEqual([{ one: 1 }])
        await store.close()
      })
    })
  },
)

test.runIf(engine.kind === 'postgres')('without a pooler statements are prepared', async () => {
  const store = postgresStore(serverUrl, undefined, 1)
  await store.db.execute(sql`select ${1}::int`)
  const preparedStatements = await rows<{ statement: string }>(
    store.db,
    sql`select statement from pg_prepared_statements`,
  )
  expect(preparedStatements.map(({ statement }) => statement)).toContain('select $1::int')
  await store.close()
})

test.runIf(engine.kind === 'postgres')(
  'a server on this machine is reached by the socket in the folder that the address names',
  async () => {
    const main = postgresStore(serverUrl, undefined, 1)
    const [settings] = await rows<{ folder: string }>(
      main.db,
      sql`select current_setting('unix_socket_directories') as folder`,
    )
    await main.close()
    const { username, port, pathname } = new URL(serverUrl)
    for (const folder of [settings!.folder, encodeURIComponent(settings!.folder)]) {
      const store = await open(`postgres://${username}@:${port}${pathname}?host=${folder}`)
      const [way] = await rows(store.db, sql`select inet_client_addr() as address, current_user as name`)
      await store.close()
      expect(way).toEqual({ address: null, name: username })
    }
  },
)

describe.runIf(engine.kind === 'postgres' && pgbouncer)(
  'behind PgBouncer (not run where it is not installed)',
  () => {
    test.each(['session', 'transaction'] as const)(
      'in %s mode pages are fresh within two seconds',
      async (mode) => {
        const { template } = engine as { template: string }
        await withDatabase(`template ${template}`, async (url) => {
          const pooler = await startPgBouncer(url, mode)
          const stores = [await open(pooler.url), await open(pooler.url)]
          const [writer, other] = stores as [(typeof stores)[0], (typeof stores)[0]]
          try {
            const announcedTags: Record<'writer' | 'other', string[]> = { writer: [], other: [] }
            const listener = (tags: string[]) => ({
              onChange: (tag: string) => void tags.push(tag),
              onUnknownChange: () => void tags.push('anything'),
            })
            await writer.watchChanges(listener(announcedTags.writer))
            await other.watchChanges(listener(announcedTags.other))
            const person = await makePerson(writer.db)
            const viewer = { ...person, isAdmin: false, avatar_url: null, unread: 0 }
            // More at once than the pooler has connections, in transactions and out of them.
            await Promise.all(
              Array.from({ length: 30 }, async (_, n) => {
                await writer.db.transaction((tx) => makeTopic(tx, { name: `Topic ${n}` }))
                await callAs(other, null).topics.popular({})
              }),
            )
            await writer.waitForChanges()
            await other.waitForChanges()
            announcedTags.writer.length = 0
            announcedTags.other.length = 0
            await writer.db.update(profiles).set({ bio: 'New' }).where(eq(profiles.id, viewer.id))
            await writer.waitForChanges()
            expect(announcedTags.writer).toEqual([`profile:${person.id}`])
            await expect.poll(() => announcedTags.other).toContain(`profile:${person.id}`)
          } finally {
            for (const store of stores) await store.close()
            await pooler.stop()
          }
        })
      },
    )
  },
)
