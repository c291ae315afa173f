import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { callAs, callAsPerson, refusal } from './support/call.ts'
import { useStore } from './support/database.ts'
import { makeEvent } from './support/factories/events.ts'
import { makePerson } from './support/factories/people.ts'
import { makeSeries } from './support/factories/series.ts'
import { makeSpeaker } from './support/factories/speakers.ts'
import { makeTalk } from './support/factories/talks.ts'
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
