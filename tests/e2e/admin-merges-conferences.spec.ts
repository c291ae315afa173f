// Covers: events, history
import type { Database } from '#platform/database/db.ts'
import { attendMany } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson } from '#tests/support/factories/people.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInByApi, signInFor } from '#tests/support/members.ts'

const admin = member('Ada Admin')
const [keptSlug, doubleSlug] = [
  'the-rich-web-experience-clear-water',
  'the-rich-web-experience-clearwater-2031',
]
const names = ['The Rich Web Experience Clear Water', 'The Rich Web Experience Clearwater 2031']

/** Two records of one conference, as two lists have it. */
async function makeTwo(db: Database, suffix: string) {
  const days = { start_date: '2031-12-05', end_date: '2031-12-08', country_name: 'United States' }
  const [owner, ...people] = await makePeople(db, [{ name: `Otto Owner ${suffix}` }, {}, {}, {}])
  const one = await makeEvent(db, {
    ...days,
    name: `${names[0]}${suffix}`,
    slug: keptSlug + suffix,
    description: 'Topics: javascript.',
    location_name: 'Clear Water, FL',
    website: 'https://therichwebexperience.com',
  })
  const other = await makeEvent(db, {
    ...days,
    name: `${names[1]}${suffix}`,
    slug: doubleSlug + suffix,
    owner,
    location_name: 'Clearwater, FL',
    website: 'https://therichwebexperience.com/conference/clearwater/2031/12/home',
    format: 'in_person',
    code_of_conduct_url: 'https://therichwebexperience.com/conduct',
  })
  await attendMany(
    db,
    people.map((person) => ({ person, event: other })),
  )
  await attendMany(db, [{ person: people[0]!, event: one }])
  await makeTalk(db, { event: other, title: 'The Web in 2031', start_time: '09:00' })
}

test.use({
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      await makePerson(db, { ...admin, isAdmin: true })
      for (const suffix of ['', '-narrow', '-plain']) await makeTwo(db, suffix)
    },
  },
})

test('an administrator merges two records of one conference, and takes a wrong merge back', async ({
  page,
  isNarrow,
}) => {
  const suffix = isNarrow ? '-narrow' : ''
  const [path, other] = [`/conferences/${keptSlug}${suffix}`, `/conferences/${doubleSlug}${suffix}`]
  await signInFor(page, admin, '/notifications')
  await visit(page, '/admin/events?search=Rich')
  for (const name of names)
    await page.getByRole('checkbox', { name: `Select ${name}${suffix}`, exact: true }).check()
  await page.getByRole('link', { name: 'Merge', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/duplicates\/the-rich/)
  await visit(page, `/admin/duplicates/${keptSlug}${suffix}/${doubleSlug}${suffix}`)
  await expect(page.getByRole('region', { name: 'Conference to keep' })).toContainText(names[0]!)
  await expect(page.getByText('Attendees: 2 and 1 that both have')).toBeVisible()
  await expect(page.getByText('Talks: 1')).toBeVisible()
  const place = page.getByRole('group', { name: 'Place' })
  await expect(place.getByRole('radio', { name: /Clear Water/ })).toBeChecked()
  // What the kept one lacks is taken from the other one.
  await expect(
    page.getByRole('group', { name: 'Code of conduct' }).getByRole('radio', { name: /conduct/ }),
  ).toBeChecked()
  await place.getByRole('radio', { name: /Clearwater/ }).check()
  await checkAccessibility(page, { inBoth: true })
  expect(await tooWideAt(page, [320, isNarrow ? 375 : 1280])).toEqual([])

  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectMessage(page, 'Merged. You can undo it for 90 days.')
  await expect(page.getByText('are one conference now.')).toBeVisible()
  const answer = await page.request.get(other, { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, path])
  await page.getByRole('link', { name: names[0]! }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByText('Clearwater, FL').first()).toBeVisible()

  await visit(page, `/admin/duplicates/${keptSlug}${suffix}/${doubleSlug}${suffix}`)
  await page.getByRole('button', { name: 'Undo the merge' }).click()
  await expectMessage(page, 'Merge undone: both conferences are back')
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeVisible()
  expect((await page.request.get(other, { maxRedirects: 0 })).status()).toBe(200)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the same', { tag: '@once' }, async ({ page }) => {
    await signInByApi(page.request, admin)
    const path = `/admin/duplicates/${keptSlug}-plain/${doubleSlug}-plain`
    await page.goto(`/conferences/${keptSlug}-plain`)
    await page.getByRole('region', { name: 'Admin Actions' }).getByRole('link', { name: 'Merge' }).click()
    await page
      .getByLabel('Address of the other one')
      .fill(new URL(`/conferences/${doubleSlug}-plain?tab=schedule`, page.url()).href)
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page).toHaveURL(path)
    await page
      .getByRole('group', { name: 'Place' })
      .getByRole('radio', { name: /Clearwater/ })
      .check()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByText('are one conference now.')).toBeVisible()
    await page.goto(`/conferences/${doubleSlug}-plain`)
    await expect(page).toHaveURL(`/conferences/${keptSlug}-plain`)
    await expect(page.getByText('Clearwater, FL').first()).toBeVisible()
    await page.goto(path)
    await page.getByRole('button', { name: 'Undo the merge' }).click()
    await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeVisible()
  })
})
