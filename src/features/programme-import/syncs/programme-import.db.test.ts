import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { talk_links } from '#features/coverage/coverage.tables.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { talk_speakers, talks, tracks, user_saved_talks } from '#features/programme/programme.tables.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import { rows } from '#platform/database/db.ts'
import { statementCount } from '#platform/database/statements.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { hasRealData, realSchedule } from '#tests/support/real-data.ts'
import { peopleToDecide } from '../merging/sync-preview.ts'
import { programme_syncs } from './programme-import.tables.ts'
import { beginUndo, importProgramme, previewProgramme } from './programme-syncs.server.ts'
import { readSyncedEvent, type SyncedEvent } from './stored-programme.server.ts'
import { undoSync } from './undo-sync.server.ts'

const context = useStore()
const today = new Date().toISOString().slice(0, 10)
const site = { name: 'Hallway', url: 'http://hallway.test' }
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const day = daysAhead(60)

const newEvent = async (fields: Parameters<typeof makeEvent>[1] = {}): Promise<SyncedEvent> => {
  const { id } = await makeEvent(context.store.db, { start_date: day, end_date: day, ...fields })
  return (await readSyncedEvent(context.store.db, { id }))!
}
const fosdem = () => newEvent({ start_date: '2026-01-31', end_date: '2026-02-01' })

