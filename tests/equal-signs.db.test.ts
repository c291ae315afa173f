import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { formSlug, importSlug } from '#features/events/slug.ts'
import { compare, identityOf } from '#features/identity/compare.ts'
import { serverLimits } from '#src/limits.ts'
import { callAs, callAsPerson, refusal } from './support/call.ts'
import { useStore } from './support/database.ts'
import { makeEvent, makeEvents } from './support/factories/events.ts'
import { makePerson } from './support/factories/people.ts'
import { makeSeries } from './support/factories/series.ts'
import { makeSpeaker, makeSpeakers } from './support/factories/speakers.ts'
import { makeTalk, makeTalks } from './support/factories/talks.ts'
import { makeTopic } from './support/factories/topics.ts'

// What is written with one sign is found with each other one.

const context = useStore()
const today = '2027-01-01'
const find = (search: string) => callAs(context.store, null, today).find.everything({ search })

/** One thing of each kind, each with signs of its own. */
const things = [
  [
    'events',
    'O’Beaver Meadow – Days',
    ["O'Beaver", 'O‘Beaver', 'OʼBeaver', 'O`Beaver', 'O´Beaver', 'O’Beav', 'O\u200bʻBeaver'],
  ],
  [
    'talks',
    'Why “dams” – ﬁshes',
    ['"dams"', '„dams“', '«dams»', 'dams', '”dams”', 'fishes', 'ﬁshes', 'fi\u00adshes'],
  ],
  [
    'speakers',
    'Dana D’Otter‐Seal',
    ["D'Otter-Seal", 'D`Otter–Seal', 'DʼOtter—Seal', 'D´Otter‑Seal', 'D′Otter−Seal', 'd’ott'],
  ],
  [
    'topics',
    'River‑Craft²',
    ['River-Craft2', 'River–Craft²', 'River−Craft2', 'Ｒｉｖｅｒ－Ｃｒａｆｔ', 'River\u00ad-Craft2'],
  ],
  ['places', 'L’Étang', ["L'Etang", 'L‘Étang', 'L`etang', '\ufeffLʼÉtang', 'L’\u200cEt']],
  [
    'series',
    'Beaver\u200dSummit‒World',
    ['BeaverSummit-World', 'BeaverSummit—World', 'Ｂｅａｖｅｒ\u200bＳｕｍｍｉｔ'],
  ],
] as const

beforeAll(async () => {
  const { db } = context.store
  const event = await makeEvent(db, {
    name: 'O’Beaver Meadow – Days',
    slug: 'meadow',
    start_date: '2027-06-01',
    end_date: '2027-06-02',
    location_name: 'L’Étang',
    country_name: 'France',
  })
  await makeTopic(db, { name: 'River‑Craft²' })
  await db.execute(sql`insert into event_tags (event_id, tag) values (${event.id}::uuid, 'River‑Craft²')`)
  const speaker = await makeSpeaker(db, { name: 'Dana D’Otter‐Seal' })
  await makeTalk(db, { event, title: 'Why “dams” – ﬁshes', speakers: [speaker] })
  await makeSeries(db, [event], { name: 'Beaver\u200dSummit‒World' })
})

const nameOf = (row: object) =>
  'title' in row ? row.title : 'city' in row ? row.city : (row as { name: string }).name

describe.each(things)('%s: %s', (kind, name, spellings) => {
  test.each([name, ...spellings])('is found by %j', async (search) => {
    expect((await find(search))[kind].map(nameOf)).toContain(name)
  })
})

test('lists and feeds find them, too', async () => {
  const visitor = callAs(context.store, null, today)
  expect((await visitor.events.list({ search: "o'beaver river-craft2" })).events).toHaveLength(1)
  expect((await visitor.events.list({ search: "l'etang" })).events).toHaveLength(1)
  expect((await visitor.speakers.list({ search: "d'otter—seal" })).speakers).toHaveLength(1)
})

test('names that differ in signs alone are the same one', async () => {
  const person = await makePerson(context.store.db)
  const as = callAsPerson(context.store, person, { today, isAdmin: true })
  const fields = {
    start_date: '2027-06-01',
    end_date: '2027-06-02',
    location_name: "L'Étang",
    country_name: 'France',
  }
  expect(await refusal(as.events.create({ ...fields, name: "O'Beaver Meadow - Days" }))).toMatchObject({
    code: 'LISTED',
  })
  expect(await refusal(as.topics.create({ name: 'River-Craft2' }))).toMatchObject({ code: 'CONFLICT' })
  const { slug } = await as.events.create({
    ...fields,
    name: 'Seal’s\u200b Ｃａｍｐ – ﬁfth',
    location_name: 'Oslo',
    country_name: 'Norway',
  })
  expect(slug).toBe('seals-camp-fifth-2027')
})

