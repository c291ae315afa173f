import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moveProgramme } from '#features/events/event-editing.server.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { talk_speakers, talks, user_saved_talks } from '#features/programme/programme.tables.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import { rows } from '#platform/database/db.ts'
import type { FetchOptions, FetchResult, FetchSafely } from '#platform/fetch-safely.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { answerSpeaking } from '#tests/support/factories/speaking.ts'
import { continueInterrupted, syncDueSources } from './automatic-sync.server.ts'
import { programme_sources, programme_syncs } from './programme-import.tables.ts'
import { importProgramme } from './programme-syncs.server.ts'
import { readSyncedEvent } from './stored-programme.server.ts'

const context = useStore()
const site = { name: 'Hallway', url: 'http://hallway.test' }
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const today = daysAhead(0)

type Answer = Partial<FetchResult>
const rowsOf = (n: number, start = '10:00') =>
  Array.from({ length: n }, (_, index) => `${index},Talk ${index},DAY,${start},Hall,Ada Lovelace`)

/** Answers without a network. */
const fetched = (answer: (options: FetchOptions) => Answer): FetchSafely =>
  Object.assign(
    async (finalUrl: string, options: FetchOptions = {}): Promise<FetchResult> => ({
      status: 'ok',
      body: Buffer.alloc(0),
      contentType: undefined,
      etag: undefined,
      lastModified: undefined,
      finalUrl,
      ...answer(options),
    }),
    { isOn: true },
  )

/** A conference whose programme comes from an address, which gives the answers one after the other. */
async function source({ ahead = 60, lines = rowsOf(20) } = {}) {
  const { db } = context.store
  const [owner, fan, speaker] = await makePeople(db, [{}, {}, {}])
  const day = daysAhead(ahead)
  const { id } = await makeEvent(db, { start_date: day, end_date: day, created_by: owner!.id })
  const event = (await readSyncedEvent(db, { id }))!
  const table = (all: string[]) =>
    Buffer.from(['key,title,date,start,room,speakers', ...all].join('\n').replaceAll('DAY', day))
  const url = `https://${event.slug}.example.org/schedule.csv`
  await importProgramme(
    db,
    event,
    { content: table(lines), url, etag: '"1"', lastModified: 'Mon' },
    { site, today: daysAhead(Math.min(ahead, 0)), isQuiet: true },
  )
  const setSource = (values: object) =>
    db.update(programme_sources).set(values).where(eq(programme_sources.event_id, id))
  await setSource({ is_automatic: true })
  const requests: FetchOptions[] = []
  return {
    ...{ event, url, owner: owner!, fan: fan!, speaker: speaker!, table, requests, setSource },
    /** One look at the address, which is due by then. */
    async look(answer: Answer | Error, signal?: AbortSignal) {
      await setSource({ next_check_at: sql`now() - interval '1 second'` })
      await syncDueSources(db, {
        site,
        today,
        signal,
        fetchSafely: fetched((options) => {
          requests.push(options)
          if (answer instanceof Error) throw answer
          return answer
        }),
      })
      const [state] = await rows<Record<string, unknown>>(
        db,
        sql`
          select is_automatic, failures, last_error, etag,
            round(extract(epoch from next_check_at - now()) / 3600)::integer as hours
          from programme_sources where event_id = ${id}::uuid`,
      )
      return state
    },
    messagesTo: async (person: { id: string }) =>
      (await db.select().from(notifications).where(eq(notifications.user_id, person.id))).map(
        ({ message }) => message,
      ),
    talks: () => db.select().from(talks).where(eq(talks.event_id, id)),
    syncs: () => db.$count(programme_syncs, eq(programme_syncs.event_id, id)),
  }
}

