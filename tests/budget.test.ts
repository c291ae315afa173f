import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of a page in kB (1,000 bytes), compressed with brotli. */
const budgetOfNewPage = 130
/** Of those that need more, or less. What a change saves is taken off here. */
const budgets: Record<string, number> = {
  '/': 134,
  '/_signed-in/account/digest': 128,
  '/_signed-in/account/mail': 131,
  '/_signed-in/account/settings': 184,
  '/_signed-in/conferences/$slug/calls': 181,
  '/_signed-in/conferences/$slug/edit': 210,
  '/_signed-in/conferences/$slug/edit_/coverage': 130,
  '/_signed-in/conferences/$slug/edit_/import': 138,
  '/_signed-in/conferences/$slug/history': 137,
  '/_signed-in/series/$slug/history': 137,
  '/_signed-in/speakers/$id/history': 137,
  '/_signed-in/conferences/$slug/talks/$number/history': 137,
  '/_signed-in/conferences/new': 188,
  '/_signed-in/dashboard': 146,
  '/_signed-in/dashboard_/calls': 180,
  '/_signed-in/deleted': 131,
  '/_signed-in/following': 130,
  '/_signed-in/invitations': 174,
  '/_signed-in/links': 134,
  '/_signed-in/notifications': 130,
  '/_signed-in/profile/edit': 172,
  '/_signed-in/series/$slug/edit': 180,
  '/_signed-in/decisions': 135,
  '/_signed-in/suggest': 200,
  '/_signed-in/schedule': 127,
  '/_signed-in/speakers/$id/edit': 185,
  '/_signed-in/speakers/new': 178,
  '/about': 127,
  '/address/$token': 127,
  '/admin/': 156,
  '/admin/changes': 136,
  '/admin/claims': 135,
  '/admin/decisions': 135,
  '/admin/duplicates_/$slug/$other': 158,
  '/admin/events': 171,
  '/admin/events_/field': 156,
  '/admin/events_/hidden': 131,
  '/admin/invitations': 180,
  '/admin/mail': 130,
  '/admin/proposals': 136,
  '/admin/reports': 136,
  '/admin/sources': 158,
  '/admin/speaker-claims': 135,
  '/admin/series': 135,
  '/admin/topics': 180,
  '/admin/users': 133,
  '/admin/users_/$id': 138,
  '/auth': 174,
  '/auth_/confirm': 127,
  '/auth_/reset': 169,
  '/cfp': 140,
  '/cities/$locationName': 143,
  '/conferences/': 151,
  '/conferences/$slug': 182,
  '/conferences/$slug_/talks/$number': 150,
  '/countries/$countryName': 143,
  '/coverage': 130,
  '/data': 128,
  '/developers': 128,
  '/guides/': 128,
  '/guides/$guide': 128,
  '/online': 134,
  '/places': 133,
  '/plans/$token': 134,
  '/places_/$region': 135,
  '/privacy': 128,
  '/report': 171,
  '/speakers/': 133,
  '/speakers/$id': 142,
  '/terms': 127,
  '/topics/': 129,
  '/topics/$topicName': 141,
  '/trends': 129,
  '/u/$id': 135,
  '/unsubscribe/$token': 128,
  '/series/': 129,
  '/series/$slug': 139,
}
/** A budget that is this much larger than what it allows hides the next growth. */
const maxHeadroom = 0.05

test('the script of every page fits its budget, and no budget has become loose', async () => {
  const sizes = await scriptSizes()
  const misfits = [...new Set([...sizes.keys(), ...Object.keys(budgets)])].flatMap((route) => {
    const budget = budgets[route] ?? budgetOfNewPage
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
