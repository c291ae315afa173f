import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 132,
  '/_signed-in/account/settings': 170,
  '/_signed-in/conferences/$slug/edit': 186,
  '/_signed-in/conferences/new': 172,
  '/_signed-in/dashboard': 134,
  '/_signed-in/invitations': 169,
  '/_signed-in/notifications': 131,
  '/_signed-in/profile/edit': 169,
  '/_signed-in/speakers/new': 171,
  '/about': 128,
  '/admin/': 155,
  '/admin/claims': 134,
  '/admin/events': 164,
  '/admin/invitations': 171,
  '/admin/speaker-claims': 172,
  '/admin/topics': 171,
  '/admin/users': 134,
  '/auth': 169,
  '/auth_/reset': 167,
  '/cities/$locationName': 131,
  '/conferences/$slug': 148,
  '/conferences/$slug_/talks/$number': 134,
  '/conferences/': 135,
  '/countries/$countryName': 131,
  '/developers': 128,
  '/guides/$guide': 128,
  '/guides/': 128,
  '/privacy': 128,
  '/speakers/$id': 133,
  '/speakers/': 133,
  '/terms': 128,
  '/topics/$topicName': 131,
  '/topics/': 129,
  '/u/$id': 132,
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
