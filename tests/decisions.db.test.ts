import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { DecisionKind } from '#features/decisions/decisions.ts'
import { invitation_requests } from '#features/invitations/invitations.tables.ts'
import { series_proposals } from '#features/series/series.tables.ts'
import { directory_sources, source_entries, source_questions } from '#features/sources/sources.tables.ts'
import { topic_proposals } from '#features/topics/topics.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, callAsPerson, refusal, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, type Person } from '#tests/support/factories/people.ts'
import { makeReport } from '#tests/support/factories/reports.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { randomFrom } from './support/random.ts'

// Four people decide at once, over and over, about something of a random kind: each is decided once, and each member who
// asked is told once. `npm run prove -- --parts decisions` makes 2,000 of them.

const context = useStore()
const rounds = process.env.HALLWAY_LONG === '1' ? 2000 : 20
const { below, pick } = randomFrom(Number(process.env.HALLWAY_SEED ?? 1))

let admins: Person[]
let sourceId: string
beforeAll(async () => {
  const { db } = context.store
  admins = await makePeople(db, Array(4).fill({ isAdmin: true }))
  const [source] = await db
    .insert(directory_sources)
    .values({ name: 'A list', format: 'confs.tech', addresses: [], licence: 'CC0' })
    .returning()
  sourceId = source!.id
})

type Case = {
  id: string
  option?: string
  /** How many notices the asker gets. */
  notices: { accepted: number; rejected: number }
  /** What becomes of the row: a column, or that it is gone. */
  state: (isAccepted: boolean) => [query: ReturnType<typeof sql>, expected: unknown]
}
const both = { accepted: 1, rejected: 1 }
const none = { accepted: 0, rejected: 0 }
const exists = (table: string, id: string) =>
  sql`select exists (select from ${sql.raw(table)} where id = ${id}::uuid) as value`
const column = (table: string, name: string, id: string) =>
  sql`select ${sql.raw(name)}::text as value from ${sql.raw(table)} where id = ${id}::uuid`

async function makeTwoEditions() {
  const { db } = context.store
  const events = [await makeEvent(db), await makeEvent(db, { start_date: '2019-05-01' })]
  return events.map(({ id }) => id).sort()
}

/** Something of each kind that `asker` waits for. */
const cases: Record<DecisionKind, (asker: Person) => Promise<Case>> = {
  async event_claim(asker) {
    const { db } = context.store
    const { id } = await claimEvent(db, asker, await makeEvent(db))
    return {
      id,
      notices: both,
      state: (isAccepted) => [column('event_claims', 'status', id), isAccepted ? 'approved' : 'rejected'],
    }
  },
  async speaker_claim(asker) {
    const { db } = context.store
    const { id } = await claimSpeaker(db, asker, await makeSpeaker(db))
    return {
      id,
      notices: both,
      state: (isAccepted) => [column('speaker_claims', 'status', id), isAccepted ? 'approved' : 'rejected'],
    }
  },
  async topic(asker) {
    const name = `Topic ${unique()}`
    const [row] = await context.store.db
      .insert(topic_proposals)
      .values({ name, proposed_by: asker.id })
      .returning()
    return {
      id: row!.id,
      notices: both,
      state: (isAccepted) => [
        sql`select exists (select from topics where name = ${name}) as value`,
        isAccepted,
      ],
    }
  },
  async report(asker) {
    const { db } = context.store
    const event = await makeEvent(db)
    const { id } = await makeReport(db, { reporter_id: asker.id, kind: 'event', record_id: event.id })
    return {
      id,
      notices: both,
      state: () => [sql`select settled_at is not null as value from reports where id = ${id}::uuid`, true],
    }
  },
  async invitation() {
    const [row] = await context.store.db
      .insert(invitation_requests)
      .values({ email: `${unique()}@example.com`, reason: 'A meetup' })
      .returning()
    return {
      id: row!.id,
      notices: none,
      state: () => [column('invitation_requests', 'answered_at is not null', row!.id), 'true'],
    }
  },
  async question() {
    const { db } = context.store
    const event = await makeEvent(db, { description: 'Old' })
    const [row] = await db
      .insert(source_questions)
      .values({ event_id: event.id, source_id: sourceId, kind: 'gone' })
      .returning()
    const option = (
      await rows<{ version: string }>(
        db,
      )`select updated_at::text as version from events where id = ${event.id}::uuid`
    )[0]!.version
    return {
      id: row!.id,
      option,
      notices: none,
      state: (isAccepted) => [column('events', 'status', event.id), isAccepted ? 'cancelled' : 'scheduled'],
    }
  },
  async suggestion(asker) {
    const { db } = context.store
    const { id: record_id } = await makeEvent(db, {})
    await callAsPerson(context.store, asker).suggestions.suggestEvent({
      id: record_id,
      location_name: 'Oulu',
    })
    const [row] = await rows<{ id: string }>(
      db,
    )`select id from suggestions where record_id = ${record_id}::uuid`
    const { id } = row!
    return {
      id,
      notices: both,
      state: (isAccepted) => [column('suggestions', 'status', id), isAccepted ? 'accepted' : 'rejected'],
    }
  },
  async link(asker) {
    const { db } = context.store
    const talk = await makeTalk(db, { event: await makeEvent(db) })
    const { id } = await makeTalkLink(db, { talk, status: 'suggested', added_by: asker.id })
    return {
      id,
      notices: none,
      state: (isAccepted) => [column('talk_links', 'status', id), isAccepted ? 'live' : 'rejected'],
    }
  },
  async call(asker) {
    const { db } = context.store
    const { id } = await makeCall(db, {
      event: await makeEvent(db),
      status: 'suggested',
      added_by: asker.id,
    })
    return { id, notices: none, state: (isAccepted) => [exists('calls', id), isAccepted] }
  },
  async proposal() {
    const values = {
      name: `Proposed ${unique()}`,
      start_date: '2031-05-01',
      end_date: '2031-05-02',
      location_name: 'Oslo',
      country_name: 'Norway',
      website: null,
      code_of_conduct_url: null,
      status: 'scheduled' as const,
      cfp_url: null,
      cfp_end_date: null,
      tags: [],
    }
    const [row] = await context.store.db
      .insert(source_entries)
      .values({ source_id: sourceId, key: unique(), values })
      .returning()
    return {
      id: row!.id,
      notices: none,
      state: (isAccepted) => [column('source_entries', 'state', row!.id), isAccepted ? 'linked' : 'declined'],
    }
  },
  async series() {
    const event_ids = await makeTwoEditions()
    const [row] = await context.store.db
      .insert(series_proposals)
      .values({ name: `Series ${unique()}`, score: 1, event_ids })
      .returning()
    return {
      id: row!.id,
      notices: none,
      state: (isAccepted) => [
        sql`select count(*)::integer as value from events where id = any (${sql.param(event_ids)}::uuid[]) and series_id is not null`,
        isAccepted ? 2 : 0,
      ],
    }
  },
}
const kinds = Object.keys(cases) as DecisionKind[]

