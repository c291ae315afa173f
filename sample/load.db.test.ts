import { verifyPassword } from 'better-auth/crypto'
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import { constraintOf, rows, type Store } from '#platform/database/db.ts'
import { freshStore, useStore } from '#tests/support/database.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { loadSample } from './load.ts'

const today = '2026-03-10'
const context = useStore()
beforeAll(() => loadSample(context.store.db, today))

const ask = (statement: SQL, store: Store = context.store) =>
  rows<Record<string, unknown>>(store.db, statement)
const names = async (statement: SQL) => (await ask(statement)).map(({ name }) => name)

describe('nothing is ever empty', () => {
  test('the home page has three events soon, six to come, one that is on, and five topics', async () => {
    expect(
      await names(sql`
        select name from events where start_date between ${today}::date and ${today}::date + 30 order by start_date limit 3`),
    ).toEqual(['Small Screens', 'The Ship Room', 'Northern Query Days'])
    expect(
      await names(sql`select name from events where end_date >= ${today}::date order by end_date limit 6`),
    ).toEqual([
      'Canal Web Week',
      'Small Screens',
      'The Ship Room',
      'Northern Query Days',
      'RustHarbour',
      'Testing in Good Company',
    ])
    expect(
      await names(sql`select name from events where ${today}::date between start_date and end_date`),
    ).toEqual(['Canal Web Week'])
    expect(
      await ask(sql`select name, event_count from topics order by event_count desc, name limit 5`),
    ).toEqual([
      { name: 'JavaScript', event_count: 20 },
      { name: 'Design', event_count: 18 },
      { name: 'Cloud', event_count: 16 },
      { name: 'Databases', event_count: 16 },
      { name: 'Systems', event_count: 14 },
    ])
  })

  test('there are at least 60 events over four years in 25 cities', async () => {
    const years = sql`count(distinct extract(year from start_date))::integer`
    const cities = sql`count(distinct (location_name, country_name))::integer`
    expect(
      await ask(sql`
        select count(*)::integer as events, count(*) filter (where start_date >= ${today}::date)::integer as upcoming,
          ${years} as years, ${cities} as cities, count(distinct country_name)::integer as countries from events`),
    ).toEqual([{ events: 75, upcoming: 25, years: 5, cities: 52, countries: 40 }])
    expect(
      await ask(sql`select country_name from events where city_key = 'cordoba' order by country_name`),
    ).toEqual([{ country_name: 'Argentina' }, { country_name: 'Spain' }])
  })

  test('topics go from the one that everybody has to the one that nobody has', async () => {
    expect(
      await ask(sql`
        select count(*)::integer as topics, max(event_count) as most, count(*) filter (where event_count = 1)::integer as once,
          count(*) filter (where event_count = 0)::integer as unused from topics`),
    ).toEqual([{ topics: 26, most: 20, once: 3, unused: 1 }])
  })

  test('of 84 speakers some are everywhere and some are still to be heard', async () => {
    expect(
      await ask(sql`
        select count(*)::integer as speakers, count(*) filter (where events_spoken_at >= 5)::integer as everywhere,
          count(*) filter (where events_spoken_at = 0)::integer as unheard, count(image_url)::integer as pictures from speakers`),
    ).toEqual([{ speakers: 84, everywhere: 27, unheard: 8, pictures: 0 }])
  })

  test('three events have a full programme', async () => {
    expect(
      await ask(sql`
        select name, count(distinct talks.date)::integer as days, count(*)::integer as talks,
          (select count(*)::integer from tracks where event_id = events.id) as tracks,
          (select count(*)::integer from breaks where event_id = events.id) as breaks
        from events join talks on talks.event_id = events.id
        where exists (select from breaks where event_id = events.id) group by events.id, name order by talks desc, name`),
    ).toEqual([
      { name: 'Northern Query Days', days: 3, talks: 33, tracks: 3, breaks: 10 },
      { name: 'Script & Serif 2026', days: 2, talks: 33, tracks: 4, breaks: 6 },
      { name: 'Quiet Systems', days: 2, talks: 12, tracks: 0, breaks: 5 },
    ])
  })

  test('every day of a talk or a break is a day of its event', async () => {
    expect(
      await ask(sql`
        select title, events.name from (select title, date, event_id from talks union all select title, date, event_id from breaks) as each
        join events on events.id = event_id where date not between start_date and end_date`),
    ).toEqual([])
  })

  test('every claim state occurs', async () => {
    const states = (table: SQL) =>
      ask(sql`select status, count(*)::integer as n from ${table} group by status order by status`)
    expect(await states(sql`event_claims`)).toEqual([
      { status: 'approved', n: 3 },
      { status: 'pending', n: 3 },
      { status: 'rejected', n: 2 },
    ])
    expect(await states(sql`speaker_claims`)).toEqual([
      { status: 'approved', n: 3 },
      { status: 'pending', n: 3 },
      { status: 'rejected', n: 3 },
    ])
  })

  test('an approved claim made its claimant the owner, a pending one is on an event that nobody owns', async () => {
    expect(
      await ask(sql`
        select event_claims.status, created_by = event_claims.user_id as is_owner, count(*)::integer as n
        from event_claims join events on events.id = event_id where event_claims.status <> 'rejected' group by 1, 2 order by 1`),
    ).toEqual([
      { status: 'approved', is_owner: true, n: 3 },
      { status: 'pending', is_owner: null, n: 3 },
    ])
    expect(
      await names(sql`
        select name from speakers join speaker_claims on speaker_id = speakers.id
        where status = 'approved' and speaker_claims.user_id = speakers.user_id order by name_key`),
    ).toEqual(['Mira Example', 'Noor Specimen', 'Žiga Potočan'])
    expect(await ask(sql`select count(user_id)::integer as linked from speakers`)).toEqual([{ linked: 3 }])
  })
})

