import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 130,
  '/_signed-in/account/mail': 129,
  '/_signed-in/account/settings': 172,
  '/_signed-in/conferences/$slug/edit': 189,
  '/_signed-in/conferences/$slug/edit_/import': 136,
  '/_signed-in/conferences/new': 176,
  '/_signed-in/dashboard': 159,
  '/_signed-in/following': 129,
  '/_signed-in/invitations': 171,
  '/_signed-in/notifications': 129,
  '/_signed-in/profile/edit': 170,
  '/_signed-in/speakers/$id/edit': 180,
  '/_signed-in/speakers/new': 172,
  '/about': 126,
  '/admin/': 153,
  '/admin/claims': 133,
  '/admin/events': 163,
  '/admin/invitations': 174,
  '/admin/speaker-claims': 172,
  '/admin/topics': 171,
  '/admin/users': 132,
  '/auth': 172,
  '/auth_/reset': 167,
  '/cities/$locationName': 132,
  '/conferences/': 138,
  '/conferences/$slug': 148,
  '/conferences/$slug_/talks/$number': 134,
  '/countries/$countryName': 132,
  '/developers': 126,
  '/guides/': 127,
  '/guides/$guide': 127,
  '/online': 132,
  '/privacy': 126,
  '/speakers/': 132,
  '/speakers/$id': 134,
  '/terms': 126,
  '/topics/': 127,
  '/topics/$topicName': 132,
  '/u/$id': 130,
  '/unsubscribe/$token': 128,
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