const noticesOf = async ({ id }: Person) => {
  const [row] = await rows<{ n: number }>(context.store.db)`
    select count(*)::integer as n from notifications where user_id = ${id}::uuid`
  return row!.n
}

const isWaiting = async (kind: DecisionKind, id: string, state?: 'refused') => {
  const api = callAsPerson(context.store, admins[0]!, { isAdmin: true })
  let after: string | undefined
  do {
    const page = await api.decisions.list({ kind, state, after })
    if (page.decisions.some((decision) => decision.id === id)) return true
    after = page.next ?? undefined
  } while (after)
  return false
}

test(`${rounds} random decisions of four people: each is decided once, each is told once`, async () => {
  const { db } = context.store
  const decided: [DecisionKind, string][] = []
  for (let round = 0; round < rounds; round++) {
    const kind = round < kinds.length ? kinds[round]! : pick(kinds)!
    const [asker] = await makePeople(db, [{}])
    const subject = await cases[kind](asker!)
    expect(await isWaiting(kind, subject.id), kind).toBe(true)
    const verdicts = admins.map(() => kind === 'report' || below(2) === 1)
    const refusals = await Promise.all(
      admins.map((admin, n) =>
        refusal(
          callAsPerson(context.store, admin, { isAdmin: true }).decisions.decide({
            kind,
            id: subject.id,
            is_accepted: verdicts[n]!,
            option: subject.option,
          }),
        ),
      ),
    )
    const winners = verdicts.filter((_, n) => refusals[n] === undefined)
    expect(winners, `${kind} ${JSON.stringify(refusals)}`).toHaveLength(1)
    for (const refused of refusals) if (refused) expect(refused.message).toMatch(/already|no longer exists/)
    const isAccepted = winners[0]!
    const [query, expected] = subject.state(isAccepted)
    expect((await rows<{ value: unknown }>(db, query))[0]?.value, kind).toBe(expected)
    expect(await noticesOf(asker!), kind).toBe(subject.notices[isAccepted ? 'accepted' : 'rejected'])
    expect(await isWaiting(kind, subject.id), kind).toBe(false)
    decided.push([kind, subject.id])
  }
  // What was decided stays so, also after all others.
  for (const [kind, id] of decided.slice(-20)) expect(await isWaiting(kind, id)).toBe(false)
})

