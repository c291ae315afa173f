import { expect, test } from 'vitest'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makeInvitations } from '#tests/support/factories/invitations.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'

const context = useStore()

test('the overview counts what there is: active codes are unused, switched on and not expired', async () => {
  const { db } = context.store
  const [admin, guest] = await makePeople(db, [{ isAdmin: true }, {}, {}])
  const [one, other] = await makeEvents(db, [{ tags: ['Go', 'Rust'] }, { tags: ['Go'] }])
  await claimEvent(db, guest!, one!)
  await claimEvent(db, guest!, other!, { status: 'rejected', decidedBy: admin })
  await claimSpeaker(db, guest!, await makeSpeaker(db))
  await claimSpeaker(db, admin!, await makeSpeaker(db), { status: 'approved', decidedBy: admin })
  await makeInvitations(db, [
    { code: 'FOREVER' },
    { code: 'TOMORROW', expires_at: new Date(Date.now() + 86_400_000).toISOString() },
    { code: 'YESTERDAY', expires_at: new Date(Date.now() - 86_400_000).toISOString() },
    { code: 'SWITCHEDOFF', is_active: false },
    // Whoever used it has gone.
    { code: 'SPENT', used_at: new Date().toISOString() },
  ])
  const api = callAsPerson(context.store, admin!, { isAdmin: true })
  expect({
    events: await api.events.total(),
    topics: await api.topics.total(),
    people: await api.people.total(),
    codes: await api.invitations.activeTotal(),
    decisions: await api.decisions.counts({}),
  }).toEqual({
    ...{ events: 2, topics: 2, people: 3, codes: 2 },
    decisions: [
      { kind: 'event_claim', n: 1 },
      { kind: 'speaker_claim', n: 1 },
    ],
  })
})
