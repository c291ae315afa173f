import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 130,
  '/_signed-in/account/digest': 127,
  '/_signed-in/account/mail': 130,
  '/_signed-in/account/settings': 175,
  '/_signed-in/conferences/$slug/edit': 193,
  '/_signed-in/conferences/$slug/edit_/coverage': 128,
  '/_signed-in/conferences/$slug/edit_/import': 136,
  '/_signed-in/conferences/new': 178,
  '/_signed-in/dashboard': 135,
  '/_signed-in/following': 128,
  '/_signed-in/invitations': 172,
  '/_signed-in/links': 131,
  '/_signed-in/notifications': 129,
  '/_signed-in/profile/edit': 170,
  '/_signed-in/speakers/$id/edit': 180,
  '/_signed-in/speakers/new': 172,
  '/about': 127,
  '/address/$token': 128,
  '/admin/': 153,
  '/admin/claims': 133,
  '/admin/events': 167,
  '/admin/events_/hidden': 131,
  '/admin/invitations': 174,
  '/admin/mail': 130,
  '/admin/reports': 171,
  '/admin/speaker-claims': 172,
  '/admin/topics': 173,
  '/admin/users': 133,
  '/admin/users_/$id': 132,
  '/auth': 173,
  '/auth_/reset': 167,
  '/cities/$locationName': 139,
  '/conferences/': 140,
  '/conferences/$slug': 154,
  '/conferences/$slug_/talks/$number': 142,
  '/countries/$countryName': 135,
  '/coverage': 130,
  '/developers': 127,
  '/guides/': 127,
  '/guides/$guide': 128,
  '/online': 133,
  '/places': 128,
  '/privacy': 127,
  '/report': 169,
  '/speakers/': 133,
  '/speakers/$id': 141,
  '/terms': 127,
  '/topics/': 128,
  '/topics/$topicName': 138,
  '/u/$id': 133,
  '/unsubscribe/$token': 127,
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
