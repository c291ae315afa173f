import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { beginSet, continueSet, undoSet, undoSetInSteps } from '#features/change-log/undo.server.ts'
import { eventEdit } from '#features/events/event-editing.schemas.ts'
import { beginningWith } from '#platform/database/changed-by.ts'
import { rows } from '#platform/database/db.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeakers } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopics } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { randomFrom } from './support/random.ts'
import { afterUndo, type Done, differences, holds, readWorld, type World } from './support/undo-oracle.ts'

const context = useStore()

const isLong = process.env.HALLWAY_LONG === '1'
/** One of them alone: HALLWAY_SEED=17. */
const seeds = process.env.HALLWAY_SEED
  ? [Number(process.env.HALLWAY_SEED)]
  : Array.from({ length: isLong ? 500 : 8 }, (_, n) => n + 1)
const stepsOfChain = 16

let people: Person[]
beforeAll(async () => {
  people = await makePeople(context.store.db, Array(3).fill({ isAdmin: true }))
})

type Random = ReturnType<typeof randomFrom>

/** Two conferences of a series with a programme, and what people made of it. */
async function makeWorld() {
  const { db } = context.store
  await db.execute(sql`truncate all_events, series, topics, all_speakers, old_addresses cascade`)
  const topics = await makeTopics(
    db,
    ['Rust', 'Go', 'Zig', 'C'].map((name) => ({ name })),
  )
  const speakers = await makeSpeakers(
    db,
    ['Ann', 'Bob', 'Cy', 'Di', 'Eve'].map((name, n) => ({
      name,
      bio: n % 2 ? 'A bio' : null,
      links: n % 2 ? [{ platform: 'github' as const, handle: name }] : [],
    })),
  )
  for (let n = 0; n < 2; n++) {
    const event = await makeEvent(db, {
      tags: n ? ['Rust'] : ['Rust', 'Go'],
      start_date: '2031-03-01',
      end_date: '2031-03-03',
    })
    if (n === 0) await makeSeries(db, [event])
    const track = await makeTrack(db, { event })
    await makeTrack(db, { event })
    await makeBreak(db, { event, track })
    await makeCall(db, { event })
    await makeTalks(
      db,
      speakers.slice(n, n + 3).map((speaker, talk) => ({
        event,
        track: talk ? track : undefined,
        speakers: talk === 1 ? [speaker, speakers[4]!] : [speaker],
        topics: [topics[talk]!],
        slides_url: talk === 2 ? 'https://slides.example/1' : null,
      })),
    )
  }
  await db.execute(sql`truncate change_sets, changed_rows restart identity cascade`)
}

type Chain = {
  random: Random
  person: Person
  world: World
  done: Done[]
  /** Its seed and what it did, for a failure. */
  told: string[]
}
const list = (world: World, table: string) => [...world.get(table)!.values()] as { id: string }[]

const as = (person: Person) => callAsPerson(context.store, person, { isAdmin: true })

