// Covers: site, events, speakers, topics
import { expect, test, visit } from '#tests/support/journey.ts'

test.use({ siteOptions: { sample: false } })

test('a Hallway with nothing in it says so, everywhere', { tag: '@once' }, async ({ page }) => {
  for (const [path, texts] of [
    ['/', ['No upcoming events in the next 30 days.', 'No topics found.', 'No upcoming conferences found.']],
    [
      '/conferences',
      [
        'No upcoming events found. Try adjusting your search or filters.',
        'No past events found for these filters.',
      ],
    ],
    ['/conferences?browse=topics', ['No topics found.']],
    ['/speakers', ['No speakers yet']],
    ['/topics', ['No topics found']],
  ] as const) {
    expect([path, await visit(page, path)]).toEqual([path, 200])
    for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
})
