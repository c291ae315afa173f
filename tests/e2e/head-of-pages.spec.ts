// Covers: site, sharing, feeds, speakers
import { expect, type Page, test } from '#tests/support/journey.ts'
import { conferencePath, sampleEvent, speakerPath } from '#tests/support/sample-facts.ts'
import { pages } from './every-page.ts'

test.use({ javaScriptEnabled: false })

const metas = (page: Page, selector: string) =>
  page.locator(`head meta${selector}`).evaluateAll((all) => all.map((meta) => meta.getAttribute('content')))

const names = ['description', 'twitter:card', 'twitter:title', 'twitter:description']
const properties = ['og:title', 'og:description', 'og:url', 'og:site_name', 'og:type']

/** Pages with a picture where a link to them is shown elsewhere. */
const hasImage = (path: string) =>
  /^\/$|^\/(conferences|topics|places)$|^\/(conferences|speakers|topics|cities|countries|series)\/./.test(
    path,
  )

type Thing = { '@type': string; [property: string]: unknown }

async function structuredData(page: Page): Promise<Thing[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text))
}

test('every page says what it is', { tag: '@once' }, async ({ page, site }) => {
  const titles: string[] = []
  for (const { path, title, types } of pages) {
    await page.goto(path)
    const said = (await page.title()).replace(/ \| Hallway$/, '')
    if (title) expect(said).toBe(title)
    expect(titles).not.toContain(said)
    titles.push(said)
    const address = `${site.url}${path}`
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', address)
    const contents = await page
      .locator('head meta')
      .evaluateAll((all) =>
        all.map((meta) => [
          meta.getAttribute('name') ?? meta.getAttribute('property'),
          meta.getAttribute('content'),
        ]),
      )
    const contentsOf = (name: string) =>
      contents.filter((entry) => entry[0] === name).map((entry) => entry[1])
    const [description] = contentsOf('description')
    expect(description?.length).toBeGreaterThan(20)
    const metadata = [...names, ...properties].map((name) => [name, contentsOf(name)])
    expect({ path, ...Object.fromEntries(metadata) }).toEqual({
      path,
      description: [description],
      'twitter:card': [hasImage(path) ? 'summary_large_image' : 'summary'],
      'twitter:title': [said],
      'twitter:description': [description],
      'og:title': [said],
      'og:description': [description],
      'og:url': [address],
      'og:site_name': ['Hallway'],
      'og:type': ['website'],
    })
    const things = await structuredData(page)
    expect(things.map((thing) => thing['@context'])).toEqual(things.map(() => 'https://schema.org'))
    if (types) expect(things.map((thing) => thing['@type'])).toEqual(types)
  }
})

test('an event tells search engines when and where it is', { tag: '@once' }, async ({ page, site }) => {
  const event = sampleEvent('Northern Query Days')
  await page.goto(conferencePath('Northern Query Days'))
  const [graph, trail] = await structuredData(page)
  expect(graph).toMatchObject({
    name: event.name,
    startDate: event.start_date,
    endDate: event.end_date,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: 'Bergen',
      address: { '@type': 'PostalAddress', addressLocality: 'Bergen', addressCountry: 'Norway' },
    },
    url: `${site.url}/conferences/${event.slug}`,
    sameAs: event.website,
    image: expect.stringMatching(/\/og\/conferences\/.+\.png$/),
  })
  expect(trail?.itemListElement).toEqual(
    [
      { name: 'Hallway', item: site.url },
      { name: 'Conferences', item: `${site.url}/conferences` },
      { name: event.name, item: `${site.url}/conferences/${event.slug}` },
    ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  )
})

test('a speaker tells search engines who it is', { tag: '@once' }, async ({ page, site }) => {
  await page.goto(speakerPath('Noor Specimen'))
  const [person] = await structuredData(page)
  expect(person).toMatchObject({
    name: 'Noor Specimen',
    url: `${site.url}${speakerPath('Noor Specimen')}`,
    sameAs: [
      'https://github.com/noor-specimen-hallway-sample',
      'https://x.com/noor-specimen-hallway-sample',
      'https://example.com/noor-specimen',
    ],
  })
})

test('a view of a list is not for search engines, the list is', { tag: '@once' }, async ({ page, site }) => {
  for (const [path, robots] of [
    ['/conferences', []],
    ['/conferences?search=rust', ['noindex']],
    ['/speakers?view=list', ['noindex']],
    [`${conferencePath('Northern Query Days')}?tab=attendees`, ['noindex']],
  ] as const) {
    await page.goto(path)
    expect(await metas(page, '[name=robots]')).toEqual(robots)
    const canonical = page.locator('head link[rel=canonical]')
    await expect(canonical).toHaveAttribute('href', `${site.url}${path.split('?')[0]}`)
  }
})

test('every other form of a page that its head names is there', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const bergen = conferencePath('Northern Query Days')
  const ends = new Map<string, string[]>()
  for (const path of [...pages.map((page) => page.path), `${bergen}/talks/1`]) {
    await page.goto(path)
    const links = await page
      .locator('head link[rel=alternate]')
      .evaluateAll((all) => (all as HTMLLinkElement[]).map(({ href, type }) => ({ href, type })))
    ends.set(
      path,
      links.map(({ href }) => href.slice(href.lastIndexOf('/') + 1)),
    )
    for (const { href, type } of links) {
      const answer = await request.get(href)
      expect([href, answer.status(), answer.headers()['content-type']]).toEqual([
        href,
        200,
        expect.stringContaining(type),
      ])
    }
  }
  const feeds = ['feed.atom', 'feed.json', 'feed.ics']
  expect(ends.get('/conferences')).toEqual(feeds)
  expect(ends.get(bergen)).toEqual([...feeds, 'schedule.ics', 'schedule.xml', 'schedule.json'])
  expect(ends.get(`${bergen}/talks/1`)).toEqual(['1.ics'])
})

test('the sitemap names every listed page that is one alone', { tag: '@once' }, async ({ request, site }) => {
  const text = await (await request.get('/sitemap/pages.xml')).text()
  const listed = [...text.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, loc]) => loc!.slice(site.url.length))
  const single = pages.filter(({ isSingle }) => isSingle).map(({ path }) => path)
  expect(listed.filter((path) => !path.startsWith('/places/')).toSorted()).toEqual(single.toSorted())
  expect(listed).not.toContain('/auth')
})