test('what changed at the address comes in; who saved the talk and who gives it are told once; what is the same writes nothing', async () => {
  const here = await source()
  const [first] = await here.talks()
  const { db } = context.store
  await db
    .insert(user_saved_talks)
    .values({ user_id: here.fan.id, talk_id: first!.id, event_id: here.event.id })
  const [cast] = await db.select().from(talk_speakers).where(eq(talk_speakers.talk_id, first!.id))
  await db.update(speakers).set({ user_id: here.speaker.id }).where(eq(speakers.id, cast!.speaker_id))
  await answerSpeaking(db, here.speaker, here.event)

  const moved = here.table(rowsOf(20, '15:00'))
  expect(await here.look({ body: moved, etag: '"2"' })).toMatchObject({
    is_automatic: true,
    failures: 0,
    etag: '"2"',
    hours: 6,
  })
  expect(here.requests[0]).toMatchObject({ etag: '"1"', lastModified: 'Mon' })
  expect((await here.talks()).map(({ start_time }) => start_time)).toEqual(Array(20).fill('15:00:00'))
  expect(await here.messagesTo(here.fan)).toEqual([expect.stringContaining('15:00')])
  const toSpeaker = await here.messagesTo(here.speaker)
  expect(toSpeaker).toHaveLength(1)
  expect(toSpeaker[0]).toContain('15:00')

  const syncs = await here.syncs()
  const versions = (await here.talks()).map(({ updated_at }) => String(updated_at)).sort()
  await here.look({ status: 'unchanged' })
  await here.look({ body: moved, etag: '"3"' })
  expect(here.requests.map(({ etag }) => etag)).toEqual(['"1"', '"2"', '"2"'])
  expect([
    await here.syncs(),
    (await here.talks()).map(({ updated_at }) => String(updated_at)).sort(),
  ]).toEqual([syncs, versions])
  expect([...(await here.messagesTo(here.fan)), ...(await here.messagesTo(here.speaker))]).toHaveLength(2)
})

test('an address that does not answer is asked less and less often, its owner is told after a week, and it heals', async () => {
  const here = await source()
  const notFound = Object.assign(new Error('The address answered with status 404'), { code: 'HTTP_STATUS' })
  const hours: unknown[] = []
  for (let n = 0; n < 6; n++) hours.push((await here.look(notFound))?.hours)
  expect(hours).toEqual([1, 2, 4, 8, 16, 24])
  expect(await here.messagesTo(here.owner)).toEqual([])
  await here.setSource({ failing_since: sql`now() - interval '7 days 1 hour'` })
  expect(await here.look(notFound)).toMatchObject({ failures: 7, last_error: notFound.message })
  expect(await here.messagesTo(here.owner)).toEqual([expect.stringContaining('could not be read for a week')])
  await here.setSource({ failing_since: sql`now() - interval '9 days'` })
  await here.look(notFound)
  expect(await here.messagesTo(here.owner)).toHaveLength(1)
  expect(await here.look({ status: 'unchanged' })).toMatchObject({ failures: 0, last_error: null, hours: 6 })
})

test('a page of a login or an empty file is a failure, and takes nothing away', async () => {
  const here = await source()
  for (const body of ['<!doctype html><title>Log in</title>', '', 'key,title,date\n'])
    expect(await here.look({ body: Buffer.from(body) })).toMatchObject({ last_error: expect.any(String) })
  expect(await here.talks()).toHaveLength(20)
})

test('where more than a fifth would go, a person decides; a fifth goes', async () => {
  const here = await source({ lines: rowsOf(40) })
  expect(await here.look({ body: here.table(rowsOf(31)), etag: '"2"' })).toMatchObject({ etag: '"2"' })
  expect(await here.talks()).toHaveLength(40)
  expect(await here.messagesTo(here.owner)).toEqual([expect.stringContaining(': 9 talks are no longer')])
  expect(await context.store.db.$count(programme_syncs, eq(programme_syncs.status, 'waiting'))).toBe(1)
  // The address sends no ETag: what waits already is neither stored nor told again.
  await here.look({ body: here.table(rowsOf(31)) })
  expect(await here.messagesTo(here.owner)).toHaveLength(1)
  expect(await context.store.db.$count(programme_syncs, eq(programme_syncs.status, 'waiting'))).toBe(1)
  await here.look({ body: here.table(rowsOf(30)) })
  expect(await here.messagesTo(here.owner)).toHaveLength(2)
  await here.look({ body: here.table(rowsOf(32)) })
  expect(await here.talks()).toHaveLength(32)
})

