import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { admin_actions } from '#features/administration/admin-actions.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { user } from '#features/people/people.tables.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { callAsPerson, queueOf, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeReport } from '#tests/support/factories/reports.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { reports } from './reports.tables.ts'

const context = useStore()
const member = () => makePerson(context.store.db)
const admin = async () => {
  const person = await makePerson(context.store.db, { isAdmin: true })
  const api = callAsPerson(context.store, person, { isAdmin: true })
  const total = async () => (await api.decisions.counts({})).find(({ kind }) => kind === 'report')?.n ?? 0
  return { ...person, total, queue: queueOf(api, 'report') }
}

describe('what can be reported', () => {
  test('is every public record, by the path of its page', async () => {
    const { db } = context.store
    const { reports: api } = callAsPerson(context.store, null)
    const person = await member()
    const event = await makeEvent(db)
    const speaker = await makeSpeaker(db)
    const talk = await makeTalk(db, { event })
    for (const [kind, path, name] of [
      ['event', `/conferences/${event.slug}`, event.name],
      ['talk', `/conferences/${event.slug}/talks/${talk.number}`, talk.title],
      ['speaker', `/speakers/${speaker.id}`, speaker.name],
      ['profile', `/u/${person.id}`, person.name],
    ] as const)
      expect(await api.subject({ path })).toEqual({ kind, path, name, is_reported: false })
  })

  test.each([
    '/',
    '/conferences',
    '/conferences/new',
    '/conferences/nothing',
    '/speakers/not-an-id',
    '/conferences/x/talks/999999999',
    `/u/${crypto.randomUUID()}`,
    '//evil.example/u/1',
    'javascript:alert(1)',
  ])('not %s', async (path) => {
    const { reports: api } = callAsPerson(context.store, await member())
    expect((await refusal(api.subject({ path })))?.code).toBe('NOT_FOUND')
    expect((await refusal(api.submit({ path, reason: 'spam' })))?.code).toBe('NOT_FOUND')
  })
})

describe('a report', () => {
  test('is open once for a person and a record, and again after it was settled', async () => {
    const { db } = context.store
    const person = await member()
    const event = await makeEvent(db)
    const path = `/conferences/${event.slug}`
    const { reports: api } = callAsPerson(context.store, person)
    await api.submit({ path, reason: 'wrong', words: ' The date is another one. ' })
    expect((await api.subject({ path })).is_reported).toBe(true)
    expect(await refusal(api.submit({ path, reason: 'spam' }))).toMatchObject({
      code: 'CONFLICT',
      message: 'You have already reported this. An administrator will review it.',
    })
    const [row] = await db.select().from(reports).where(eq(reports.reporter_id, person.id))
    expect(row).toMatchObject({
      kind: 'event',
      record_id: event.id,
      reason: 'wrong',
      words: 'The date is another one.',
    })
    await (await admin()).queue.accept(row!.id)
    expect((await api.subject({ path })).is_reported).toBe(false)
    await api.submit({ path, reason: 'spam' })
  })

  test('is one of so many a day', async () => {
    const { reports: api } = callAsPerson(context.store, await member())
    const codes = new Set<string | undefined>()
    for (let n = 0; n <= serverLimits.reportsPerDay; n++) {
      const { slug } = await makeEvent(context.store.db)
      codes.add((await refusal(api.submit({ path: `/conferences/${slug}`, reason: 'spam' })))?.code)
    }
    expect([...codes]).toEqual([undefined, 'TOO_MANY_REQUESTS'])
  })

  test('stays without a name when the account of whoever sent it goes', async () => {
    const person = await member()
    const event = await makeEvent(context.store.db)
    const { id } = await makeReport(context.store.db, {
      kind: 'event',
      record_id: event.id,
      reporter_id: person.id,
    })
    await context.store.db.delete(user).where(eq(user.id, person.id))
    const list = await everyOpen((await admin()).queue)
    expect(list.find((report) => report.id === id)).toMatchObject({ asked_by: null, name: event.name })
  })
})

