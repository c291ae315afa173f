import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { follows } from '#features/follows/follows.tables.ts'
import { rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { apiOf, password, signIn } from '#tests/support/people-of-all-kinds.ts'
import { makeThings } from '#tests/support/procedure-inputs.ts'
import { leaksTo, makeSecretWorld, type SecretWorld } from '#tests/support/secret-world.ts'
import { exportOf } from './account-export.server.ts'

const context = useStore()
let world: SecretWorld
beforeAll(async () => {
  world = await makeSecretWorld(context.store.db)
  await makeThings(context.store.db, world.people.owner)
})

const origin = { site: { name: 'Hallway', url: 'http://hallway.test' }, version: '1.2.3' }
async function exportText(person: { id: string; email: string }) {
  let text = ''
  for await (const piece of exportOf(context.store.db, person, origin)) text += piece
  return text
}
type Exported = { version: string; made_at: string; rows: Record<string, Record<string, unknown>[]> }
const hide = (id: string) =>
  context.store.execute(`update all_events set is_hidden = true where id = '${id}'`)
const exported = async (person: { id: string; email: string }): Promise<Exported> =>
  JSON.parse(await exportText(person))

/** Keys that no row of this test's world can be given: each has one made for it. */
const insertSuggestion = (id: string, decidedBy?: string) => `
  insert into suggestions (kind, record_id, suggested_by, changes, former, status, decided_by, decided_at)
  select 'event', id, '${id}', '{"name": "B"}', '{}', ${decidedBy ? `'rejected', '${decidedBy}', now()` : `'open', null, null`}
  from events limit 1`

const rowsToInsert: Record<string, (id: string) => string> = {
  'follows.person_id': (id) =>
    `insert into follows (user_id, person_id) values ('${world.people.member.id}', '${id}')`,
  'muted_notifications.user_id': (id) =>
    `insert into muted_notifications (user_id, kind, channel) values ('${id}', 'coverage', 'mail')`,
  'speaking_confirmations.user_id': (id) =>
    `insert into speaking_confirmations (user_id, event_id, is_confirmed) select '${id}', id, true from events limit 1`,
  'event_checks.user_id': (id) =>
    `insert into event_checks (user_id, event_id, checked_at) select '${id}', id, now() from events limit 1`,
  'suggestions.suggested_by': (id) => insertSuggestion(id),
  'suggestions.decided_by': (id) => insertSuggestion(id, id),
  'access_tokens.user_id': (id) =>
    `insert into access_tokens (user_id, name, hash, scope, expires_at) values ('${id}', 'Script', sha256('${id}'), 'read', now())`,
  'suspensions.user_id': (id) => `insert into suspensions (user_id, root_id) values ('${id}', '${id}')`,
  'not_duplicates.decided_by': (id) =>
    `insert into not_duplicates (one_id, other_id, decided_by)
      select one.id, other.id, '${id}' from events as one join events as other on one.id < other.id limit 1`,
  'pictures.uploaded_by': (id) =>
    `insert into pictures (name, large, small, uploaded_by) values (md5('${id}'), '', '', '${id}')`,
}

test('every foreign key to a person is in it, read from the catalogue', async () => {
  const { db, execute } = context.store
  const references = await rows<{ table: string; column: string }>(
    db,
    sql`
      select conrelid::regclass::text as table, attname::text as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'f' and confrelid in (select oid from pg_class where relname in ('user', 'all_profiles'))`,
  )
  expect(references.length).toBeGreaterThan(35)
  const missing: string[] = []
  for (const { table, column } of references) {
    const person = await makePerson(db)
    const insert = rowsToInsert[`${table}.${column}`]
    if (insert) await execute(insert(person.id))
    else if (table !== 'all_profiles')
      await execute(
        `alter table ${table} disable trigger user`,
        `update ${table} set ${column} = '${person.id}' where ctid = (select ctid from ${table} limit 1)`,
        `alter table ${table} enable trigger user`,
      )
    const { rows: exportedRows } = await exported(person)
    if (!exportedRows[`${table.replace(/^all_/, '')}.${column}`]?.length) missing.push(`${table}.${column}`)
  }
  expect(missing).toEqual([])
})

test('it says whose it is, when it was made and by which version, and who invited the person', async () => {
  const { db, execute } = context.store
  const [inviter, person] = [await makePerson(db, { name: 'Ivy Inviter' }), await makePerson(db)]
  await execute(
    `insert into invitation_codes (code, created_by, used_by, used_at) values ('EXPORT1', '${inviter.id}', '${person.id}', now())`,
    `insert into mail_outbox (to_address, subject, text, html) values ('${person.email}', 'By address', 't', 'h')`,
    `insert into invitation_requests (email, reason) values ('${person.email}', 'Before I had a code')`,
  )
  const { version, made_at, rows } = await exported(person)
  expect(version).toBe('1.2.3')
  expect(Date.now() - Date.parse(made_at)).toBeLessThan(60_000)
  expect(rows.user).toMatchObject([{ id: person.id, email: person.email }])
  expect(rows['profiles.id']).toMatchObject([{ full_name: person.name }])
  expect(rows['who invited you']).toEqual([{ full_name: 'Ivy Inviter' }])
  expect(rows['mail by address']).toMatchObject([{ subject: 'By address' }])
  expect(rows.invitation_requests).toMatchObject([{ reason: 'Before I had a code' }])
  expect(await exportText(person)).not.toContain(inviter.email)
})

test('access tokens are in it without what they are compared with', async () => {
  const person = await makePerson(context.store.db)
  const { token } = await callAsPerson(context.store, person).accessTokens.create({
    name: 'Script',
    days: '30',
  })
  const [row, ...more] = (await exported(person)).rows['access_tokens.user_id']!
  expect([row!.name, row!.scope, more]).toEqual(['Script', 'read', []])
  expect(row).not.toHaveProperty('hash')
  expect(await exportText(person)).not.toContain(token)
})

test('what a person attends, saved and follows has its name, date and address', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const event = await makeEvent(db, { name: 'Named Conf', start_date: '2027-03-01', end_date: '2027-03-02' })
  const talk = await makeTalk(db, { event, title: 'Named Talk', date: '2027-03-02' })
  const speaker = await makeSpeaker(db, { name: 'Named Speaker' })
  await attend(db, person, event)
  await saveTalk(db, person, talk)
  await db.insert(follows).values({ user_id: person.id, speaker_id: speaker.id })
  const { rows: exportedRows } = await exported(person)
  const url = `${origin.site.url}/conferences/${event.slug}`
  expect(exportedRows['user_events.user_id']).toMatchObject([
    { event_id: event.id, conference: 'Named Conf', conference_begins: '2027-03-01', conference_url: url },
  ])
  expect(exportedRows['user_saved_talks.user_id']).toMatchObject([
    {
      talk_id: talk.id,
      talk: 'Named Talk',
      talk_date: '2027-03-02',
      talk_url: `${url}/talks/${talk.number}`,
    },
  ])
  expect(exportedRows['follows.user_id']).toMatchObject([
    { speaker: 'Named Speaker', speaker_url: `${origin.site.url}/speakers/${speaker.id}` },
  ])
  await hide(event.id)
  expect(JSON.stringify((await exported(person)).rows)).not.toContain('Named Conf')
})