test('where a time zone was changed, talks do not move before a person has looked', async () => {
  const here = await source()
  const calendar = (summary: string) =>
    Buffer.from(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'X-WR-TIMEZONE:Europe/Berlin',
        ...Array.from({ length: 20 }, (_, index) => [
          'BEGIN:VEVENT',
          `UID:${index}@example.org`,
          `SUMMARY:${summary} ${index}`,
          `DTSTART;TZID=Europe/Berlin:${here.event.start_date.replaceAll('-', '')}T100000`,
          'DURATION:PT30M',
          'END:VEVENT',
        ]).flat(),
        'END:VCALENDAR',
      ].join('\r\n'),
    )
  const setZone = (zone: string) =>
    context.store.db.execute(sql`update all_events set time_zone = ${zone} where id = ${here.event.id}`)
  await setZone('Europe/Berlin')
  await importProgramme(
    context.store.db,
    (await readSyncedEvent(context.store.db, { id: here.event.id }))!,
    { content: calendar('Talk'), url: here.url },
    { site, today, isQuiet: true },
  )
  await setZone('America/New_York')
  await here.look({ body: calendar('Talk about') })
  const times = (await here.talks()).map(({ start_time }) => String(start_time).slice(0, 5))
  expect(new Set(times)).toEqual(new Set(['10:00']))
  expect(await here.messagesTo(here.owner)).toEqual([
    expect.stringMatching(/: 20 talks would move\. .*Europe\/Berlin.*America\/New_York: .* Please review\./),
  ])
})

test('what moved with its conference stays moved until the address names the new days, too', async () => {
  const here = await source()
  const { id, start_date } = here.event
  const days = async () => new Set((await here.talks()).map(({ date }) => date))
  await context.store.db.transaction((tx) => moveProgramme(tx, id, 7))
  const moved = daysAhead(67)
  await here.look({ body: here.table(rowsOf(21)), etag: '"2"' })
  expect(await days()).toEqual(new Set([moved, start_date]))
  expect((await here.talks()).filter(({ date }) => date === start_date)).toHaveLength(1)
  const table = String(here.table(rowsOf(21, '15:00'))).replaceAll(start_date, moved)
  await here.look({ body: Buffer.from(table), etag: '"3"' })
  expect(await days()).toEqual(new Set([moved]))
  expect(new Set((await here.talks()).map(({ start_time }) => start_time))).toEqual(new Set(['15:00:00']))
})

test('it looks hourly around the conference, and no more when that is two weeks over', async () => {
  const soon = await source({ ahead: 2 })
  expect(await soon.look({ status: 'unchanged' })).toMatchObject({ is_automatic: true, hours: 1 })
  const over = await source({ ahead: -15 })
  expect(await over.look({ status: 'unchanged' })).toMatchObject({ is_automatic: false })
  await over.look({ status: 'unchanged' })
  expect(over.requests).toHaveLength(1)
  const failing = await source({ ahead: -15 })
  const failure = Object.assign(new Error('The address answered with status 404'), { code: 'HTTP_STATUS' })
  expect(await failing.look(failure)).toMatchObject({ is_automatic: false, last_error: failure.message })
})

test('two processes read an address once', async () => {
  const here = await source()
  await here.setSource({ next_check_at: sql`now() - interval '1 second'` })
  let requests = 0
  const fetchSafely = fetched(() => {
    requests++
    return { status: 'unchanged' }
  })
  await Promise.all([1, 2].map(() => syncDueSources(context.store.db, { site, today, fetchSafely })))
  expect(requests).toBe(1)
})

test('a sync whose process ended is finished within the minute after, and not one that still moves', async () => {
  const here = await source()
  const controller = new AbortController()
  const { db } = context.store
  let transactions = 0
  const ending = Object.assign(Object.create(db), {
    transaction: (...values: Parameters<typeof db.transaction>) => {
      if (++transactions > 2) controller.abort()
      return db.transaction(...values)
    },
  })
  await importProgramme(
    ending,
    here.event,
    { content: here.table(rowsOf(20, '17:00')), url: here.url },
    { site, today, signal: controller.signal },
  ).catch(() => undefined)
  const applying = () => db.$count(programme_syncs, eq(programme_syncs.status, 'applying'))
  expect(await applying()).toBe(1)
  await continueInterrupted(db, { site, today })
  expect(await applying()).toBe(1)
  await db.execute(
    sql`update programme_syncs set progressed_at = now() - interval '31 seconds' where status = 'applying'`,
  )
  await continueInterrupted(db, { site, today })
  expect(await applying()).toBe(0)
  expect((await here.talks()).every(({ start_time }) => start_time === '17:00:00')).toBe(true)
})
