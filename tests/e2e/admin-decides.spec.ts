// Covers: decisions, queue
import { topic_proposals } from '#features/topics/topics.tables.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson } from '#tests/support/factories/people.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'
import { expectMessage, member, signInByApi } from '#tests/support/members.ts'

const admin = member('Ada Admin')

test.use({
  siteOptions: {
    sample: false,
    prepare: async ({ db }) => {
      await makePerson(db, { ...admin, isAdmin: true })
      const [asta] = await makePeople(db, [{ name: 'Asta Asker' }])
      const first = await makeEvent(db, { name: 'First Days' })
      await claimEvent(db, asta!, first, { reason: 'I organise it.' })
      await claimEvent(db, asta!, await makeEvent(db, { name: 'Second Days' }))
      await makeTalkLink(db, {
        talk: await makeTalk(db, { event: first, title: 'A Talk' }),
        url: 'https://example.com/slides',
        status: 'suggested',
        added_by: asta!.id,
      })
      for (const name of ['Rust', 'Zig', 'Elixir', 'Gleam'])
        await db.insert(topic_proposals).values({ name, proposed_by: asta!.id })
    },
  },
})

test.beforeEach(({ page }) => signInByApi(page.request, admin))

test('an administrator decides by keyboard, and takes back what was wrong', { tag: '@once' }, async ({
  page,
}) => {
  const main = page.getByRole('main')
  await visit(page, '/admin')
  await main.getByRole('heading', { name: 'Decisions' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decisions')
  await checkAccessibility(page)
  expect(await tooWideAt(page, [320, 375, 1280])).toEqual([])
  const first = main.getByRole('listitem').filter({ hasText: 'First Days' }).first()
  await expect(first).toContainText('I organise it.')
  await expect(first).toContainText('Claimed by Asta Asker, member since')

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(first).toBeFocused()
  await page.keyboard.press('a')
  await expectMessage(page, 'Claim approved successfully')
  const second = main.getByRole('listitem').filter({ hasText: 'Second Days' })
  await expect(second.getByRole('link', { name: 'Second Days' })).toBeFocused()
  await page.keyboard.press('r')
  await expectMessage(page, 'Claim rejected')
  await expect(second).toHaveCount(0)

  await main.getByRole('button', { name: 'Reject A Talk' }).click()
  await expectMessage(page, 'Rejected A Talk')
  await main.getByRole('link', { name: 'Refused' }).click()
  await main.getByRole('button', { name: 'Ask again about A Talk' }).click()
  await expect(main.getByRole('button', { name: 'Ask again about A Talk' })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Ask again about Second Days' })).toBeVisible()

  const currentTab = main.getByRole('navigation', { name: 'Kinds' }).locator('[aria-current=page]')
  await expect(currentTab).toHaveText(['Refused'])
  await main.getByRole('link', { name: '4 topics' }).click()
  await expect(currentTab).toHaveText(['4 topics'])
  await main.getByRole('checkbox', { name: 'Select Rust' }).check()
  await main.getByRole('checkbox', { name: 'Select Zig' }).check()
  await main.getByRole('button', { name: 'Add the selected topics' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 topics' }).click()
  await expectMessage(page, 'Added 2 topics')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('decisions are searched and made', { tag: '@once' }, async ({ page }) => {
    await page.goto('/admin/decisions')
    await page.getByLabel('Search decisions by name').fill('gleam')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: 'Add Gleam' }).click()
    await expect(page.getByText('Nothing waits for a decision.')).toBeVisible()
  })
})
