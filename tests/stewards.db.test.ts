import { expect, test } from 'vitest'
import { topic_proposals } from '#features/topics/topics.tables.ts'
import { callAs, callAsPerson, refusal, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { peopleOfAllKinds } from '#tests/support/people-of-all-kinds.ts'

const context = useStore()

test('a steward decides what waits, but nothing about accounts, and nothing of their own', async () => {
  const { db } = context.store
  const [steward, member] = await makePeople(db, [{}, {}])
  const api = callAs(context.store, { ...viewerOf(steward!), isSteward: true })
  const event = await makeEvent(db)
  const claim = await claimEvent(db, member!, event)
  const own = await claimEvent(db, steward!, await makeEvent(db))
  const link = await makeTalkLink(db, { talk: await makeTalk(db, { event }), status: 'suggested' })
  const call = await makeCall(db, { event: await makeEvent(db), status: 'suggested' })
  const [topic] = await db
    .insert(topic_proposals)
    .values({ name: `Topic ${unique()}` })
    .returning()
  const kindsListed = new Set((await api.decisions.list({})).decisions.map(({ kind }) => kind))
  expect([...kindsListed].sort()).toEqual(['call', 'event_claim', 'link', 'topic'])
  const decide = (kind: 'event_claim' | 'link' | 'call' | 'topic' | 'invitation', id: string) =>
    refusal(api.decisions.decide({ kind, id, is_accepted: true }))
  expect((await decide('invitation', claim.id))?.code).toBe('FORBIDDEN')
  expect((await decide('event_claim', own.id))?.code).toBe('FORBIDDEN')
  expect(await decide('event_claim', claim.id)).toBeUndefined()
  expect(await decide('link', link.id)).toBeUndefined()
  expect(await decide('call', call.id)).toBeUndefined()
  expect(await decide('topic', topic!.id)).toBeUndefined()
  expect((await refusal(api.people.addStewardRole({ user_id: member!.id })))?.code).toBe('FORBIDDEN')
})

test('an administrator names a steward, whose session is one at once, and takes the role away', async () => {
  const world = await peopleOfAllKinds(context.store)
  const admin = callAsPerson(context.store, world.people.admin, { isAdmin: true })
  const { member } = world.people
  const decide = () =>
    world.api('/api/v1/decisions/topic', {
      method: 'POST',
      headers: {
        origin: 'http://hallway.test',
        cookie: world.cookies.member,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ids: [member.id], is_accepted: false }),
    })
  expect((await decide()).status).toBe(403)
  await admin.people.addStewardRole({ user_id: member.id })
  expect((await admin.people.listForAdmins({ search: member.email })).users).toMatchObject([
    { is_steward: true },
  ])
  expect((await decide()).status).toBe(200)
  await admin.people.removeStewardRole({ user_id: member.id })
  expect((await decide()).status).toBe(403)
})
