import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 130,
  '/_signed-in/account/settings': 173,
  '/_signed-in/conferences/$slug/edit': 189,
  '/_signed-in/conferences/$slug/edit_/coverage': 129,
  '/_signed-in/conferences/$slug/edit_/import': 136,
  '/_signed-in/conferences/new': 177,
  '/_signed-in/dashboard': 136,
  '/_signed-in/invitations': 172,
  '/_signed-in/links': 131,
  '/_signed-in/notifications': 129,
  '/_signed-in/profile/edit': 170,
  '/_signed-in/speakers/$id/edit': 180,
  '/_signed-in/speakers/new': 173,
  '/about': 126,
  '/admin/': 154,
  '/admin/claims': 133,
  '/admin/events': 163,
  '/admin/invitations': 174,
  '/admin/speaker-claims': 173,
  '/admin/topics': 171,
  '/admin/users': 133,
  '/auth': 172,
  '/auth_/reset': 168,
  '/cities/$locationName': 133,
  '/conferences/': 139,
  '/conferences/$slug': 150,
  '/conferences/$slug_/talks/$number': 139,
  '/countries/$countryName': 133,
  '/coverage': 131,
  '/developers': 127,
  '/guides/': 127,
  '/guides/$guide': 128,
  '/online': 132,
  '/privacy': 126,
  '/speakers/': 133,
  '/speakers/$id': 135,
  '/terms': 126,
  '/topics/': 128,
  '/topics/$topicName': 136,
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