test.each(['member', 'other', 'owner', 'admin'] as const)(
  'it tells %s no secret of somebody else, and no password, token or key',
  async (reader) => {
    const person = world.people[reader]
    const text = await exportText(person)
    // What somebody suggested stays theirs to take away, also where no page shows it to them any more.
    const ownLink = reader === 'other' ? ['a link that was taken down'] : []
    expect(leaksTo(reader, text, world)).toEqual(ownLink)
    expect(text).not.toMatch(/"(?:password|token|secret|backup_codes|html|text)":/)
    expect(text).toContain(person.email)
  },
)

test('one that is very large ends, and says what was left out', async () => {
  const person = await makePerson(context.store.db)
  await makeEvents(
    context.store.db,
    Array.from({ length: serverLimits.exportedRows + 1 }, () => ({ owner: person })),
  )
  const document = JSON.parse(await exportText(person))
  expect(document.rows['events.created_by']).toHaveLength(serverLimits.exportedRows)
  expect(document[`cut_after_${serverLimits.exportedRows}_rows`]).toEqual(['events.created_by'])
})

test('/account/export is a file for whoever is signed in, a few times an hour', async () => {
  const api = apiOf(context.store)
  const person = await makePerson(context.store.db, { password })
  const stranger = await api('/account/export')
  expect(stranger.status).toBe(303)
  expect(stranger.headers.get('location')).toBe('/auth?next=%2Faccount%2Fsettings')
  const cookie = await signIn(api, person.email)
  const answer = await api('/account/export', { headers: { cookie } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="hallway.test-account.json"',
    'cache-control': 'private, no-store',
  })
  expect(((await answer.json()) as Exported).rows.user).toMatchObject([{ email: person.email }])
  let last = answer
  for (let n = 0; n < serverLimits.exportsPerHour; n++) {
    last = await api('/account/export', { headers: { cookie } })
    await last.text()
  }
  expect(last.status).toBe(429)
})

test('a proposed topic has the name that was typed, and changes when they were made', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  await callAsPerson(context.store, person).topicProposals.propose({ name: 'Quantum Knitting' })
  const event = await makeEvent(db, { owner: person })
  await callAsPerson(context.store, person).series.join({ event_id: event.id, name: 'Knit Conf' })
  const { rows: lists } = await exported(person)
  const listOf = (name: string) => Object.entries(lists).find(([key]) => key.startsWith(name))?.[1]
  expect(listOf('topic_proposals')).toMatchObject([{ name: 'Quantum Knitting' }])
  expect(listOf('change_sets')).toMatchObject([{ via: 'form', at: expect.any(String) }])
  expect(lists['what you did as an administrator'] ?? []).toEqual([])
})