describe('the sample accounts', () => {
  test.each(['admin', 'owner', 'member', 'speaker'])(
    '%s@example.com signs in with hallway-demo',
    async (who) => {
      const matches = await ask(sql`
      select provider_id, account_id = user_id::text as is_own, email_verified, password
      from account join "user" on "user".id = user_id where email = ${`${who}@example.com`}`)
      expect(matches).toEqual([
        { provider_id: 'credential', is_own: true, email_verified: true, password: matches[0]?.password },
      ])
      expect(await verifyPassword({ hash: String(matches[0]?.password), password: 'hallway-demo' })).toBe(
        true,
      )
    },
  )

  test('nobody else can sign in', async () => {
    expect(await ask(sql`select count(*)::integer as n from account`)).toEqual([{ n: 4 }])
  })

  test('one is the admin, one owns events, one attends and saves, one is a speaker with talks', async () => {
    expect(
      await ask(sql`
        select email,
          exists (select from user_roles where user_id = "user".id and role = 'admin') as is_admin,
          (select count(*)::integer from events where created_by = "user".id) as owns,
          (select count(*)::integer from user_saved_talks where user_id = "user".id) as saved,
          (select name from speakers where user_id = "user".id and events_spoken_at > 0) as speaks_as
        from "user" where exists (select from account where user_id = "user".id) order by email`),
    ).toEqual([
      { email: 'admin@example.com', is_admin: true, owns: 0, saved: 0, speaks_as: null },
      { email: 'member@example.com', is_admin: false, owns: 0, saved: 7, speaks_as: null },
      { email: 'owner@example.com', is_admin: false, owns: 9, saved: 1, speaks_as: null },
      { email: 'speaker@example.com', is_admin: false, owns: 0, saved: 0, speaks_as: 'Noor Specimen' },
    ])
  })

  test('the member went to six events, is at one and goes to three, and two of the saved talks overlap', async () => {
    const member = sql`(select id from "user" where email = 'member@example.com')`
    expect(
      await ask(sql`
        select count(*) filter (where end_date < ${today}::date)::integer as past,
          count(*) filter (where ${today}::date between start_date and end_date)::integer as running,
          count(*) filter (where start_date > ${today}::date)::integer as coming
        from user_events join events on events.id = event_id where user_id = ${member} and is_attending`),
    ).toEqual([{ past: 6, running: 1, coming: 3 }])
    expect(
      await ask(sql`
        with saved as (
          select talks.* from user_saved_talks join talks on talks.id = talk_id where user_id = ${member}
        )
        select one.title as one, other.title as other from saved as one join saved as other
        on one.date = other.date and one.title < other.title
          and one.start_time < other.end_time and other.start_time < one.end_time
        where one.end_time > one.start_time and other.end_time > other.start_time`),
    ).toEqual([{ one: 'A log is enough', other: 'Indexes you can read' }])
  })
})

test('three unused codes welcome, one has expired, the others were used', async () => {
  expect(
    await ask(sql`
      select code, expires_at < now() as has_expired from invitation_codes where used_at is null order by code`),
  ).toEqual([
    { code: 'LASTSUMMER', has_expired: true },
    { code: 'WELCOME1', has_expired: null },
    { code: 'WELCOME2', has_expired: null },
    { code: 'WELCOME3', has_expired: null },
  ])
  expect(
    await ask(
      sql`select action, count(*)::integer as n from invitation_code_audit group by action order by action`,
    ),
  ).toEqual([
    { action: 'created', n: 36 },
    { action: 'expired', n: 1 },
    { action: 'used', n: 32 },
  ])
})

describe('loading', () => {
  test('is one transaction: a failure half-way leaves nothing; and the same day gives the same data', async () => {
    const store = await freshStore()
    // The codes that welcome are the last to be inserted.
    await makeInvitation(store.db, { code: 'WELCOME3' })
    const failure = await loadSample(store.db, today).catch(constraintOf)
    expect(failure).toBe('invitation_codes_code_is_unique')
    const leftovers = sql`
      select (select count(*) from "user")::integer as people, (select count(*) from events)::integer as events,
        (select count(*) from invitation_codes)::integer as codes`
    expect(await ask(leftovers, store)).toEqual([{ people: 0, events: 0, codes: 1 }])

    await store.db.delete(invitation_codes)
    await loadSample(store.db, today)
    for (const data of [
      sql`select id, email from "user" order by id`,
      sql`select id, name, slug, start_date, end_date, created_at from events order by id`,
      sql`select id, title, date, start_time, slides_url from talks order by id`,
      sql`select * from user_events order by user_id, event_id`,
      sql`select id, user_id, status, created_at from event_claims order by id`,
      sql`select code, created_at, used_at from invitation_codes order by code`,
    ]) {
      expect(await ask(data, store)).toEqual(await ask(data))
    }
    await store.close()
  })
})