describe('administrators', () => {
  test('settle a report: the reporter is told, the trail has it, and once is enough', async () => {
    const { db } = context.store
    const { queue, total, id: adminId } = await admin()
    const person = await member()
    const speaker = await makeSpeaker(db)
    const { id } = await makeReport(db, { kind: 'speaker', record_id: speaker.id, reporter_id: person.id })
    const before = await total()
    await queue.accept(id, { words: 'The bio was an advertisement.' })
    expect(await total()).toBe(before - 1)
    expect(await db.select().from(notifications).where(eq(notifications.user_id, person.id))).toMatchObject([
      {
        message: `An administrator has reviewed your report about ${speaker.name}. Thank you for reporting it.`,
        path: `/speakers/${speaker.id}`,
      },
    ])
    expect(await db.select().from(admin_actions).where(eq(admin_actions.admin_id, adminId))).toMatchObject([
      { action: 'report_settled', subject: speaker.name, path: `/speakers/${speaker.id}` },
    ])
    const [settled] = (await queue.list({ state: 'accepted' })).decisions
    expect(settled).toMatchObject({
      id,
      evidence: { note: 'The bio was an advertisement.', decided_by: { id: adminId } },
    })
    expect((await refusal(queue.accept(id)))?.code).toBe('CONFLICT')
    expect(await queue.decideMany([id], true)).toEqual({
      refused: [{ id, message: 'This report has been settled already' }],
    })
    expect((await refusal(queue.accept(crypto.randomUUID())))?.code).toBe('NOT_FOUND')
  })

  test('open a settled report again, unless the same person has reported the record since', async () => {
    const { db } = context.store
    const { queue } = await admin()
    const [person, event] = [await member(), await makeEvent(db)]
    const report = { kind: 'event', record_id: event.id, reporter_id: person.id } as const
    const { id } = await makeReport(db, report)
    await queue.accept(id, { words: 'Looked fine' })
    const settled = async () =>
      (await queue.list({ state: 'accepted' })).decisions.find((report) => report.id === id)
    expect((await settled())?.evidence).toMatchObject({
      note: 'Looked fine',
      decided_by: { full_name: expect.anything() },
    })
    await queue.reopen(id)
    expect(await settled()).toBeUndefined()
    expect(await refusal(queue.reopen(id))).toMatchObject({ code: 'CONFLICT' })
    await queue.accept(id)
    await makeReport(db, report)
    expect(await refusal(queue.reopen(id))).toMatchObject({
      code: 'CONFLICT',
      message: 'This member has reported it again since then',
    })
  })

  test('see a record that is gone as such, and can settle its report', async () => {
    const { queue } = await admin()
    const person = await member()
    const { id } = await makeReport(context.store.db, {
      kind: 'talk',
      record_id: crypto.randomUUID(),
      reporter_id: person.id,
    })
    const list = await everyOpen(queue)
    expect(list.find((report) => report.id === id)).toMatchObject({
      name: 'a removed page',
      path: null,
    })
    await queue.accept(id)
  })

  test('do not see who reported what is their own', async () => {
    const { db } = context.store
    const reported = await admin()
    const other = await admin()
    const person = await member()
    const event = await makeEvent(db, { owner: reported })
    const talk = await makeTalk(db, { event })
    const speaker = await makeSpeaker(db, { user_id: reported.id })
    const ids: string[] = []
    for (const [kind, record_id] of [
      ['event', event.id],
      ['talk', talk.id],
      ['speaker', speaker.id],
      ['profile', reported.id],
    ] as const)
      ids.push((await makeReport(db, { kind, record_id, reporter_id: person.id })).id)
    const reportersFor = async ({ queue }: typeof other) =>
      (await everyOpen(queue))
        .filter(({ id }) => ids.includes(id))
        .map(({ asked_by }) => asked_by?.id ?? null)
    expect(await reportersFor(reported)).toEqual([null, null, null, null])
    expect(await reportersFor(other)).toEqual(ids.map(() => person.id))
  })

  test('read page by page, each in one statement however many there are', async () => {
    const { db } = context.store
    const { queue, total } = await admin()
    const event = await makeEvent(db)
    for (let n = 0; n < limits.recordsAtOnce + 3; n++)
      await makeReport(db, { kind: 'event', record_id: event.id, reporter_id: (await member()).id })
    const { result, statements } = await watchStatements(() => queue.list())
    expect(result.decisions).toHaveLength(limits.recordsAtOnce)
    expect(statements).toHaveLength(1)
    const all = await everyOpen(queue)
    expect(new Set(all.map(({ id }) => id)).size).toBe(await total())
  })
})

async function everyOpen(queue: Awaited<ReturnType<typeof admin>>['queue']) {
  const all = []
  let after: string | undefined
  do {
    const { decisions: page, next } = await queue.list({ after })
    all.push(...page)
    after = next ?? undefined
  } while (after)
  return all
}