/** What is picked may be gone: then nothing happens. */
const operations: Record<string, (chain: Chain) => Promise<unknown>> = {
  async addTalk({ random, person, world }) {
    const event = random.pick(list(world, 'all_events'))
    if (event) await as(person).talks.create({ event_id: event.id, ...talkFields(random, world) })
  },
  async editTalk({ random, person, world }) {
    const talk = random.pick(list(world, 'all_talks'))
    if (!talk) return
    const { speakers, topics, ...before } = await as(person).talks.detail({ id: talk.id })
    const { speaker_ids, topics: otherTopics, ...fields } = talkFields(random, world)
    const names = random.some(Object.keys(fields), 3) as (keyof typeof fields)[]
    await as(person).talks.update({
      ...before,
      ...Object.fromEntries(names.map((name) => [name, fields[name]])),
      speaker_ids: random.below(3) ? speakers.map(({ id }) => id) : speaker_ids,
      topics: random.below(3) ? topics : otherTopics,
    })
  },
  async removeTalk({ random, person, world }) {
    const talk = random.pick(list(world, 'all_talks'))
    if (talk) await as(person).talks.remove({ id: talk.id })
  },
  async addEvent({ random, person }) {
    await as(person).events.create({
      name: `Added ${random.below(1e9)}`,
      ...{ location_name: 'Rome', country_name: 'Italy', start_date: '2031-04-01', end_date: '2031-04-02' },
    })
  },
  async editEvent({ random, person, world }) {
    const picked = random.pick(list(world, 'all_events'))
    if (!picked) return
    const [event] = await rows<object>(context.store.db)`
      select *, updated_at::text as updated_at, start_date::text as start_date, end_date::text as end_date from events where id = ${picked.id}::uuid`
    const edits = [
      { description: `Described ${random.below(3)}` },
      { website: `https://${random.below(3)}.example` },
      { location_name: 'Oslo', country_name: 'Norway' },
      { location_name: 'Turin', country_name: 'Italy' },
      { start_date: '2031-03-02', end_date: '2031-04-03' },
      { end_date: `2031-04-0${4 + random.below(3)}` },
    ]
    const input = eventEdit.parse(Object.assign({}, event, random.pick(edits), random.pick(edits)))
    await as(person).events.update({ ...input, programme: 'stays' } as never)
  },
  async removeEvent({ random, person, world }) {
    const event = random.pick(list(world, 'all_events'))
    if (event) await as(person).events.remove({ id: event.id })
  },
  async tag({ random, person, world }) {
    const event = random.pick(list(world, 'all_events'))
    if (event) await as(person).events.addTag({ event_id: event.id, tag: 'Go' })
  },
  async untag({ random, person, world }) {
    const event = random.pick(list(world, 'all_events'))
    if (event) await as(person).events.removeTag({ event_id: event.id, tag: random.pick(['Go', 'Rust'])! })
  },
  async removeTrack({ random, person, world }) {
    const track = random.pick(list(world, 'all_tracks'))
    if (track) await as(person).tracks.remove({ id: track.id })
  },
  async addTrack({ random, person, world }) {
    const event = random.pick(list(world, 'all_events'))
    if (event) await as(person).tracks.create({ event_id: event.id, name: `Track ${random.below(1e9)}` })
  },
  async editSpeaker({ random, person, world }) {
    const speaker = random.pick(list(world, 'all_speakers'))
    if (!speaker) return
    const [row] = await rows<{ name: string; updated_at: string }>(context.store.db)`
      select name, updated_at::text as updated_at from speakers where id = ${speaker.id}::uuid`
    const edits = [
      { bio: `Bio ${random.below(3)}` },
      { twitter: `at${random.below(3)}` },
      { name: `Name ${random.below(9)}` },
    ]
    await as(person).speakers.update({
      ...row!,
      ...random.pick(edits),
      ...random.pick(edits),
      id: speaker.id,
    })
  },
  async mergeSpeakers({ random, person, world }) {
    const [one, other] = [random.pick(list(world, 'all_speakers')), random.pick(list(world, 'all_speakers'))]
    if (one && other && one !== other) await as(person).speakers.merge({ id: one.id, other_id: other.id })
  },
  async removeSpeaker({ random, person, world }) {
    const speaker = random.pick(list(world, 'all_speakers'))
    if (speaker) await as(person).speakers.remove({ id: speaker.id })
  },
  async removeTopic({ random, person, world }) {
    const topic = random.pick(list(world, 'topics'))
    if (topic) await as(person).topics.remove({ id: topic.id })
  },
  async addTopic({ random, person }) {
    await as(person).topics.create({ name: random.pick(['Rust', 'Go', 'Zig', 'C', 'Ada'])! })
  },
  async mergeTopics({ random, person, world }) {
    const [one, other] = [random.pick(list(world, 'topics')), random.pick(list(world, 'topics'))]
    if (one && other && one !== other) await as(person).topics.merge({ id: one.id, into_id: other.id })
  },
  bringIn: (chain) => bringIn(chain, 3),
  async save({ random, person, world }) {
    const talk = random.pick(list(world, 'all_talks')) as { id: string; event_id: string } | undefined
    if (talk) await as(person).savedTalks.save({ talk_id: talk.id, event_id: talk.event_id })
  },
  async follow({ random, person, world }) {
    const kind = random.pick(['speaker', 'event'] as const)!
    const record = random.pick(list(world, `all_${kind}s`))
    if (record) await as(person).follows.set({ kind, key: record.id, is_following: true })
  },
  async attend({ random, person, world }) {
    const event = random.pick(list(world, 'all_events'))
    if (event) await as(person).attendance.set({ event_id: event.id, is_attending: true })
  },
}

/** Two transactions of one set, as an import. */
async function bringIn({ random, person, world }: Chain, count: number): Promise<void> {
  const { db } = context.store
  const event = random.pick(list(world, 'all_events'))
  const speakers = list(world, 'all_speakers').slice(0, 1)
  if (!event) return
  const day = { id: event.id, start_date: '2031-03-02' }
  const id = await db.transaction(async (tx) => {
    const set = await beginSet(tx, { by: person.id, via: 'import' })
    await makeTalks(
      tx,
      Array.from({ length: count }, () => ({ event: day, speakers })),
    )
    return set
  })
  await db.transaction(async (tx) => {
    await continueSet(tx, id)
    await tx.execute(
      sql`update talks set location = 'Hall', start_time = '09:00' where event_id = ${event.id}::uuid and number % 2 = 0`,
    )
    await makeTrack(tx, { event })
  })
}

