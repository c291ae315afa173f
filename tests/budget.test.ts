import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 132,
  '/_signed-in/account/digest': 130,
  '/_signed-in/account/mail': 132,
  '/_signed-in/account/settings': 183,
  '/_signed-in/conferences/$slug/calls': 181,
  '/_signed-in/conferences/$slug/edit': 207,
  '/_signed-in/conferences/$slug/edit_/coverage': 131,
  '/_signed-in/conferences/$slug/edit_/import': 140,
  '/_signed-in/conferences/new': 188,
  '/_signed-in/dashboard': 144,
  '/_signed-in/dashboard_/calls': 180,
  '/_signed-in/following': 131,
  '/_signed-in/invitations': 175,
  '/_signed-in/links': 136,
  '/_signed-in/notifications': 131,
  '/_signed-in/profile/edit': 173,
  '/_signed-in/series/$slug/edit': 180,
  '/_signed-in/schedule': 128,
  '/_signed-in/speakers/$id/edit': 185,
  '/_signed-in/speakers/new': 179,
  '/about': 129,
  '/address/$token': 128,
  '/admin/': 156,
  '/admin/claims': 136,
  '/admin/events': 170,
  '/admin/events_/hidden': 132,
  '/admin/invitations': 176,
  '/admin/mail': 131,
  '/admin/proposals': 157,
  '/admin/reports': 174,
  '/admin/sources': 162,
  '/admin/speaker-claims': 175,
  '/admin/series': 133,
  '/admin/topics': 176,
  '/admin/users': 134,
  '/admin/users_/$id': 134,
  '/auth': 175,
  '/auth_/reset': 170,
  '/cfp': 139,
  '/cities/$locationName': 142,
  '/conferences/': 147,
  '/conferences/$slug': 175,
  '/conferences/$slug_/talks/$number': 150,
  '/countries/$countryName': 142,
  '/coverage': 132,
  '/developers': 129,
  '/guides/': 129,
  '/guides/$guide': 130,
  '/online': 133,
  '/places': 132,
  '/plans/$token': 135,
  '/places_/$region': 132,
  '/privacy': 129,
  '/report': 172,
  '/speakers/': 135,
  '/speakers/$id': 142,
  '/terms': 129,
  '/topics/': 130,
  '/topics/$topicName': 141,
  '/trends': 130,
  '/u/$id': 135,
  '/unsubscribe/$token': 129,
  '/series/': 129,
  '/series/$slug': 137,
}
/** A budget that is this much larger than what it allows hides the next growth. */
const maxHeadroom = 0.05

test('the script of every page fits its budget, and no budget has become loose', async () => {
  const sizes = await scriptSizes()
  expect([...sizes.keys()].toSorted(), 'the pages of the route tree').toEqual(Object.keys(budgets).toSorted())
  const misfits = Object.entries(budgets).flatMap(([route, budget]) => {
    const size = (sizes.get(route) ?? 0) / 1000
    const isFit = size <= budget && size >= budget * (1 - maxHeadroom)
    return isFit ? [] : [`${route}: ${size.toFixed(1)} kB, the budget is ${budget}`]
  })
  expect(misfits).toEqual([])
})

test('the built server is of ASCII, so that V8 keeps its sources with one byte a character', async () => {
  const wide: string[] = []
  for await (const file of glob('dist/{host,server}/**/*.js'))
    if (/[^\0-\x7f]/.test(await readFile(file, 'utf8'))) wide.push(file)
  expect(wide).toEqual([])
})
