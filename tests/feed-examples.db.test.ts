import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedExamples } from '#features/feeds/feed-examples.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// Every example of /developers runs as it stands there.

let site: RunningSite
const example = {
  slug: 'granzenlos-2027',
  location_name: "L'Aquila / Nord",
  country_name: 'Côte d’Ivoire',
  tags: ['C++ & C#'],
}

beforeAll(async () => {
  site = await startSite({
    sample: false,
    prepare: async ({ db }) => {
      const event = await makeEvent(db, example)
      await makeTalk(db, { event, start_time: '10:00' })
    },
  })
})
afterAll(() => site.stop())

test('each example of the page for developers is on it and gives what it says', async () => {
  const page = (await (await fetch(`${site.url}/developers`)).text())
    .replaceAll('<!-- -->', '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
  const examples = feedExamples(example)
  expect(examples.length).toBeGreaterThan(12)
  for (const { path, contentType } of examples) {
    expect([path, page.includes(`curl '${site.url}${path}'`)]).toEqual([path, true])
    const answer = await fetch(site.url + path)
    expect([path, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
      path,
      200,
      contentType,
    ])
    expect((await answer.text()).length).toBeGreaterThan(100)
    // The quotes of the shell stay whole.
    expect(path).not.toContain("'")
  }
})
