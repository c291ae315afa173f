// Covers: series
import { topic_proposals } from '#features/topics/topics.tables.ts'
import { limits } from '#src/limits.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, test, visit } from '#tests/support/journey.ts'
import { expectMessage, sampleAccount, signInFor } from '#tests/support/members.ts'

const years = [2021, 2022, 2024]

test.use({
  siteOptions: {
    prepare: async ({ db }) => {
      const events = await makeEvents(
        db,
        years.map((year) => ({
          name: `Fjord Kaigi ${year}`,
          slug: `fjord-kaigi-${year}`,
          start_date: `${year}-10-01`,
          website: 'https://kaigi.example.com',
        })),
      )
      const speaker = await makeSpeaker(db, { name: 'Returning Rosa' })
      for (const event of events.slice(0, 2)) {
        const talk = await makeTalk(db, { event, speakers: [speaker] })
        await makeTalkLink(db, { talk, kind: 'video' })
      }
      const editions = await makeEvents(
        db,
        years.map((year) => ({ name: `Lake Days ${year}`, start_date: `${year}-06-01` })),
      )
      await makeSeries(db, editions, { name: 'Lake Days', slug: 'lake-days' })
      await db
        .insert(topic_proposals)
        .values(Array.from({ length: limits.recordsAtOnce + 20 }, (_, n) => ({ name: `Proposed ${n}` })))
    },
  },
})

test('an administrator accepts a proposed series, and a visitor reads it, also without script', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInFor(page, sampleAccount('admin'), '/admin/series')
  await page.getByRole('button', { name: 'Look for series' }).click()
  await expectMessage(page, /series proposed for/)
  const proposal = page.getByRole('listitem').filter({ hasText: 'Fjord Kaigi' }).first()
  await expect(proposal).toContainText('new series, 100% sure')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Accept Fjord Kaigi' }).click()
  await expectMessage(page, 'Accepted Fjord Kaigi')
  await expect(page.getByText('Fjord Kaigi', { exact: true })).toHaveCount(0)

  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  const visitor = await context.newPage()
  await visitor.goto('/series?search=fjord+kaigi')
  await visitor.getByRole('main').getByRole('link', { name: 'Fjord Kaigi' }).click()
  await expect(visitor).toHaveURL('/series/fjord-kaigi')
  const main = visitor.getByRole('main')
  await expect(
    main.getByText('The next edition is not announced yet. The last three were in October.'),
  ).toBeVisible()
  await expect(main.getByRole('row')).toHaveCount(1 + years.length)
  await expect(main.getByText('2 talks since 2021, 2 with a recording.')).toBeVisible()
  await expect(main.getByText('No programme is listed for 2024.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Returning Rosa' })).toBeVisible()
  await main.getByRole('link', { name: 'Fjord Kaigi 2022' }).click()
  await expect(visitor.getByRole('link', { name: 'Fjord Kaigi 2024' }).first()).toBeVisible()
  await context.close()
})

test('a member who looks after an edition renames the series and takes the edition out', {
  tag: '@once',
}, async ({ page }) => {
  await signInFor(page, sampleAccount('admin'), '/series/lake-days/edit')
  await page.getByLabel('Name', { exact: true }).fill('Lake and Shore')
  await page.getByRole('button', { name: 'Save series' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lake and Shore')
  await visit(page, '/series/lake-days/edit')
  await page.getByRole('button', { name: 'Take out Lake Days 2021' }).click()
  await expectMessage(page, 'Taken out of the series')
  await page.getByRole('link', { name: 'Changes, and how to undo them' }).click()
  await page.getByRole('button', { name: 'Undo this change' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Undone')
  await visit(page, '/series/lake-days/edit')
  await expect(page.getByRole('button', { name: 'Take out Lake Days 2021' })).toBeVisible()
})

test('all proposals that a page lists are decided at once, with progress', async ({ page }) => {
  await signInFor(page, sampleAccount('admin'), '/admin/topics')
  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText(`${limits.recordsAtOnce} selected`)).toBeVisible()
  await page.getByRole('button', { name: 'Add the selected topics' }).click()
  const dialog = page.getByRole('dialog')
  // The third part of ten waits until it is seen how far the first two came.
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>()
  let parts = 0
  await page.route('**/api/rpc/decisions/decideMany', async (route) => {
    if (++parts > 2) await isSeen
    await route.continue()
  })
  await dialog.getByRole('button', { name: `Add ${limits.recordsAtOnce} topics` }).click()
  await expect(dialog.getByRole('status').filter({ hasText: `20 of ${limits.recordsAtOnce}` })).toBeVisible()
  goOn()
  await expectMessage(page, `Added ${limits.recordsAtOnce} topics`)
  await expect(page.getByRole('listitem').filter({ hasText: 'new' })).toHaveCount(20)
})
