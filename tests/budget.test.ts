import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 168,
  '/_signed-in/account/settings': 182,
  '/_signed-in/conferences/$slug/edit': 196,
  '/_signed-in/conferences/new': 184,
  '/_signed-in/dashboard': 170,
  '/_signed-in/invitations': 183,
  '/_signed-in/notifications': 167,
  '/_signed-in/profile/edit': 180,
  '/_signed-in/speakers/new': 183,
  '/about': 164,
  '/admin/': 167,
  '/admin/claims': 170,
  '/admin/events': 176,
  '/admin/invitations': 184,
  '/admin/speaker-claims': 185,
  '/admin/topics': 184,
  '/admin/users': 170,
  '/auth': 181,
  '/auth_/reset': 180,
  '/cities/$locationName': 167,
  '/conferences/$slug': 195,
  '/conferences/': 171,
  '/countries/$countryName': 167,
  '/developers': 164,
  '/guides/$guide': 164,
  '/guides/': 164,
  '/privacy': 164,
  '/speakers/$id': 169,
  '/speakers/': 169,
  '/terms': 164,
  '/topics/$topicName': 167,
  '/topics/': 165,
  '/u/$id': 168,
}
/** A budget that is this much larger than what it allows hides the next growth. */
const mostHeadroom = 0.05

test('the script of every page fits its budget, and no budget has become loose', async () => {
  const sizes = await scriptSizes()
  expect([...sizes.keys()].toSorted()).toEqual(Object.keys(budgets).toSorted())
  const wrong = Object.entries(budgets).flatMap(([route, budget]) => {
    const size = (sizes.get(route) ?? 0) / 1000
    const isFit = size <= budget && size >= budget * (1 - mostHeadroom)
    return isFit ? [] : [`${route}: ${size.toFixed(1)} kB, the budget is ${budget}`]
  })
  expect(wrong).toEqual([])
})
