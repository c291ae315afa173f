import { checkAccessibility, expect, test, visit } from '#tests/support/journey.ts'

test('a visitor opens the home page', async ({ page }) => {
  expect(await visit(page, '/')).toBe(200)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Happening Soon',
    'Popular Topics',
    'Upcoming Conferences',
    'Going to one of these?',
    'About',
    'Quick Links',
    'Legal',
  ])
  await checkAccessibility(page)
})
