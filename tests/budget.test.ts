import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 131,
  '/_signed-in/account/settings': 169,
  '/_signed-in/conferences/$slug/edit': 184,
  '/_signed-in/conferences/new': 172,
  '/_signed-in/dashboard': 134,
  '/_signed-in/invitations': 169,
  '/_signed-in/notifications': 130,
  '/_signed-in/profile/edit': 168,
  '/_signed-in/speakers/new': 171,
  '/about': 127,
  '/admin/': 154,
  '/admin/claims': 133,
  '/admin/events': 164,
  '/admin/invitations': 170,
  '/admin/speaker-claims': 172,
  '/admin/topics': 170,
  '/admin/users': 133,
  '/auth': 168,
  '/auth_/reset': 167,
  '/cities/$locationName': 131,
  '/conferences/$slug': 144,
  '/conferences/': 137,
  '/countries/$countryName': 131,
  '/developers': 128,
  '/guides/$guide': 127,
  '/guides/': 127,
  '/online': 131,
  '/privacy': 127,
  '/speakers/$id': 133,
  '/speakers/': 133,
  '/terms': 127,
  '/topics/$topicName': 131,
  '/topics/': 129,
  '/u/$id': 131,
}
/** A budget that is this much larger than what it allows hides the next growth. */
const maxHeadroom = 0.05

test('the script of every page fits its budget, and no budget has become loose', async () => {
  const sizes = await scriptSizes()
  expect([...sizes.keys()].toSorted()).toEqual(Object.keys(budgets).toSorted())
  const misfits = Object.entries(budgets).flatMap(([route, budget]) => {
    const size = (sizes.get(route) ?? 0) / 1000
    const isFit = size <= budget && size >= budget * (1 - maxHeadroom)
    return isFit ? [] : [`${route}: ${size.toFixed(1)} kB, the budget is ${budget}`]
  })
  expect(misfits).toEqual([])
})
