import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { fold, searchForm, searchWords } from '#lib/text.ts'
import { callAs } from '#tests/support/call.ts'
import { emptyStore, useStore } from '#tests/support/database.ts'
import { charactersOfSigns, signsSql } from '#tests/support/signs-sql.ts'
import { rows, type Store } from './db.ts'
import { migrate } from './migrate.ts'

const context = useStore()

const foldedByDatabase = async (texts: string[]) =>
  (
    await rows<{ folded: string }>(
      context.store.db,
      sql`select fold(text) as folded from unnest(${sql.param(texts)}::text[]) with ordinality as list (text, n) order by n`,
    )
  ).map(({ folded }) => folded)

const words = [
  ...['Café', 'ÅNGSTRÖM', 'Straße', 'Łódź', 'Bjørk Æther', 'ﬁne', 'Привет', 'İstanbul', '東京', 'が', '٣'],
  ...['ΣΟΦΟΣ Σοφός σοφοσ', 'Ｏｔｔｅｒ', 'm²', 'Dana O’Sample', 'and so on…', 'a`b', ''],
]

describe('fold() is the same here and in the database', () => {
  const signs = charactersOfSigns.flatMap(({ characters }) => characters)

  test('for each character of the table, alone and in a word', async () => {
    const texts = [...words, ...signs, ...signs.map((sign) => `O${sign}Sample É`)]
    expect(await foldedByDatabase(texts)).toEqual(texts.map(fold))
    for (const { sign, characters } of charactersOfSigns)
      for (const character of characters) expect(fold(`O${character}S`)).toBe(`o${sign}s`)
  })

  test('for random texts', async () => {
    const character = fc.oneof(
      fc.constantFrom(...signs, ...words.flatMap((word) => Array.from(word))),
      fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCharCode(code)),
      fc.integer({ min: 0x390, max: 0x44f }).map((code) => String.fromCharCode(code)),
      fc.integer({ min: 0xff01, max: 0xff5e }).map((code) => String.fromCharCode(code)),
    )
    const texts = fc
      .sample(fc.array(character, { maxLength: 12 }), { numRuns: 2000, seed: 1 })
      .map((parts) => parts.join(''))
    expect(await foldedByDatabase(texts)).toEqual(texts.map(fold))
  })

  test('by the newest migration that has plain_signs(), which is made of the table', async () => {
    const names = (await readdir('migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .reverse()
    for (const name of names) {
      const text = await readFile(`migrations/${name}`, 'utf8')
      if (!text.includes('function plain_signs(')) continue
      expect(text).toContain(signsSql())
      return
    }
    expect.unreachable()
  })
})

test('joined() is searchForm() of what was folded', async () => {
  const texts = words.filter((text) => /\p{L}/u.test(text))
  const joined = await rows<{ text: string }>(
    context.store.db,
    sql`select joined(fold(text)) as text from unnest(${sql.param(texts)}::text[]) with ordinality as list (text, n) order by n`,
  )
  expect(joined.map(({ text }) => text)).toEqual(texts.map(searchForm))
})

test('words of a search have plain signs', () => {
  expect(searchWords('“O’Reilly” – Otter\u200bDays')).toEqual(["O'Reilly", 'OtterDays'])
})

let oldStore: Store | undefined
afterEach(() => oldStore?.close())

// In the nightly: a migration that has landed stays as it is.
test.runIf(process.env.HALLWAY_LONG === '1')(
  'what was folded without equal signs is folded again',
  async () => {
    oldStore = await emptyStore()
    const { db } = oldStore
    const names = (await readdir('migrations'))
      .filter((name) => name < '0144' && name.endsWith('.sql'))
      .sort()
    await migrate(
      oldStore,
      names.map((name) => ({ name, checksum: '' })),
    )
    await db.execute(sql`insert into invitation_codes (code) values ('SIGNS')`)
    await db.execute(sql`
    insert into "user" (name, email, email_verified, invitation_code) values ('Dana O’Sample', 'dana@example.com', true, 'SIGNS')`)
    await db.execute(sql`insert into topics (name) values ('Otter’s'), ('Otter''s'), ('River–Days')`)
    await db.execute(sql`
    insert into follows (user_id, topic_id) select profiles.id, topics.id from profiles, topics where topics.name = 'Otter''s'`)
    await db.execute(sql`insert into follows (user_id, city_key) select id, 'l’otter' from profiles`)
    await db.execute(sql`insert into topic_proposals (name) values ('Bear’s'), ('Bear''s')`)
    await db.execute(
      sql`insert into old_addresses (kind, key, new_key) values ('city', 'd’otter', 'l’otter')`,
    )
    for (const [slug, name, city, tag] of [
      ['one', 'O’Reilly Meadow', 'L’Otter', 'Otter’s'],
      ['two', 'Otter\u00adDays', 'L´Otter', "Otter's"],
      ['three', 'Plain Days', 'Oslo', 'River–Days'],
    ]) {
      await db.execute(sql`
      insert into events (name, slug, start_date, end_date, location_name, country_name)
      values (${name}, ${slug}, '2027-03-01', '2027-03-01', ${city}, 'Norway')`)
      await db.execute(
        sql`insert into event_tags (event_id, tag) select id, ${tag} from events where slug = ${slug}`,
      )
    }
    await db.execute(
      sql`insert into event_tags (event_id, tag) select id, 'Otter’s' from events where slug = 'three'`,
    )
    await db.execute(sql`insert into speakers (name) values ('Dana O‘Sample')`)
    await db.execute(
      sql`insert into talks (event_id, title, date) select id, 'Otters’ “homes”', '2027-03-01' from events where slug = 'one'`,
    )
    await db.execute(
      sql`insert into talk_speakers (talk_id, speaker_id) select talks.id, speakers.id from talks, speakers`,
    )
    const versions = () =>
      rows(
        db,
        sql`select updated_at::text from events union all select updated_at::text from speakers order by 1`,
      )
    const before = await versions()

    expect(await migrate(oldStore)).toContain('0144_equal_signs.sql')

    expect(await versions()).toEqual(before)
    const folded = await rows<{ text: string }>(
      db,
      sql`select concat(name_key, city_key, doc) as text from events union all select concat(name_key, doc) from speakers
      union all select doc from talks union all select word from words union all select city_key from places
      union all select name_key from profiles union all select city_key from follows where city_key is not null
      union all select concat(key, ' ', new_key) from old_addresses where kind = 'city'`,
    )
    expect(folded.filter(({ text }) => fold(text) !== text)).toEqual([])
    expect(await rows(db, sql`select name, event_count from topics order by 1`)).toEqual([
      { name: 'Otter’s', event_count: 3 },
      { name: 'River–Days', event_count: 1 },
    ])
    expect(await rows(db, sql`select name from topic_proposals`)).toHaveLength(1)
    expect(await rows(db, sql`select from follows where topic_id in (select id from topics)`)).toHaveLength(1)
    const counts = { "o'reilly": 1, 'O‘Reilly': 1, otterdays: 1, 'l‘otter': 2, 'otter`s': 3, 'river-days': 1 }
    for (const [search, count] of Object.entries(counts)) {
      const { events } = await callAs(oldStore, null, '2024-01-01').events.list({ search })
      expect([search, events.length]).toEqual([search, count])
    }
  },
)
