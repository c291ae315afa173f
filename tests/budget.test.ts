import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of a page in kB (1,000 bytes), compressed with brotli. */
const budgetOfPage = 135
/** Of those that need more. What a change saves is taken off here. */
const budgets: Record<string, number> = {
  '/_signed-in/account/settings': 183,
  '/_signed-in/conferences/$slug/calls': 181,
  '/_signed-in/conferences/$slug/edit': 207,
  '/_signed-in/conferences/$slug/edit_/import': 138,
  '/_signed-in/conferences/new': 187,
  '/_signed-in/dashboard': 146,
  '/_signed-in/dashboard_/calls': 179,
  '/_signed-in/invitations': 174,
  '/_signed-in/profile/edit': 172,
  '/_signed-in/series/$slug/edit': 178,
  '/_signed-in/speakers/$id/edit': 183,
  '/_signed-in/speakers/new': 178,
  '/admin/': 155,
  '/admin/claims': 135,
  '/admin/events': 170,
  '/admin/invitations': 175,
  '/admin/proposals': 156,
  '/admin/reports': 173,
  '/admin/sources': 156,
  '/admin/speaker-claims': 174,
  '/admin/topics': 176,
  '/auth': 174,
  '/auth_/reset': 169,
  '/cfp': 140,
  '/cities/$locationName': 144,
  '/conferences/': 151,
  '/conferences/$slug': 181,
  '/conferences/$slug_/talks/$number': 150,
  '/countries/$countryName': 143,
  '/report': 171,
  '/speakers/$id': 142,
  '/topics/$topicName': 141,
  '/series/$slug': 139,
}
/** A budget that is this much larger than what it allows hides the next growth. */
const maxHeadroom = 0.05

test('the script of every page fits its budget, and no budget has become loose', async () => {
  const sizes = await scriptSizes()
  const misfits = [...new Set([...sizes.keys(), ...Object.keys(budgets)])].flatMap((route) => {
    const budget = budgets[route] ?? budgetOfPage
    const size = (sizes.get(route) ?? 0) / 1000
    const isFit = size <= budget && (!(route in budgets) || size >= budget * (1 - maxHeadroom))
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