test.each(kinds)('a %s is decided by administrators and stewards alone', async (kind) => {
  const [asker, stranger, steward] = await makePeople(context.store.db, [{}, {}, {}])
  const { id, option } = await cases[kind](asker!)
  const decide = (person: Person | null) =>
    refusal(
      callAs(
        context.store,
        person && { ...viewerOf(person), isSteward: person === steward },
      ).decisions.decide({ kind, id, option, is_accepted: true }),
    )
  expect((await decide(null))?.code).toBe('UNAUTHORIZED')
  for (const person of [asker!, stranger!]) expect((await decide(person))?.code).toBe('FORBIDDEN')
  expect((await decide(steward!))?.code).toBe(kind === 'invitation' ? 'FORBIDDEN' : undefined)
})

test.each(kinds)(
  'a %s that is accepted with an option that there is not is an error of nobody',
  async (kind) => {
    const [asker] = await makePeople(context.store.db, [{}])
    const { id } = await cases[kind](asker!)
    const api = callAsPerson(context.store, admins[0]!, { isAdmin: true })
    const refused = await refusal(api.decisions.decide({ kind, id, option: 'none', is_accepted: true }))
    if (refused) expect(['CONFLICT', 'NO_EVENT']).toContain(refused.code)
  },
)

test('what was refused can be asked again, and is decided again', async () => {
  const api = callAsPerson(context.store, admins[0]!, { isAdmin: true })
  for (const kind of ['series', 'proposal', 'link', 'suggestion', 'event_claim', 'speaker_claim'] as const) {
    const [asker] = await makePeople(context.store.db, [{}])
    const { id } = await cases[kind](asker!)
    await api.decisions.decide({ kind, id, is_accepted: false })
    expect(await isWaiting(kind, id, 'refused')).toBe(true)
    await api.decisions.reopen({ kind, id })
    expect(await isWaiting(kind, id)).toBe(true)
    await api.decisions.decide({ kind, id, is_accepted: true })
    expect(await isWaiting(kind, id)).toBe(false)
  }
})

test.each(['topic', 'series', 'proposal', 'question', 'link', 'call'] as const)(
  'a decision about a %s is undone, and it waits again',
  async (kind) => {
    for (const isAccepted of [true, false]) {
      const [asker] = await makePeople(context.store.db, [{}])
      const { id, option, state } = await cases[kind](asker!)
      const sets = new Set<number>()
      const api = callAs(context.store, viewerOf(admins[0]!, true), undefined, undefined, sets)
      await api.decisions.decide({ kind, id, option, is_accepted: isAccepted })
      expect(await isWaiting(kind, id)).toBe(false)
      const setId = [...sets].at(-1)!
      const [member] = await makePeople(context.store.db, [{}])
      expect(await refusal(callAsPerson(context.store, member!).history.undo({ id: setId }))).toBeDefined()
      await api.history.undo({ id: setId })
      expect(await isWaiting(kind, id)).toBe(true)
      const [query] = state(true)
      const [before] = await rows<{ value: unknown }>(context.store.db, query)
      expect(['proposed', 'suggested', 'scheduled', false, 0, true]).toContain(before?.value)
    }
  },
)

test('the list is searched and counted, and shows who asks and the differences', async () => {
  const { db } = context.store
  const [asker] = await makePeople(db, [{ name: 'Asta Asker' }])
  await cases.event_claim(asker!)
  const event = await makeEvent(db, { name: 'Searched Days', website: 'https://example.com/old' })
  await claimEvent(db, asker!, event, { reason: 'I organise it' })
  await db.insert(source_questions).values({
    event_id: event.id,
    source_id: sourceId,
    kind: 'changed',
    changes: { website: 'https://example.com/new' },
  })
  const api = callAsPerson(context.store, admins[0]!, { isAdmin: true })
  const { decisions } = await api.decisions.list({ search: 'searched' })
  expect(decisions).toMatchObject([
    { kind: 'event_claim', asked_by: { full_name: 'Asta Asker' }, evidence: { words: 'I organise it' } },
    {
      kind: 'question',
      evidence: {
        changes: [{ label: 'Website', before: 'https://example.com/old', after: 'https://example.com/new' }],
      },
    },
  ])
  const own = await makeEvent(db, { owner: admins[0]!, name: 'Searched Own' })
  await makeReport(db, { reporter_id: asker!.id, kind: 'event', record_id: own.id })
  const [reported] = (await api.decisions.list({ search: 'searched own' })).decisions
  expect(reported, 'who is reported does not learn by whom').toMatchObject({ kind: 'report', asked_by: null })
  const counts = await api.decisions.counts({})
  expect(counts.find(({ kind }) => kind === 'event_claim')?.n).toBeGreaterThanOrEqual(2)
  const path = `/conferences/${event.slug}`
  expect(await api.decisions.counts({ kind: 'question', path })).toEqual([{ kind: 'question', n: 1 }])
  expect(await api.decisions.counts({ path: `${path}-2` })).toEqual([])
})
