import { readdir } from 'node:fs/promises'
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

/** An empty database as it was before migration 0020. */
async function storeBefore(): Promise<Store> {
  const empty = await emptyStore()
  const names = (await readdir('migrations')).filter((name) => name < '0020').sort()
  await migrate(
    empty,
    names.map((name) => ({ name, checksum: '' })),
  )
  return empty
}

testAtNight(
  'what was folded with a final sigma is folded anew, and two topics that are one word become one',
  async () => {
    store = await storeBefore()
    const { db } = store
    // By hand where later migrations give the tables columns that the factories write.
    await db.execute(sql`insert into invitation_codes (code) values ('SIGMA')`)
    await db.execute(sql`
    insert into "user" (name, email, email_verified, invitation_code) values ('Άρης', 'aris@example.com', true, 'SIGMA')`)
    const [speaker] = await rows<{ id: string }>(db)`
      insert into speakers (name, location_name) values ('Νίκος', 'Πάτρας') returning id`
    await db.execute(sql`insert into topics (name) values ('Σοφός'), ('ΣΟΦΟΣ')`)
    for (const [slug, name, tag] of [
      ['one', 'Λόγος 2024', 'Σοφός'],
      ['two', 'ΛΌΓΟΣ 2025', 'ΣΟΦΟΣ'],
      ['three', 'Another', 'ΣΟΦΟΣ'],
    ]) {
      const [event] = await rows<{ id: string }>(
        db,
        sql`
        insert into events (name, slug, start_date, end_date, location_name, country_name)
        values (${name}, ${slug}, '2027-03-01', '2027-03-01', 'Πειραιάς', 'Ελλάς') returning id`,
      )
      await db.execute(sql`insert into event_tags (event_id, tag) values (${event!.id}::uuid, ${tag})`)
      if (slug === 'three') continue
      const [talk] = await rows<{ id: string }>(
        db,
        sql`
        insert into talks (event_id, title, date) values (${event!.id}::uuid, 'Ο κόσμος', '2027-03-01') returning id`,
      )
      await db.execute(
        sql`insert into talk_speakers (talk_id, speaker_id) values (${talk!.id}::uuid, ${speaker!.id}::uuid)`,
      )
    }
    const versions = () =>
      rows(
        db,
        sql`select updated_at::text from profiles union all select updated_at::text from speakers order by 1`,
      )
    const before = await versions()
    const readFolded = () =>
      rows<{ text: string }>(
        db,
        sql`
        select name_key as text from profiles union all select name_key || doc from speakers
        union all select concat(name_key, city_key, country_key, conference_key, doc) from events
        union all select doc from talks union all select name_key from speaker_topics
        union all select word from words union all select concat(city_key, country_key) from places`,
      )
    expect((await readFolded()).filter(({ text }) => text?.includes('ς')).length).toBeGreaterThan(5)

    expect(await migrate(store)).toContain('0020_final_sigma.sql')

    expect((await readFolded()).filter(({ text }) => text?.includes('ς'))).toEqual([])
    expect(await versions()).toEqual(before)
    expect(await rows(db, sql`select name, event_count from topics`)).toEqual([
      { name: 'ΣΟΦΟΣ', event_count: 3 },
    ])
    expect(await rows(db, sql`select distinct tags from events`)).toEqual([{ tags: ['ΣΟΦΟΣ'] }])
    expect(await rows(db, sql`select unique_conferences from speakers`)).toEqual([{ unique_conferences: 1 }])
    await expect(db.execute(sql`insert into topics (name) values ('σοφος')`)).rejects.toThrow()
    for (const search of ['ΛΟΓΟΣ', 'λογος', 'ελλας', 'ΣΟΦΟΣ', 'σοφός']) {
      const { events } = await callAs(store, null, '2024-01-01').events.list({ search })
      expect([search, events.length]).toEqual([search, /^λ/i.test(search) ? 2 : 3])
    }
  },
)
