import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { suspend } from '#features/administration/suspensions.server.ts'
import { event_organisers } from '#features/events/events.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { shownColumns } from './labels.ts'

const context = useStore()
const mark = () => `zq${randomUUID().replaceAll('-', '').slice(0, 14)}`

/** Each column that the log may hold and no history shows. */
const privateColumns = (db: typeof context.store.db) => {
  const allowed = new Map(shownColumns)
  return rows<{ table: string; column: string; type: string }>(db)`
    select relname as table, attname as column, format_type(atttypid, null) as type
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_attribute on attrelid = pg_class.oid
    where tgname = relname || '_logged' and attnum > 0 and not attisdropped order by 1, 2`.then((columns) =>
    columns.filter(({ table, column }) => !allowed.get(table)?.includes(column)),
  )
}

type World = Awaited<ReturnType<typeof makeWorld>>

async function makeWorld() {
  const { db } = context.store
  const secrets: { what: string; text: string }[] = []
  const secret = (what: string) => {
    const text = mark()
    secrets.push({ what, text })
    return text
  }
  const speakerAccount = await makePerson(db)
  const people = {
    member: await makePerson(db),
    attendee: await makePerson(db),
    speaker: speakerAccount,
    organiser: await makePerson(db),
    owner: await makePerson(db),
    admin: await makePerson(db, { isAdmin: true }),
  }
  const event = await makeEvent(db, { owner: people.owner })
  const series = await makeSeries(db, [event])
  const speaker = await makeSpeaker(db, { user_id: speakerAccount.id })
  const talk = await makeTalk(db, { event, speakers: [speaker] })
  await attend(db, people.attendee, event)
  await db.insert(event_organisers).values({ event_id: event.id, user_id: people.organiser.id })
  const records = { event, talk, speaker, series }
  return { secrets, secret, people, ...records, ids: Object.values(records).map(({ id }) => id) }
}