type Row = Record<string, string>
const columns = ['key', 'title', 'date', 'start', 'end', 'room', 'track', 'speakers', 'abstract', 'type']
const table = (list: Row[]) =>
  Buffer.from(
    [columns, ...list.map((row) => columns.map((name) => row[name] ?? (name === 'date' ? day : '')))]
      .map((values) => values.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
      .join('\n'),
  )
const importFile = (event: SyncedEvent, content: Uint8Array, options = {}) =>
  importProgramme(context.store.db, event, { content }, { site, today, ...options })
/** What people are to be decided on. */
const previewed = async (event: SyncedEvent, content: Uint8Array) => {
  const { document, plan } = await previewProgramme(context.store.db, event, { content }, { today })
  return { people: peopleToDecide(plan, document) }
}
const undo = async (event: SyncedEvent) => {
  const id = await beginUndo(context.store.db, event.id)
  await undoSync(context.store.db, id!, {})
}
const talksOf = (event: { id: string }) =>
  context.store.db
    .select()
    .from(talks)
    .where(eq(talks.event_id, event.id))
    .orderBy(talks.source_key, talks.title)
const real = (name: string) => readFile(realSchedule(name))

/** Which rows were written: every write of a row gives it another xmin. */
const versions = async () => {
  const [row] = await rows<Record<string, string>>(
    context.store.db,
    sql`select
      (select md5(string_agg(xmin::text || id, ',' order by id)) from all_talks) as talks,
      (select md5(string_agg(xmin::text || id, ',' order by id)) from all_breaks) as breaks,
      (select md5(string_agg(xmin::text || id, ',' order by id)) from all_tracks) as tracks,
      (select md5(string_agg(xmin::text || talk_id || speaker_id, ',' order by talk_id, speaker_id)) from talk_speakers) as casts,
      (select md5(string_agg(xmin::text || id, ',' order by id)) from all_speakers) as speakers`,
  )
  return row
}

test('of one person two programmes are read at a time; those of others are read meanwhile', async () => {
  const [one, other] = await makePeople(context.store.db, [{}, {}])
  const send = (person: Person) => {
    const files = [new File([table([{ title: 'One of many' }])], 'a.csv')]
    return refusal(callAsPerson(context.store, person).programmeSyncs.createEvent({ files }))
  }
  const sent = await Promise.all([one, one, one, other].map((person) => send(person!)))
  expect(sent.map((error) => error?.code)).toEqual([
    'INCOMPLETE',
    'INCOMPLETE',
    'TOO_MANY_REQUESTS',
    'INCOMPLETE',
  ])
  expect(sent[2]?.message).toMatch(/^Two of your programmes are being read just now/)
  expect((await send(one!))?.code).toBe('INCOMPLETE')
})

describe.skipIf(!hasRealData)('real programmes', () => {
  test.runIf(process.env.HALLWAY_LONG === '1')(
    'FOSDEM 2026 comes in as its reference says; the same file again writes no row; undoing takes all of it away',
    async () => {
      const event = await fosdem()
      const before = await context.store.db.$count(speakers)
      const content = await real('fosdem-2026-schedule.xml')
      const { report } = await importFile(event, content)
      expect(report).toMatchObject({ added: 883, changed: 0, moved: 0, removed: 0, unchanged: 0, kept: 0 })
      expect(report.people).toEqual({ known: 0, matched: 0, new: 927, asked: 0 })
      const reference = JSON.parse(await readFile(realSchedule('fosdem-2026.json'), 'utf8'))
      const storedRows = await rows<Row>(
        context.store.db,
        sql`
        select title, day::text as date, to_char(start_time, 'HH24:MI') as start_time, to_char(end_time, 'HH24:MI') as end_time,
          location as room, tracks.name as track,
          array(select speakers.name from talk_speakers join speakers on speakers.id = speaker_id where talk_id = talks.id order by position) as speakers,
          doc = (select talk_doc(all_talks) from all_talks where all_talks.id = talks.id) as is_found
        from talks join tracks on tracks.id = track_id where talks.event_id = ${event.id}::uuid`,
      )
      const asText = (talk: Record<string, unknown>) =>
        JSON.stringify([
          talk.title,
          talk.date,
          talk.start_time,
          talk.end_time,
          talk.room,
          talk.track,
          [...new Set(talk.speakers as string[])],
        ])
      expect(storedRows.map(asText).sort()).toEqual(reference.talks.map(asText).sort())
      expect(storedRows.filter(({ is_found }) => !is_found)).toEqual([])
      const wrong = await rows(
        context.store.db,
        sql`select from speakers where events_spoken_at <> (
        select count(distinct event_id) from talk_speakers join talks on talks.id = talk_id where speaker_id = speakers.id)`,
      )
      expect(wrong).toEqual([])

      const versionsBefore = await versions()
      const again = await importFile(event, content)
      expect([again.status, again.report.unchanged, again.report.people.known]).toEqual([
        'unchanged',
        883,
        927,
      ])
      const text = content.toString()
      const shuffled = text.replace(
        /(<room name="Janson"[^>]*>)([\s\S]*?)(<\/room>\s*<room name)/,
        (_, open, events, close) =>
          open +
          events
            .match(/<event[\s\S]*?<\/event>/g)
            .reverse()
            .join('\n\n') +
          close,
      )
      expect(shuffled).not.toBe(text)
      expect((await importFile(event, Buffer.from(shuffled))).status).toBe('unchanged')
      expect(await versions()).toEqual(versionsBefore)

      await undo(event)
      expect(await talksOf(event)).toEqual([])
      expect(await context.store.db.$count(tracks, eq(tracks.event_id, event.id))).toBe(0)
      expect(await context.store.db.$count(speakers)).toBe(before)
    },
  )

  test('Droidcon San Francisco, from its first to its second moment', async () => {
    const event = await newEvent({ start_date: '2022-06-02', end_date: '2022-06-03' })
    const first = await importFile(event, await real('sessionize/droidcon-sf-2022-at-05-12-grid.json'))
    expect(first.report).toMatchObject({ added: 65, breaks: { added: 19 } })
    const { report } = await importFile(event, await real('sessionize/droidcon-sf-2022-at-05-27-grid.json'))
    expect(report).toMatchObject({
      added: 0,
      removed: 0,
      moved: 6,
      changed: 2,
      unchanged: 57,
      kept: 0,
      breaks: { unchanged: 19 },
    })
  })

  test('the programme of another year is refused', async () => {
    await expect(importFile(await fosdem(), await real('fosdem/fosdem-2019.xml'))).rejects.toThrow(
      'This is the programme of another conference: FOSDEM 2019, 2019-02-02 to 2019-02-03.',
    )
  })
})

const one = {
  key: '1',
  title: 'One',
  start: '10:00',
  end: '11:00',
  room: 'Hall',
  track: 'Rust',
  speakers: 'Ada Lovelace; Mo',
}
const two = {
  key: '2',
  title: 'Two',
  start: '11:00',
  end: '12:00',
  room: 'Hall',
  track: 'Rust',
  speakers: 'Grace Hopper',
}
const lunch = { key: 'l', title: 'Lunch', start: '12:00', end: '13:00', type: 'break' }

test('the programme of another conference is refused', async () => {
  const file = table([{ ...one, date: daysAhead(120) }])
  const event = await newEvent({ name: 'Days of This Year' })
  await expect(importFile(event, file)).rejects.toThrow(
    `This is the programme of another conference: ${daysAhead(120)} to ${daysAhead(120)}. Days of This Year is on ${day} to ${day}.`,
  )
  expect(await talksOf(event)).toEqual([])
})

test('a talk after midnight keeps the day under which the source lists it', async () => {
  const event = await newEvent({ end_date: daysAhead(61) })
  const night = { key: 'night', title: 'Night', start: '25:10', end: '25:40' }
  const days = async () => (await talksOf(event)).map((talk) => [talk.title, talk.day, talk.date])
  const expectedDays = [
    ['Night', day, daysAhead(61)],
    ['One', day, day],
  ]
  const report = async (rows: Row[]) => (await importFile(event, table(rows))).report
  expect(await report([night])).toMatchObject({ added: 1 })
  expect(await report([night, one])).toMatchObject({ added: 1, moved: 0, unchanged: 1 })
  expect((await days()).sort()).toEqual(expectedDays)
  expect(await report([{ ...night, title: 'Night, later' }, one])).toMatchObject({ changed: 1, moved: 0 })
  expect((await talksOf(event)).map((talk) => talk.day)).toEqual([day, day])
})

describe('a programme that changes', () => {
  test('what was edited here stays, field by field; what the source changed elsewhere comes in', async () => {
    const event = await newEvent()
    await importFile(event, table([one, two, lunch]))
    await context.store.db
      .update(talks)
      .set({ title: 'One, by hand', location: 'Cellar' })
      .where(eq(talks.title, 'One'))
    await context.store.db
      .update(tracks)
      .set({ name: 'Rust and others' })
      .where(eq(tracks.event_id, event.id))
    const { report } = await importFile(event, table([{ ...one, title: 'One!', start: '10:30' }, two, lunch]))
    expect(report).toMatchObject({ added: 0, changed: 0, moved: 1, removed: 0, unchanged: 1, kept: 1 })
    const [talk] = await talksOf(event)
    expect(talk).toMatchObject({ title: 'One, by hand', location: 'Cellar', start_time: '10:30:00' })
    expect(
      (await importFile(event, table([{ ...one, title: 'One!', start: '10:30' }, two, lunch]))).status,
    ).toBe('unchanged')
    const { report: takingReport } = await importFile(
      event,
      table([{ ...one, title: 'One!', start: '10:30' }, two, lunch]),
      { choices: { take: true } },
    )
    expect(takingReport).toMatchObject({ moved: 1, unchanged: 1 })
    expect((await talksOf(event))[0]).toMatchObject({ title: 'One!', location: 'Hall' })
  })

  test('what is gone is deleted, but cancelled if somebody saved it; what was deleted here does not come back', async () => {
    const event = await newEvent()
    await importFile(event, table([one, two, { ...two, key: '3', title: 'Three', start: '13:00' }]))
    const [first, , third] = await talksOf(event)
    const fan = await makePerson(context.store.db)
    await context.store.db
      .insert(user_saved_talks)
      .values({ user_id: fan.id, talk_id: first!.id, event_id: event.id })
    await context.store.db.delete(talks).where(eq(talks.id, third!.id))
    const { report } = await importFile(
      event,
      table([
        { ...two, key: '3', title: 'Three', start: '13:00' },
        { ...two, key: '4', title: 'Four', start: '15:00' },
      ]),
    )
    expect(report).toMatchObject({ added: 1, removed: 2, unchanged: 1 })
    expect((await talksOf(event)).map(({ title, status }) => [title, status])).toEqual([
      ['One', 'cancelled'],
      ['Four', 'scheduled'],
    ])
    await undo(event)
    expect((await talksOf(event)).map(({ id, title, status }) => [id, title, status])).toMatchObject([
      [first!.id, 'One', 'scheduled'],
      [expect.any(String), 'Two', 'scheduled'],
    ])
    expect(
      await context.store.db.$count(talk_speakers, eq(talk_speakers.talk_id, (await talksOf(event))[1]!.id)),
    ).toBe(1)
  })

  test('rows that were made here are never touched, and a track with the same name is used', async () => {
    const event = await newEvent()
    const [track] = await context.store.db
      .insert(tracks)
      .values({ event_id: event.id, name: 'rust' })
      .returning()
    const mine = await makeTalk(context.store.db, { event, title: 'Mine' })
    const { report, warnings } = await importFile(event, table([one, { ...two, title: 'Mine' }]))
    expect([report.added, warnings.map(({ code }) => code)]).toEqual([2, ['SAME_TITLE']])
    await importFile(event, table([one]))
    const storedRows = await talksOf(event)
    expect(storedRows.map(({ title }) => title)).toEqual(['One', 'Mine'])
    expect(storedRows.map(({ track_id }) => track_id)).toEqual([track!.id, null])
    expect(storedRows[1]!.id).toBe(mine.id)
  })

  test('a room that has another name is one change, and so is a track; who went elsewhere moved', async () => {
    const event = await newEvent()
    const list = Array.from({ length: 12 }, (_, index) => ({
      ...one,
      key: String(index),
      title: `Talk ${index}`,
      start: `${index + 8}:00`,
      end: `${index + 8}:30`,
    }))
    await importFile(
      event,
      table([...list, { ...one, key: 'x', title: 'Elsewhere', room: 'Attic', track: 'Go' }]),
    )
    const renamed = list.map((row, index) => ({
      ...row,
      room: index === 5 ? 'Attic' : 'Hopper',
      track: 'Rust & C',
    }))
    const { report } = await importFile(
      event,
      table([...renamed, { ...one, key: 'x', title: 'Elsewhere', room: 'Attic', track: 'Go' }]),
    )
    expect(report).toMatchObject({ added: 0, removed: 0, moved: 1, changed: 2, unchanged: 12 })
    expect(report.renames).toEqual([
      { kind: 'room', from: 'Hall', to: 'Hopper', talks: 11 },
      { kind: 'track', from: 'Rust', to: 'Rust & C', talks: 12 },
    ])
    expect((await talksOf(event)).filter(({ location }) => location === 'Hopper')).toHaveLength(11)
    const storedRows = await context.store.db.select().from(tracks).where(eq(tracks.event_id, event.id))
    expect(storedRows.map(({ name }) => name).sort()).toEqual(['Go', 'Rust & C'])
  })

  test('whoever saved a talk that moves or ends is told once, by list and mail; muted ones are not, nor of texts, nor of what is over', async () => {
    const event = await newEvent()
    await importFile(event, table([one, two]))
    const people = await makePeople(
      context.store.db,
      Array.from({ length: 21 }, () => ({})),
    )
    const muted = people[20]!
    await context.store.db.execute(
      sql`insert into muted_notifications values (${muted.id}::uuid, 'talk_changed', 'list'), (${muted.id}::uuid, 'talk_changed', 'mail')`,
    )
    const [first, second] = await talksOf(event)
    await context.store.db
      .insert(user_saved_talks)
      .values(
        people.flatMap(({ id }) =>
          [first!, second!].map((talk) => ({ user_id: id, talk_id: talk.id, event_id: event.id })),
        ),
      )
    await importFile(event, table([{ ...one, abstract: 'A text' }, two]))
    expect(
      await context.store.db.$count(notifications, eq(notifications.path, `/conferences/${event.slug}`)),
    ).toBe(0)
    await importFile(event, table([{ ...one, start: '14:00', end: '15:00', room: 'Attic' }]))
    const messages = await context.store.db
      .select()
      .from(notifications)
      .where(eq(notifications.path, `/conferences/${event.slug}`))
    expect(messages).toHaveLength(20)
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00Z`),
    )
    expect(messages[0]!.message).toBe(
      `At ${event.name}: “One” is now ${weekday} 14:00 in Attic (was 10:00 in Hall); “Two” is cancelled`,
    )
    expect(await context.store.db.$count(mail_outbox, sql`text like ${`At ${event.name}%`}`)).toBe(20)
    await importFile(event, table([{ ...one, start: '16:00', end: '17:00', room: 'Attic' }]), {
      isQuiet: true,
    })
    await importFile(event, table([{ ...one, start: '17:00', end: '18:00', room: 'Attic' }]), {
      today: daysAhead(61),
    })
    expect(
      await context.store.db.$count(notifications, eq(notifications.path, `/conferences/${event.slug}`)),
    ).toBe(20)
  })

  test('many talks are taken back with few statements', async () => {
    const event = await newEvent()
    const list = Array.from({ length: 60 }, (_, n) => ({
      ...{ key: `${n}`, title: `Talk ${n}`, start: '09:00', end: '10:00', speakers: `Person ${n}` },
    }))
    await importFile(event, table(list))
    expect(await talksOf(event)).toHaveLength(60)
    const before = statementCount()
    await undo(event)
    expect(await talksOf(event)).toEqual([])
    expect(statementCount() - before).toBeLessThan(100)
  })

  test('an import that is interrupted after each of its steps is finished by the next, and tells once', async () => {
    const event = await newEvent()
    const list = Array.from({ length: 40 }, (_, index) => ({
      ...one,
      key: String(index),
      title: `Talk ${index}`,
      speakers: `Person Number${index}`,
    }))
    await importFile(event, table(list))
    const [first] = await talksOf(event)
    const fan = await makePerson(context.store.db)
    await context.store.db
      .insert(user_saved_talks)
      .values({ user_id: fan.id, talk_id: first!.id, event_id: event.id })
    const next = [
      ...list
        .slice(0, 30)
        .map((row) => ({ ...row, room: 'Attic', title: `${row.title}!`, start: '15:00', end: '16:00' })),
      ...list.slice(35).map((row) => ({
        ...row,
        key: `n${row.key}`,
        title: `New ${row.key}`,
        start: '18:00',
        speakers: `Somebody Else${row.key}`,
      })),
    ]
    let steps = 0
    let report: unknown
    for (let stop = 1; ; stop++) {
      const controller = new AbortController()
      const counting = context.store.db.transaction.bind(context.store.db)
      let count = 0
      const db = Object.assign(Object.create(context.store.db), {
        transaction: (...values: Parameters<typeof counting>) => {
          if (++count > stop) controller.abort()
          controller.signal.throwIfAborted()
          return counting(...values)
        },
      })
      const result = await importProgramme(
        db,
        event,
        { content: table(next) },
        { site, today, signal: controller.signal },
      ).catch(() => undefined)
      steps++
      report = result?.report
      if (result) break
    }
    expect(steps).toBeGreaterThan(3)
    expect(report).toMatchObject({ added: 5, moved: 30, removed: 10, unchanged: 0 })
    const { report: after } = await importFile(event, table(next))
    expect(after).toMatchObject({ added: 0, moved: 0, removed: 0, changed: 0, unchanged: 35 })
    expect(await context.store.db.$count(notifications, eq(notifications.user_id, fan.id))).toBe(1)
    expect(await context.store.db.$count(programme_syncs, eq(programme_syncs.status, 'applying'))).toBe(0)
  })
})

describe('people', () => {
  let event: SyncedEvent
  beforeEach(async () => {
    event = await newEvent()
  })

  test('a full name that one speaker has is that speaker; one word is asked about; a choice is followed', async () => {
    const [ada, mo] = await context.store.db
      .insert(speakers)
      .values([{ name: 'Zoë Unique Person' }, { name: 'Momo' }])
      .returning()
    const list = [{ ...one, speakers: 'zoe unique person; Momo' }]
    const preview = await previewProgramme(context.store.db, event, { content: table(list) }, { today })
    expect(preview.plan.people.map(({ name, kind, speaker_id }) => [name, kind, speaker_id])).toEqual([
      ['Momo', 'asked', null],
      ['zoe unique person', 'matched', ada!.id],
    ])
    await importFile(event, table(list), { choices: { people: { 'name:momo': mo!.id } } })
    const cast = await context.store.db
      .select()
      .from(talk_speakers)
      .innerJoin(talks, eq(talks.id, talk_speakers.talk_id))
      .where(eq(talks.event_id, event.id))
    expect(cast.map(({ talk_speakers: { speaker_id } }) => speaker_id).sort()).toEqual(
      [ada!.id, mo!.id].sort(),
    )
  })

  test('two of one name who are one are asked about once', async () => {
    const event = await newEvent()
    const personOf = (id: string, bio: string) =>
      `<persons><person id="${id}"><name>Robin Sample</name><biography>${bio}</biography></person></persons>`
    const schedule = (title: string) =>
      Buffer.from(`<schedule><conference><title>Days</title></conference><day date="${day}"><room name="Hall">
        <event id="1"><title>${title}</title><start>09:00</start><duration>00:30</duration>${personOf('11', 'Writes about compilers and types')}</event>
        <event id="2"><title>Bread</title><start>10:00</start><duration>00:30</duration>${personOf('12', 'Runs bakeries near rivers')}</event>
      </room></day></schedule>`)
    const { people } = await previewed(event, schedule('Types'))
    expect(people.map(({ key, namesakes }) => [key, namesakes])).toEqual([
      ['11', [{ key: '12', talks: ['Bread'] }]],
      ['12', [{ key: '11', talks: ['Types'] }]],
    ])
    await importFile(event, schedule('Types'), { choices: { same: { 12: '11' } } })
    const casts = () =>
      rows<{ speaker_id: string }>(
        context.store.db,
        sql`select speaker_id from talk_speakers join talks on talks.id = talk_id where event_id = ${event.id}::uuid`,
      )
    const first = await casts()
    expect(first).toHaveLength(2)
    expect(new Set(first.map(({ speaker_id }) => speaker_id)).size).toBe(1)
    const { report } = await importFile(event, schedule('More types'))
    expect(report.people).toMatchObject({ known: 2, new: 0, asked: 0 })
    expect(await casts()).toEqual(first)
    await undo(event)
    await undo(event)
    expect(await casts()).toEqual([])
    expect(await context.store.db.$count(speakers, eq(speakers.name, 'Robin Sample'))).toBe(0)
  })

  test('who has one id in two years of a conference is one speaker, whatever the files say', async () => {
    const [first, second, other] = [
      await newEvent(),
      await newEvent({ name: 'The Next', start_date: daysAhead(61), end_date: daysAhead(61) }),
      await newEvent({ name: 'Another One' }),
    ]
    await makeSeries(context.store.db, [first, second])
    const schedule = (last: string, date = day) =>
      Buffer.from(`<schedule><conference><title>Days</title></conference><day date="${date}"><room name="Hall">
        ${Array.from(
          { length: 10 },
          (
            _,
            n,
          ) => `<event id="${n}"><title>Talk ${n}</title><start>1${n}:00</start><duration>00:30</duration>
            <persons><person id="7${n}">${n === 9 ? last : `Yearly Person${n}`}</person></persons></event>`,
        ).join('')}</room></day></schedule>`)
    await importFile(first, schedule('ddevault'))
    const { report } = await importFile(second, schedule('Drew DeVault', daysAhead(61)))
    expect(report.people).toEqual({ known: 0, matched: 10, new: 0, asked: 0 })
    const names = await rows<{ name: string }>(
      context.store.db,
      sql`select name from speakers where name in ('ddevault', 'Drew DeVault')`,
    )
    expect(names).toEqual([{ name: 'ddevault' }])
    expect((await importFile(other, schedule('Drew DeVault'))).report.people).toMatchObject({ new: 1 })
  })

  test('a speaker is found by each name that it ever had; one that two had is asked about', async () => {
    const { db } = context.store
    const admin = await makePerson(db, { isAdmin: true })
    const api = callAsPerson(context.store, admin, { isAdmin: true })
    const [survivor, merged, renamed] = await db
      .insert(speakers)
      .values([{ name: 'Maria Nachher' }, { name: 'Maria Vorher' }, { name: 'Maria Dritte' }])
      .returning()
    await db.execute(sql`update speakers set name = 'Maria Zweite' where id = ${merged!.id}::uuid`)
    await db.execute(sql`update speakers set name = 'Maria Vierte' where id = ${renamed!.id}::uuid`)
    const matchOf = async (name: string) => {
      const content = table([{ ...one, speakers: name }])
      const { plan } = await previewProgramme(db, event, { content }, { today })
      return plan.people.map(({ kind, speaker_id }) => [kind, speaker_id])[0]
    }
    expect(await matchOf('maria vorher')).toEqual(['matched', merged!.id])
    await api.speakers.merge({ id: survivor!.id, other_id: merged!.id })
    for (const name of ['Maria Vorher', 'Maria Zweite', 'Maria Nachher'])
      expect(await matchOf(name)).toEqual(['matched', survivor!.id])
    await db.execute(sql`update speakers set name = 'Maria Vorher' where id = ${renamed!.id}::uuid`)
    expect(await matchOf('Maria Vorher')).toEqual(['asked', null])
    expect(await matchOf('Maria Dritte')).toEqual(['matched', renamed!.id])
    const { changes } = await api.history.ofSpeaker({ id: survivor!.id })
    await api.history.undo({ id: changes.find(({ via }) => via === 'merge')!.id })
    expect(await matchOf('Maria Nachher')).toEqual(['matched', survivor!.id])
    expect(await matchOf('Maria Zweite')).toEqual(['matched', merged!.id])
    await importFile(event, table([{ ...one, speakers: 'Maria Zweite' }]))
    expect(await db.$count(speakers, sql`name like 'Maria %'`)).toBe(3)
  })

  test('a claimed profile keeps what it says; an unclaimed one gets what it lacks, once', async () => {
    const owner = await makePerson(context.store.db)
    const [claimed, free] = await context.store.db
      .insert(speakers)
      .values([{ name: 'Claimed Somebody', user_id: owner.id }, { name: 'Free Somebody' }])
      .returning()
    const xml = Buffer.from(`<schedule><conference><title>T</title></conference><persons>
      <person id="1"><name>Claimed Somebody</name><biography>New</biography></person>
      <person id="2"><name>Free Somebody</name><biography>New</biography></person></persons>
      <day date="${day}"><room name="A"><event id="1"><title>T</title><start>10:00</start>
      <persons><person id="1">Claimed Somebody</person><person id="2">Free Somebody</person></persons></event></room></day></schedule>`)
    await importFile(event, xml)
    const bios = () =>
      context.store.db
        .select({ bio: speakers.bio })
        .from(speakers)
        .where(sql`id in (${claimed!.id}, ${free!.id})`)
        .orderBy(speakers.name)
    expect(await bios()).toEqual([{ bio: null }, { bio: 'New' }])
    await context.store.db.update(speakers).set({ bio: null }).where(eq(speakers.id, free!.id))
    expect((await importFile(event, xml)).status).toBe('unchanged')
    expect(await bios()).toEqual([{ bio: null }, { bio: null }])
  })

  test('a speaker who was deleted here is not made again', async () => {
    await importFile(event, table([one]))
    await context.store.db.execute(sql`
      delete from speakers using talk_speakers, talks
      where speaker_id = speakers.id and talks.id = talk_id and talks.event_id = ${event.id}::uuid and speakers.name = 'Mo'`)
    expect((await importFile(event, table([one]))).status).toBe('unchanged')
    const { report } = await importFile(event, table([{ ...one, start: '10:15' }]))
    expect(report).toMatchObject({ moved: 1, people: { new: 0, matched: 0 } })
  })
})

describe('links', () => {
  const json = (links: object[], recording: string | null = null) =>
    Buffer.from(
      JSON.stringify({
        schedule: {
          conference: {
            title: 'Links',
            start: day,
            end: day,
            days: [
              {
                date: day,
                rooms: {
                  Hall: [
                    {
                      guid: 'a',
                      title: 'On links',
                      date: `${day}T10:00:00+00:00`,
                      duration: '00:30',
                      recording_url: recording,
                      links,
                    },
                  ],
                },
              },
            ],
          },
        },
      }),
    )
  const code = { url: 'https://github.com/Hallway/Hallway.git', title: 'Code' }
  const paper = { url: 'https://arxiv.org/abs/1706.03762', title: 'Paper' }
  const linksOf = (event: { id: string }) =>
    context.store.db
      .select({ kind: talk_links.kind, url: talk_links.canonical, status: talk_links.status })
      .from(talk_links)
      .where(eq(talk_links.event_id, event.id))
      .orderBy(talk_links.kind, talk_links.canonical)

  test('come in with the talk, follow the source, and leave alone what people did', async () => {
    const event = await newEvent()
    await importFile(event, json([code, paper], 'https://youtu.be/PAAkCSZUG1c'))
    expect((await linksOf(event)).map(({ kind, url }) => [kind, url])).toEqual([
      ['code', 'https://github.com/hallway/hallway'],
      ['paper', 'https://arxiv.org/abs/1706.03762'],
      ['video', 'https://www.youtube.com/watch?v=PAAkCSZUG1c'],
    ])
    expect((await importFile(event, json([code, paper], 'https://youtu.be/PAAkCSZUG1c'))).status).toBe(
      'unchanged',
    )
    const member = await makePerson(context.store.db)
    const [talk] = await talksOf(event)
    await makeTalkLink(context.store.db, {
      talk: talk!,
      added_by: member.id,
      url: 'https://example.org/notes',
    })
    // Taken down here, it does not come back with the next version of the file.
    await context.store.db.update(talk_links).set({ status: 'rejected' }).where(eq(talk_links.kind, 'paper'))
    const slides = { url: 'https://speakerdeck.com/hallway/links', title: 'Slides' }
    const { report } = await importFile(event, json([paper, slides], 'https://youtu.be/PAAkCSZUG1c'))
    expect(report).toMatchObject({ changed: 1, kept: 0 })
    expect((await linksOf(event)).map(({ kind, status }) => [kind, status])).toEqual([
      ['paper', 'rejected'],
      ['slides', 'live'],
      ['video', 'live'],
      ['writeup', 'live'],
    ])
    await undo(event)
    expect((await linksOf(event)).map(({ kind }) => kind)).toEqual(['code', 'paper', 'video', 'writeup'])
  })

  test('a link that a member added stays when the source names it, too, and then drops it', async () => {
    const event = await newEvent()
    await importFile(event, json([code]))
    const [talk] = await talksOf(event)
    const member = await makePerson(context.store.db)
    await makeTalkLink(context.store.db, { talk: talk!, added_by: member.id, kind: 'paper', url: paper.url })
    await importFile(event, json([code, paper]))
    const kinds = async () => (await linksOf(event)).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['code', 'paper'])
    const { report } = await importFile(event, json([code]))
    expect([report.changed, await kinds()]).toEqual([1, ['code', 'paper']])
  })

  test('a talk that somebody linked is cancelled, not deleted, when the source has it no more', async () => {
    const event = await newEvent()
    await importFile(
      event,
      table([
        { key: 'a', title: 'One' },
        { key: 'b', title: 'Two' },
      ]),
    )
    const [talk] = await talksOf(event)
    await makeTalkLink(context.store.db, { talk: talk! })
    await importFile(event, table([{ key: 'b', title: 'Two' }]))
    expect((await talksOf(event)).map(({ status }) => status)).toEqual(['cancelled', 'scheduled'])
  })
})

test('progress ends at its total, also where people are known already', async () => {
  const event = await newEvent()
  const list = [{ key: '1', title: 'Opening', speakers: 'Ada Lovelace' }]
  await importFile(event, table(list))
  const progress: [done: number, total: number][] = []
  await importFile(event, table([...list, { key: '2', title: 'Closing', speakers: 'Ada Lovelace' }]), {
    onProgress: (done: number, total: number) => progress.push([done, total]),
  })
  expect(progress).toEqual([[1, 1]])
})