/** Spellings of one word; the first is the plain one. */
const spellingsOfWords: string[][] = [
  [
    ...[
      'OBeaver',
      "O'Beaver",
      'O’Beaver',
      'O‘Beaver',
      'OʼBeaver',
      'OʻBeaver',
      'O`Beaver',
      'O´Beaver',
      'O′Beaver',
    ],
    ...[
      'O‹Beaver',
      'OꞌBeaver',
      'O＇Beaver',
      'O-Beaver',
      'O‐Beaver',
      'O‑Beaver',
      'O–Beaver',
      'O—Beaver',
      'O−Beaver',
    ],
  ],
  [
    ...[
      'DMarten',
      "D'Marten",
      'D－Marten',
      'D﹣Marten',
      'D\u200bMarten',
      'D\u00adMarten',
      'D\u2060Marten',
      'DMar\u200dten',
    ],
    ...[
      'D\u2063Marten',
      'ＤＭａｒｔｅｎ',
      'Ｄ’Ｍａｒｔｅｎ',
      'Ｄ－Ｍａｒｔｅｎ',
      'D’\u200bMarten',
      '“DMarten”',
      '‘D’Marten’',
      'DMárten',
    ],
  ],
  ['Lakeside', 'Lake-Side', 'Lake–side', 'Lake‑Side', 'Lake\u00adside'],
  ['Rockn', "Rock'n", 'Rock’n', 'Rock-n'],
]

describe.each(spellingsOfWords.map((spellings) => ({ spellings })))('$spellings', ({ spellings }) => {
  const [plain = ''] = spellings
  const fields = {
    start_date: '2028-06-01',
    end_date: '2028-06-02',
    location_name: 'Oslo',
    country_name: 'Norway',
  }
  const ids: Record<string, string[]> = {}
  let eventId = ''
  beforeAll(async () => {
    const { db } = context.store
    const meadows = await makeEvents(
      db,
      spellings.map((word) => ({ ...fields, name: `Quokka ${word} Meadow` })),
    )
    const speakers = await makeSpeakers(
      db,
      spellings.map((word) => ({ name: `Quokka ${word}` })),
    )
    const talks = await makeTalks(
      db,
      spellings.map((word) => ({ event: meadows[0]!, title: `Quokka and ${word}`, date: '2028-06-01' })),
    )
    eventId = meadows[0]!.id
    ids.events = meadows.map(({ id }) => id).sort()
    ids.speakers = speakers.map(({ id }) => id).sort()
    ids.talks = talks.map(({ id }) => id).sort()
  })

  test.each(spellings)('%j finds all of them', async (word) => {
    const visitor = callAs(context.store, null, today)
    const search = `quokka ${word}`
    const { events } = await visitor.events.list({ search })
    expect(events.map(({ id }) => id).sort()).toEqual(ids.events)
    const { speakers } = await visitor.speakers.list({ search })
    expect(speakers.map(({ id }) => id).sort()).toEqual(ids.speakers)
    const talks = await visitor.programme.find({ event_id: eventId, find: search })
    expect(talks.map(({ id }) => id).sort()).toEqual(ids.talks)
    const all = await find(search)
    const count = Math.min(spellings.length, serverLimits.resultsPerKind)
    expect([all.events.length, all.speakers.length, all.talks.length, all.exact > 0]).toEqual([
      count,
      count,
      count,
      true,
    ])
  })

  test.each(spellings)('%j is the same name, with a slug that differs in hyphens at most', (word) => {
    const [one, other] = [plain, word].map((spelling) =>
      identityOf({ ...fields, name: `Quokka ${spelling} Meadow` }, undefined),
    )
    expect(compare(one!, other!).verdict).toBe('same')
    for (const slugOf of [importSlug, (name: string) => formSlug(name, fields.start_date)]) {
      const [slug, otherSlug] = [plain, word].map((spelling) => slugOf(spelling).replaceAll('-', ''))
      expect(otherSlug).toBe(slug)
    }
  })
})
