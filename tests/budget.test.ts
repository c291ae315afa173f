import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 130,
  '/_signed-in/account/digest': 127,
  '/_signed-in/account/mail': 129,
  '/_signed-in/account/settings': 180,
  '/_signed-in/conferences/$slug/calls': 177,
  '/_signed-in/conferences/$slug/edit': 199,
  '/_signed-in/conferences/$slug/edit_/coverage': 128,
  '/_signed-in/conferences/$slug/edit_/import': 137,
  '/_signed-in/conferences/new': 184,
  '/_signed-in/dashboard': 142,
  '/_signed-in/dashboard_/calls': 176,
  '/_signed-in/following': 128,
  '/_signed-in/invitations': 172,
  '/_signed-in/links': 133,
  '/_signed-in/notifications': 129,
  '/_signed-in/profile/edit': 170,
  '/_signed-in/schedule': 126,
  '/_signed-in/speakers/$id/edit': 181,
  '/_signed-in/speakers/new': 176,
  '/about': 126,
  '/address/$token': 125,
  '/admin/': 153,
  '/admin/claims': 133,
  '/admin/events': 166,
  '/admin/events_/hidden': 129,
  '/admin/invitations': 173,
  '/admin/mail': 128,
  '/admin/reports': 171,
  '/admin/speaker-claims': 172,
  '/admin/topics': 173,
  '/admin/users': 132,
  '/admin/users_/$id': 131,
  '/auth': 172,
  '/auth_/reset': 167,
  '/cfp': 136,
  '/cities/$locationName': 139,
  '/conferences/': 143,
  '/conferences/$slug': 171,
  '/conferences/$slug_/talks/$number': 147,
  '/countries/$countryName': 139,
  '/coverage': 129,
  '/developers': 127,
  '/guides/': 127,
  '/guides/$guide': 127,
  '/online': 131,
  '/places': 129,
  '/plans/$token': 132,
  '/places_/$region': 129,
  '/privacy': 127,
  '/report': 169,
  '/speakers/': 132,
  '/speakers/$id': 139,
  '/terms': 126,
  '/topics/': 127,
  '/topics/$topicName': 138,
  '/trends': 127,
  '/u/$id': 132,
  '/unsubscribe/$token': 126,
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
