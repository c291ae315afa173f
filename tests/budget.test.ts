import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 130,
  '/_signed-in/account/digest': 126,
  '/_signed-in/account/mail': 128,
  '/_signed-in/account/settings': 171,
  '/_signed-in/conferences/$slug/edit': 190,
  '/_signed-in/conferences/$slug/edit_/coverage': 127,
  '/_signed-in/conferences/$slug/edit_/import': 135,
  '/_signed-in/conferences/new': 176,
  '/_signed-in/dashboard': 133,
  '/_signed-in/following': 127,
  '/_signed-in/invitations': 170,
  '/_signed-in/links': 129,
  '/_signed-in/notifications': 128,
  '/_signed-in/profile/edit': 169,
  '/_signed-in/speakers/$id/edit': 179,
  '/_signed-in/speakers/new': 171,
  '/about': 125,
  '/admin/': 152,
  '/admin/claims': 132,
  '/admin/events': 164,
  '/admin/invitations': 172,
  '/admin/speaker-claims': 171,
  '/admin/topics': 170,
  '/admin/users': 131,
  '/auth': 170,
  '/auth_/reset': 166,
  '/cities/$locationName': 134,
  '/conferences/': 138,
  '/conferences/$slug': 152,
  '/conferences/$slug_/talks/$number': 140,
  '/countries/$countryName': 134,
  '/coverage': 129,
  '/developers': 126,
  '/guides/': 126,
  '/guides/$guide': 126,
  '/online': 131,
  '/privacy': 126,
  '/speakers/': 131,
  '/speakers/$id': 139,
  '/terms': 125,
  '/topics/': 126,
  '/topics/$topicName': 137,
  '/u/$id': 131,
  '/unsubscribe/$token': 125,
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
