import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 135,
  '/_signed-in/account/settings': 175,
  '/_signed-in/conferences/$slug/edit': 193,
  '/_signed-in/conferences/$slug/edit_/import': 141,
  '/_signed-in/conferences/new': 181,
  '/_signed-in/dashboard': 164,
  '/_signed-in/invitations': 176,
  '/_signed-in/notifications': 134,
  '/_signed-in/profile/edit': 175,
  '/_signed-in/speakers/$id/edit': 185,
  '/_signed-in/speakers/new': 177,
  '/about': 131,
  '/admin/': 158,
  '/admin/claims': 137,
  '/admin/events': 167,
  '/admin/invitations': 178,
  '/admin/speaker-claims': 177,
  '/admin/topics': 176,
  '/admin/users': 137,
  '/auth': 177,
  '/auth_/reset': 172,
  '/cities/$locationName': 137,
  '/conferences/': 143,
  '/conferences/$slug': 151,
  '/conferences/$slug_/talks/$number': 135,
  '/countries/$countryName': 137,
  '/developers': 131,
  '/guides/': 131,
  '/guides/$guide': 131,
  '/online': 137,
  '/privacy': 131,
  '/speakers/': 137,
  '/speakers/$id': 139,
  '/terms': 131,
  '/topics/': 132,
  '/topics/$topicName': 137,
  '/u/$id': 135,
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
