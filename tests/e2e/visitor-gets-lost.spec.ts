// Covers: events, topics, speakers, people
import { expect, testOfRequests as test } from '#tests/support/journey.ts'
import { readPage } from '#tests/support/read-page.ts'
import { conferencePath, sampleEvent } from '#tests/support/sample-facts.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

const missing = [
  ['/nothing/here', 'Page not found', 'Return to Home', '/'],
  ['/guides/nothing', 'Page not found', 'Return to Home', '/'],
  ['/conferences/nothing', 'Conference not found', 'Back to Conferences', '/conferences'],
  [`/conferences/${nobody}`, 'Conference not found', 'Back to Conferences', '/conferences'],
  [`/speakers/${nobody}`, 'Speaker not found', 'Back to Speakers', '/speakers'],
  ['/speakers/nobody', 'Speaker not found', 'Back to Speakers', '/speakers'],
  [`/u/${nobody}`, 'User not found', 'Return to Home', '/'],
  ['/u/nobody', 'User not found', 'Return to Home', '/'],
  ['/topics/Nothing', 'Conferences about Nothing', 'View all topics', '/topics'],
  ['/cities/Nowhere', 'Conferences in Nowhere', 'Browse Conferences', '/conferences'],
  ['/countries/Nowhere', 'Conferences in Nowhere', 'Browse Conferences', '/conferences'],
  ['/cities/TBA', 'Conferences in TBA', 'Browse Conferences', '/conferences'],
  ['/countries/tbd', 'Conferences in tbd', 'Browse Conferences', '/conferences'],
] as const

test('what does not exist has status 404, says so, and offers a way on', { tag: '@once' }, async ({
  request,
}) => {
  for (const [path, heading, link, target] of missing) {
    const { status, title, main } = await readPage(request, path)
    // Of a topic or place without conferences the heading is that of the page.
    const words = heading.startsWith('Conferences') ? 'Page not found' : heading
    expect({ path, status, title, headings: main.texts('h1'), next: main.hrefOf(link) }).toEqual({
      path,
      status: 404,
      title: `${words} | Hallway`,
      headings: [heading],
      next: target,
    })
  }
})

test('a topic, a city and a country without events say so', { tag: '@once' }, async ({ request }) => {
  for (const [path, text] of [
    ['/topics/Nothing', 'No conferences found for the topic “Nothing”.'],
    ['/cities/Nowhere', 'No conferences found in Nowhere.'],
    ['/countries/Nowhere', 'No conferences found in Nowhere.'],
    [
      '/cities/To%20be%20announced',
      '“To be announced” is used for conferences whose place is not known yet.',
    ],
    ['/countries/Unknown', '“Unknown” is used for conferences whose place is not known yet.'],
  ] as const)
    expect((await readPage(request, path)).main.text).toContain(text)
})

test('the address with the id of an event leads to the one with its slug', { tag: '@once' }, async ({
  request,
}) => {
  const { id } = sampleEvent('Northern Query Days')
  const path = conferencePath('Northern Query Days')
  const answer = await request.get(`/conferences/${id}`, { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, path])
  const { path: finalPath } = await readPage(request, `/conferences/${id}?tab=attendees`)
  expect(finalPath).toBe(`${path}?tab=attendees`)
})

test('a link to a talk or a speaker that is gone still shows the event', { tag: '@once' }, async ({
  request,
}) => {
  for (const search of [`talk=${nobody}`, `speaker=${nobody}`]) {
    const { status, main } = await readPage(request, `${conferencePath('Northern Query Days')}?${search}`)
    expect([status, main.texts('h1')]).toEqual([200, ['Northern Query Days']])
  }
})

test('what no address has is not found, and nothing breaks', { tag: '@once' }, async ({ request }) => {
  for (const path of [
    '/conferences?later=x',
    '/speakers?after=x',
    '/cities/Bergen?after=x',
    '/assets/x.js',
    '/%',
  ]) {
    const answer = await request.get(path)
    expect([path, answer.status() < 500]).toEqual([path, true])
  }
})
