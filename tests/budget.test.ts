import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of the page of each route in kB (1,000 bytes), compressed with brotli. What a change saves is taken off here. */
const budgets = {
  '/': 126,
  '/_signed-in/account/digest': 124,
  '/_signed-in/account/mail': 126,
  '/_signed-in/account/settings': 172,
  '/_signed-in/conferences/$slug/edit': 192,
  '/_signed-in/conferences/$slug/edit_/coverage': 125,
  '/_signed-in/conferences/$slug/edit_/import': 133,
  '/_signed-in/conferences/new': 175,
  '/_signed-in/dashboard': 130,
  '/_signed-in/following': 125,
  '/_signed-in/invitations': 168,
  '/_signed-in/links': 127,
  '/_signed-in/notifications': 125,
  '/_signed-in/profile/edit': 166,
  '/_signed-in/speakers/$id/edit': 177,
  '/_signed-in/speakers/new': 169,
  '/about': 123,
  '/address/$token': 122,
  '/admin/': 150,
  '/admin/claims': 129,
  '/admin/events': 163,
  '/admin/events_/hidden': 127,
  '/admin/invitations': 170,
  '/admin/mail': 125,
  '/admin/reports': 167,
  '/admin/speaker-claims': 168,
  '/admin/topics': 170,
  '/admin/users': 129,
  '/admin/users_/$id': 128,
  '/auth': 169,
  '/auth_/reset': 163,
  '/cities/$locationName': 131,
  '/conferences/': 135,
  '/conferences/$slug': 151,
  '/conferences/$slug_/talks/$number': 138,
  '/countries/$countryName': 130,
  '/coverage': 126,
  '/developers': 123,
  '/guides/': 123,
  '/guides/$guide': 124,
  '/online': 128,
  '/places': 123,
  '/privacy': 123,
  '/report': 165,
  '/speakers/': 128,
  '/speakers/$id': 135,
  '/terms': 123,
  '/topics/': 124,
  '/topics/$topicName': 133,
  '/u/$id': 127,
  '/unsubscribe/$token': 123,
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

test('the built server is of ASCII, so that V8 keeps its sources with one byte a character', async () => {
  const wide: string[] = []
  for await (const file of glob('dist/{host,server}/**/*.js'))
    if (/[^\0-\x7f]/.test(await readFile(file, 'utf8'))) wide.push(file)
  expect(wide).toEqual([])
})