const talkFields = (random: Random, world: World) => ({
  title: `Title ${random.below(4)}`,
  location: `Room ${random.below(3)}`,
  date: `2031-03-0${1 + random.below(3)}`,
  start_time: random.pick(['09:00', '10:00', null]),
  description: random.pick(['Long', 'Short', null]),
  slides_url: random.pick(['https://slides.example/1', 'https://slides.example/2', null]),
  speaker_ids: random.some(list(world, 'all_speakers'), 3).map(({ id }) => id),
  topics: random.some(list(world, 'topics') as never as { name: string }[], 2).map(({ name }) => name),
})

type Step = { what: string; target?: Done; expected?: World }

async function change(chain: Chain, what: string): Promise<Step> {
  const refused = await refusal(operations[what]!(chain))
  if (refused && !/^[A-Z_]+$/.test(refused.code ?? '')) throw new Error(`${what}: ${refused.message}`)
  return { what }
}

/** Undoes a set that holds, in one transaction or in steps. */
async function undo(chain: Chain, target: Done | undefined): Promise<Step> {
  const { db } = context.store
  if (!target) return { what: 'nothing to undo' }
  const expected = afterUndo(chain.world, target, chain.done)
  const by = chain.person.id
  if (chain.random.below(3)) await db.transaction((tx) => undoSet(tx, target.id, { by }))
  else await undoSetInSteps(db, target.id, { by })
  return { what: `undo of ${target.id}`, target, expected }
}

/** Takes a step, looks at what it left, and puts it into the chain. */
async function take(chain: Chain, work: () => Promise<Step>): Promise<void> {
  const { db } = context.store
  const last = await lastSet()
  const { what, target, expected } = await work()
  const after = await readWorld(db)
  const sets = await rows<{ id: number; by: string | null; via: string }>(db)`
    select id::float8 as id, changed_by as by, via from change_sets where id > ${last}::bigint order by id`
  chain.told.push(`${sets.map(({ id }) => id)} ${what}`)
  const story = chain.told.join(', ')
  expect(sets.length, story).toBeLessThanOrEqual(1)
  for (const { by, via } of sets) expect([what, by, via === 'site']).toEqual([what, chain.person.id, false])
  if (expected) expect(differences(expected, after), story).toEqual([])
  if (sets[0]) {
    const done: Done = { id: sets[0].id, before: chain.world, after, undoes: target, undoneBy: [] }
    target?.undoneBy.push(done)
    chain.done.push(done)
  }
  chain.world = after
  const held = await rows<{ id: number }>(
    db,
  )`select id::float8 as id from change_sets where undone_by is null order by id`
  expect(
    held.map(({ id }) => id),
    story,
  ).toEqual(chain.done.filter(holds).map(({ id }) => id))
}

async function lastSet(): Promise<number> {
  const [set] = await rows<{ id: number }>(
    context.store.db,
  )`select coalesce(max(id), 0)::float8 as id from change_sets`
  return set!.id
}

async function begin(seed: number): Promise<Chain> {
  await makeWorld()
  const world = await readWorld(context.store.db)
  return { random: randomFrom(seed), person: people[0]!, world, done: [], told: [`HALLWAY_SEED=${seed}`] }
}

test.each(seeds)('chain %d of three people comes to what it must, row for row', async (seed) => {
  const chain = await begin(seed)
  const { random } = chain
  for (let n = 0; n < stepsOfChain; n++) {
    chain.person = random.pick(people)!
    await take(chain, () =>
      random.below(5) < 2
        ? undo(chain, random.pick(chain.done.filter(holds)))
        : change(chain, random.pick(Object.keys(operations))!),
    )
  }
})

test.each(seeds.slice(0, isLong ? 20 : 1))('kill %d amid an undo: the next run finishes it', async (seed) => {
  const { db } = context.store
  const chain = await begin(seed)
  const { random } = chain
  await take(chain, async () => {
    await bringIn(chain, 600)
    return { what: 'bring in 600 talks' }
  })
  for (let n = 0; n < 8; n++) {
    chain.person = random.pick(people)!
    await take(chain, () => change(chain, random.pick(['editTalk', 'removeTalk', 'save', 'editEvent'])!))
  }
  const [target] = chain.done
  await take(chain, async () => {
    const expected = afterUndo(chain.world, target!, chain.done)
    const by = chain.person.id
    let transactionCount = 0
    const dyingDb = beginningWith(db, async () => {
      // One begins the undo, the next is its first step.
      if (transactionCount++ > 1) throw new Error('Killed')
    })
    const killed = undoSetInSteps(dyingDb, target!.id, { by })
    await expect(killed).rejects.toThrow('Killed')
    expect(differences(chain.world, await readWorld(db)).length).toBeGreaterThan(200)
    await undoSetInSteps(db, target!.id, { by })
    return { what: 'undo after a kill', target, expected }
  })
})
