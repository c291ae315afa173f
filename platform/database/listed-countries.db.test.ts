import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { callAs } from '#tests/support/call.ts'
import { emptyStore } from '#tests/support/database.ts'
import { rows, type Store } from './db.ts'
import { migrate } from './migrate.ts'

// In the nightly: a migration that has landed stays as it is.
const testAtNight = test.runIf(process.env.HALLWAY_LONG === '1')

let store: Store
afterEach(() => store?.close())

testAtNight(
  'countries of speakers get the names of the list, what is not known stays, and a second time changes nothing',
  async () => {
    store = await emptyStore()
    const { db } = store
    const names = (await readdir('migrations')).filter((name) => name < '0064').sort()
    await migrate(
      store,
      names.map((name) => ({ name, checksum: '' })),
    )
    const countries = ['USA', 'united states of america', 'Turkey', 'UK', 'Norway', 'Atlantis', null]
    for (const [index, country] of countries.entries())
      await db.execute(
        sql`insert into speakers (name, country_name) values (${`Speaker ${index}`}, ${country}::text)`,
      )
    await db.execute(sql`
    insert into speaker_merges (kept_id, removed_id, removed_name, before)
    select id, gen_random_uuid(), 'Removed', '{"speaker": {"country_name": "USA"}, "filled": {"country_name": "USA"}, "links": []}'
    from speakers where name = 'Speaker 0'`)
    const versions = () =>
      rows<{ name: string; updated_at: string }>(
        db,
        sql`select name, updated_at::text from speakers order by name`,
      )
    const before = await versions()

    const name = '0064_speakers_countries.sql'
    expect(await migrate(store, [{ name, checksum: '' }])).toEqual([name])

    expect(
      (
        await rows<{ country_name: string | null }>(db, sql`select country_name from speakers order by name`)
      ).map(({ country_name }) => country_name),
    ).toEqual(['United States', 'United States', 'Türkiye', 'United Kingdom', 'Norway', 'Atlantis', null])
    expect(await rows(db, sql`select before from speaker_merges`)).toEqual([
      {
        before: {
          speaker: { country_name: 'United States' },
          filled: { country_name: 'United States' },
          links: [],
        },
      },
    ])
    const after = await versions()
    expect(after.slice(4)).toEqual(before.slice(4))
    await store.execute(await readFile(`migrations/${name}`, 'utf8'))
    expect(await versions()).toEqual(after)
    await migrate(store)
    const { speakers } = await callAs(store, null).speakers.list({ search: 'united states' })
    expect(speakers.map(({ name }) => name)).toEqual(['Speaker 0', 'Speaker 1'])
  },
)
