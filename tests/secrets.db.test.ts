import { beforeAll, expect, test } from 'vitest'
import { useStore } from '#tests/support/database.ts'
import { makeAnnouncement } from '#tests/support/factories/announcements.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { apiOf, outcome, procedureMethods, signIn } from '#tests/support/people-of-all-kinds.ts'
import {
  inputs,
  makeChanges,
  makeSyncs,
  makeTwoSeries,
  type Things,
} from '#tests/support/procedure-inputs.ts'
import { leaksTo, makeSecretWorld, type Reader, type SecretWorld } from '#tests/support/secret-world.ts'

// What comes out: every procedure as every kind of person, in a world where everything private is a text of its own.

const context = useStore()
const readers = [null, 'member', 'other', 'owner', 'admin'] as const
let world: SecretWorld
let things: Things
let answers = ''
const cookies = new Map<Reader | null, string>([[null, '']])
let api: ReturnType<typeof apiOf>

beforeAll(async () => {
  const { db } = context.store
  world = await makeSecretWorld(db)
  const host = apiOf(context.store)
  api = async (path, init) => {
    const answer = await host(path, init)
    answers += `${JSON.stringify([...answer.headers])}\n${await answer.clone().text()}\n`
    return answer
  }
  for (const [reader, { email }] of Object.entries(world.people) as [Reader, { email: string }][])
    cookies.set(reader, await signIn(api, email))
  const { event, unowned, topic, track, speaker, talk, claim, speakerClaim, imported, report, proposal } =
    world
  const twoSeries = await makeTwoSeries(db, event, world.people.owner)
  things = {
    ...{ event, unowned, topic, track, speaker, talk, claim, speakerClaim, report, proposal },
    imported: imported.id,
    ...(await makeSyncs(db, event)),
    otherTopic: await makeTopic(db),
    otherSpeaker: await makeSpeaker(db),
    merge: -1,
    suggestion: event.id,
    question: crypto.randomUUID(),
    link: await makeTalkLink(db, { talk, status: 'suggested' }),
    call: await makeCall(db, { event }),
    pause: await makeBreak(db, { event }),
    announcement: await makeAnnouncement(db, { event }),
    claimant: await makePerson(db),
    ...twoSeries,
    changes: await makeChanges(db, { event, talk, speaker, series: twoSeries.series }),
  }
})

/** Reads first: a write changes what there is to read. What ends the caller's own account comes last. */
const procedures = procedureMethods()
  .sort(([, one], [, other]) => Number(one !== 'GET') - Number(other !== 'GET'))
  .map(([name]) => name)

test('the world holds its secrets: those who may be told one are', async () => {
  const readLeaks = async (reader: Reader, procedure: string, input?: unknown) => {
    answers = ''
    await outcome(api, cookies.get(reader)!, procedure, input)
    return leaksTo(null, answers, world)
  }
  expect(await readLeaks('admin', 'decisions.list', { kind: 'event_claim', state: 'refused' })).toContain(
    'a rejected claim’s reason',
  )
  expect(await readLeaks('other', 'notifications.list', {})).toContain('a notification of other')
  expect(await readLeaks('member', 'invitations.list', {})).toEqual(['an invitation code of member'])
  expect(await readLeaks('admin', 'imports.skipped', { id: world.imported.id })).toEqual([
    'why a line was left out',
  ])
  expect(await readLeaks('owner', 'eventInvitations.sent', { event_id: world.event.id })).toEqual([
    'who was invited to an event',
  ])
})

test.each(procedures)('%s tells nobody a secret of somebody else', async (procedure) => {
  for (const reader of readers) {
    answers = ''
    await outcome(api, cookies.get(reader) ?? '', procedure, inputs[procedure]?.(things))
    expect([reader, leaksTo(reader, answers, world)]).toEqual([reader, []])
  }
})
