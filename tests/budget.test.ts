import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scriptSizes } from './support/script-sizes.ts'

/** Script of a page in kB (1,000 bytes), compressed with brotli. */
const budgetOfNewPage = 130
/** Of those that need more, or less. What a change saves is taken off here. */
const budgets: Record<string, number> = {
  '/': 132,
  '/_signed-in/account/digest': 128,
  '/_signed-in/account/mail': 130,
  '/_signed-in/account/settings': 183,
  '/_signed-in/conferences/$slug/calls': 181,
  '/_signed-in/conferences/$slug/edit': 209,
  '/_signed-in/conferences/$slug/edit_/coverage': 129,
  '/_signed-in/conferences/$slug/edit_/import': 138,
  '/_signed-in/conferences/$slug/history': 136,
  '/_signed-in/series/$slug/history': 137,
  '/_signed-in/speakers/$id/history': 137,
  '/_signed-in/conferences/$slug/talks/$number/history': 136,
  '/_signed-in/conferences/new': 188,
  '/_signed-in/dashboard': 145,
  '/_signed-in/dashboard_/calls': 180,
  '/_signed-in/deleted': 131,
  '/_signed-in/following': 129,
  '/_signed-in/invitations': 174,
  '/_signed-in/notifications': 130,
  '/_signed-in/profile/edit': 172,
  '/_signed-in/series/$slug/edit': 180,
  '/_signed-in/decisions': 135,
  '/_signed-in/suggest': 200,
  '/_signed-in/schedule': 126,
  '/_signed-in/speakers/$id/edit': 184,
  '/_signed-in/speakers/new': 178,
  '/about': 127,
  '/address/$token': 127,
  '/admin/': 156,
  '/admin/changes': 136,
  '/admin/claims': 135,
  '/admin/decisions': 135,
  '/admin/duplicates_/$slug/$other': 158,
  '/admin/events': 170,
  '/admin/events_/field': 156,
  '/admin/events_/hidden': 131,
  '/admin/invitations': 180,
  '/admin/mail': 130,
  '/admin/proposals': 136,
  '/admin/reports': 135,
  '/admin/sources': 158,
  '/admin/speaker-claims': 135,
  '/admin/series': 135,
  '/admin/topics': 180,
  '/admin/users': 133,
  '/admin/users_/$id': 137,
  '/auth': 174,
  '/auth_/confirm': 126,
  '/auth_/reset': 169,
  '/cfp': 139,
  '/cities/$locationName': 142,
  '/conferences/': 149,
  '/conferences/$slug': 180,
  '/conferences/$slug_/talks/$number': 149,
  '/countries/$countryName': 141,
  '/coverage': 130,
  '/data': 127,
  '/developers': 128,
  '/guides/': 128,
  '/guides/$guide': 128,
  '/online': 133,
  '/places': 132,
  '/plans/$token': 134,
  '/places_/$region': 134,
  '/privacy': 128,
  '/report': 171,
  '/speakers/': 133,
  '/speakers/$id': 141,
  '/terms': 127,
  '/topics/': 128,
  '/topics/$topicName': 140,
  '/trends': 128,
  '/u/$id': 134,
  '/unsubscribe/$token': 127,
  '/series/': 128,
  '/series/$slug': 137,
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

test('the styles of every page come in the first round trip of a connection: ten packets, 0.7 kB of them headers', async () => {
  const sizes: number[] = []
  for await (const file of glob('dist/client/assets/styles-*.css.br'))
    sizes.push((await readFile(file)).length)
  expect(sizes).toHaveLength(1)
  expect(sizes[0]).toBeLessThanOrEqual(13_900)
})

test('the site starts without what few processes use: engine, readers of programmes, mailer, common passwords, letters of posters', async () => {
  const texts = new Map<string, string>()
  const visit = async (file: string) => {
    if (texts.has(file)) return
    const text = await readFile(`dist/host/${file}`, 'utf8')
    texts.set(file, text)
    for (const [, imported] of text.matchAll(/^import .*?"\.\/([^"]+\.js)";$/gm)) await visit(imported!)
  }
  await visit('main.js')
  const loaded = [...texts.values()].join('\n')
  expect(loaded).toContain('// node_modules/drizzle-orm/')
  for (const source of [
    'ical.js',
    'kysely',
    'react',
    'temporal-polyfill',
    'saxes',
    'nodemailer',
    '@zxcvbn-ts/language-common',
  ])
    expect(loaded).not.toContain(`// node_modules/${source}/`)
  expect(loaded).not.toContain('// src/features/sharing/posters/letters.json')
  expect(loaded).not.toMatch(/^import .*"@electric-sql\/pglite/m)
})