/** What others see of it on no page: suggested and rejected, or of people who are suspended. */
async function plantWhatWasHidden({ secret, people, event, talk, speaker }: World) {
  const { db } = context.store
  const url = (what: string) => `https://example.com/${secret(what)}`
  await makeTalkLink(db, { talk, status: 'suggested', url: url('a suggested link') })
  const link = await makeTalkLink(db, { talk, status: 'suggested', url: url('what a link was') })
  await db.execute(
    sql`update talk_links set url = ${url('a rejected link')}, title = ${secret('the title of a rejected link')} where id = ${link.id}::uuid`,
  )
  await db.execute(sql`update talk_links set status = 'rejected' where id = ${link.id}::uuid`)
  const withdrawn = await makeTalkLink(db, {
    talk,
    status: 'suggested',
    url: url('a link that was withdrawn'),
  })
  await db.execute(sql`delete from talk_links where id = ${withdrawn.id}::uuid`)
  const call = await makeCall(db, {
    event,
    kind: 'papers',
    status: 'suggested',
    url: url('a suggested call'),
  })
  await db.execute(
    sql`update calls set note = ${secret('the note of a suggested call')} where id = ${call.id}::uuid`,
  )
  await db.execute(sql`delete from calls where id = ${call.id}::uuid`)
  const suspended = await makePerson(db, { name: secret('who is suspended') })
  const by = { created_by: suspended.id }
  const hiddenTalk = await makeTalk(db, { event, title: secret('a hidden talk'), ...by })
  await makeTalkLink(db, { talk, url: url('a link of who is suspended'), added_by: suspended.id })
  const removed = await makeTalk(db, { event, title: secret('a removed talk of who is suspended'), ...by })
  const pause = await makeBreak(db, { event, title: secret('a hidden break'), ...by })
  const hidden = await makeSpeaker(db, { name: secret('a hidden speaker'), ...by })
  await db.execute(
    sql`insert into talk_speakers (talk_id, speaker_id, position) values (${talk.id}::uuid, ${hidden.id}::uuid, 7)`,
  )
  for (const { id } of [suspended, people.speaker])
    await db.execute(sql`update speakers set user_id = ${id}::uuid where id = ${speaker.id}::uuid`)
  await db.execute(sql`delete from talks where id = ${removed.id}::uuid`)
  await db.execute(sql`delete from breaks where id = ${pause.id}::uuid`)
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('hallway.changed_by', ${suspended.id}, true)`)
    await tx.execute(sql`update events set description = 'By nobody' where id = ${event.id}::uuid`)
  })
  await suspend(db, { id: suspended.id, hasBranch: false, suspendedBy: null })
  await db.execute(sql`update all_talks set is_hidden = true where id = ${hiddenTalk.id}::uuid`)
  await db.execute(sql`update all_speakers set is_hidden = true where id = ${hidden.id}::uuid`)
}

/** A row of the log for each private column of each table, once for each record. */
async function plantColumns({ secret, ids }: World) {
  const { db } = context.store
  const hiddenPerson = await makePerson(db, { name: secret('who is in private columns') })
  await suspend(db, { id: hiddenPerson.id, hasBranch: false, suspendedBy: null })
  const columns = await privateColumns(db)
  expect(columns.length).toBeGreaterThan(100)
  const [set] = await rows<{ id: number }>(db)`
    insert into change_sets (via, reason) values ('form', ${secret('a reason')}) returning id::float8 as id`
  for (const { table, column, type } of columns) {
    const value = type === 'uuid' ? hiddenPerson.id : secret(`${table}.${column}`)
    const values = JSON.stringify({ [column]: value })
    for (const action of ['changed', 'removed'])
      await db.execute(sql`
        insert into changed_rows (set_id, table_name, key, record_id, parent_id, action, before, after)
        select ${set!.id}::bigint, ${table}, jsonb_build_object('id', gen_random_uuid()), record.id, parent.id, ${action},
          ${values}::jsonb, case when ${action} = 'changed' then ${values}::jsonb end
        from unnest(${sql.param(ids)}::uuid[]) as record (id), unnest(${sql.param(ids)}::uuid[]) as parent (id)`)
  }
}

async function readAll(person: Person | undefined, { people, event, talk, speaker, series }: World) {
  const { history } = callAs(
    context.store,
    person
      ? {
          ...viewerOf(person, person === people.admin),
          organises: person === people.organiser ? [event.id] : [],
        }
      : null,
  )
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const answers = await Promise.allSettled([
    history.ofEvent({ id: event.id }),
    history.ofTalk({ id: talk.id }),
    history.ofSpeaker({ id: speaker.id }),
    history.ofSeries({ id: series.id }),
    history.compareEvent({ id: event.id, ...range }),
    history.compareTalk({ id: talk.id, ...range }),
    history.compareSpeaker({ id: speaker.id, ...range }),
    history.compareSeries({ id: series.id, ...range }),
  ])
  return answers.map((answer) => (answer.status === 'fulfilled' ? JSON.stringify(answer.value) : ''))
}

test('no history shows a private value to anybody', async () => {
  const world = await makeWorld()
  await plantWhatWasHidden(world)
  await plantColumns(world)
  const { people, secrets } = world
  expect(secrets.length).toBeGreaterThan(40)
  for (const [kind, person] of Object.entries({ visitor: undefined, ...people })) {
    const answers = await readAll(person, world)
    expect(
      answers.map((answer) => answer !== ''),
      kind,
    ).toEqual(answers.map(() => person !== undefined))
    const text = answers.join('\n')
    expect(
      secrets.filter((secret) => text.includes(secret.text)).map(({ what }) => what),
      kind,
    ).toEqual([])
    // Co-organisers are listed for those who edit the conference.
    const seesOrganisers = ['organiser', 'owner', 'admin'].includes(kind)
    expect(text.includes(people.organiser.name), kind).toBe(seesOrganisers)
  }
})

test('the recent changes show no private value to an administrator, but the names of what is hidden', async () => {
  const world = await makeWorld()
  await plantWhatWasHidden(world)
  await plantColumns(world)
  const { people, secrets } = world
  const { history } = callAs(context.store, viewerOf(people.admin, true))
  let text = ''
  let after: number | undefined
  do {
    const page = await history.recent({ after })
    text += JSON.stringify(page)
    after = page.next ?? undefined
  } while (after)
  expect(text).toContain(world.event.name)
  expect(secrets.filter((secret) => text.includes(secret.text)).map(({ what }) => what)).toEqual([
    'who is suspended',
    'a hidden talk',
    'a hidden speaker',
  ])
})
