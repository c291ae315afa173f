// Covers: administration
import { sql } from 'drizzle-orm'
import { checkAccessibility, expect, type Page, test, visit } from '#tests/support/journey.ts'
import { sampleAccount, signInFor } from '#tests/support/members.ts'

test.use({
  siteOptions: {
    prepare: async ({ db }) => {
      await db.execute(sql`alter table topics rename to topics_lost`)
      await db.execute(sql`delete from event_claims`)
      await db.execute(sql`delete from speaker_claims where status = 'pending'`)
      await db.execute(sql`delete from invitation_code_audit`)
    },
  },
})

const signIn = (page: Page) => signInFor(page, sampleAccount('admin'), '/notifications')

test('a count that fails is shown as 0, and the overview is there', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await signIn(page)
  expect(await visit(page, '/admin')).toBe(200)
  const cards = page.getByRole('main')
  await expect(cards.getByRole('link', { name: 'Topic Management' })).toHaveText('Topic Managementtopics0')
  await expect(cards.getByRole('link', { name: 'User Management' })).toHaveText(/profiles[1-9]\d*$/)
  await expect(page.getByText('No actions yet. Everything administrators decide')).toBeVisible()
  await checkAccessibility(page)
})

test('where nothing waits, each page says so', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await signIn(page)
  await visit(page, '/admin/claims')
  await expect(page.getByText('No event claims found.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show Processed' })).toHaveCount(0)
  await visit(page, '/admin/speaker-claims')
  await expect(page.getByText('No pending claims found.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show Processed' })).toBeVisible()
  await visit(page, '/admin/invitations')
  await expect(page.getByText('No audit logs available.')).toBeVisible()
})
