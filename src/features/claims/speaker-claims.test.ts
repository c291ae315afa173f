import { expect, test } from 'vitest'
import { canClaimSpeaker, isSpeaker } from './speaker-claims.rules.ts'

const viewer = { id: 'one' }
const otherSpeaker = { id: 'three', name: 'Third' }
const free = { linked: null, claimed: null }

test('a profile belongs to the person who is linked to it, and to nobody else', () => {
  const belongs = [viewer, { id: 'two' }, null].map((viewer) => isSpeaker(viewer, { user_id: 'one' }))
  expect([...belongs, isSpeaker(viewer, { user_id: null }), isSpeaker(null, { user_id: null })]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a profile that nobody has is claimed by a member who has none and waits for none', () => {
  expect({
    member: canClaimSpeaker(viewer, { user_id: null }, free),
    visitor: canClaimSpeaker(null, { user_id: null }, free),
    taken: canClaimSpeaker(viewer, { user_id: 'two' }, free),
    linked: canClaimSpeaker(viewer, { user_id: null }, { ...free, linked: otherSpeaker }),
    waiting: canClaimSpeaker(viewer, { user_id: null }, { ...free, claimed: otherSpeaker }),
  }).toEqual({ member: true, visitor: false, taken: false, linked: false, waiting: false })
})
