import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 127,
  '/_signed-in/account/digest': 125,
  '/_signed-in/account/mail': 128,
  '/_signed-in/account/settings': 174,
  '/_signed-in/conferences/$slug/calls': 175,
  '/_signed-in/conferences/$slug/edit': 195,
  '/_signed-in/conferences/$slug/edit_/coverage': 126,
  '/_signed-in/conferences/$slug/edit_/import': 135,
  '/_signed-in/conferences/new': 181,
  '/_signed-in/dashboard': 134,
  '/_signed-in/dashboard_/calls': 174,
  '/_signed-in/following': 126,
  '/_signed-in/invitations': 170,
  '/_signed-in/links': 132,
  '/_signed-in/notifications': 127,
  '/_signed-in/profile/edit': 168,
  '/_signed-in/speakers/$id/edit': 180,
  '/_signed-in/speakers/new': 175,
  '/about': 125,
  '/address/$token': 124,
  '/admin/': 152,
  '/admin/claims': 132,
  '/admin/events': 165,
  '/admin/events_/hidden': 128,
  '/admin/invitations': 172,
  '/admin/mail': 127,
  '/admin/reports': 169,
  '/admin/speaker-claims': 171,
  '/admin/topics': 172,
  '/admin/users': 131,
  '/admin/users_/$id': 130,
  '/auth': 171,
  '/auth_/reset': 165,
  '/cfp': 133,
  '/cities/$locationName': 132,
  '/conferences/': 137,
  '/conferences/$slug': 160,
  '/conferences/$slug_/talks/$number': 142,
  '/countries/$countryName': 132,
  '/coverage': 128,
  '/developers': 125,
  '/guides/': 125,
  '/guides/$guide': 126,
  '/online': 129,
  '/places': 125,
  '/privacy': 125,
  '/report': 167,
  '/speakers/': 130,
  '/speakers/$id': 138,
  '/terms': 125,
  '/topics/': 126,
  '/topics/$topicName': 135,
  '/u/$id': 129,
  '/unsubscribe/$token': 125,
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
