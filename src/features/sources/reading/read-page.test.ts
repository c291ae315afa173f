import { expect, test } from 'vitest'
import { readPage } from './read-page.server.ts'

const url = 'https://exampleconf.example/'
const today = '2026-11-24'
const page = (head: string, body = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

const event = {
  '@type': 'BusinessEvent',
  name: 'ExampleConf 2027',
  startDate: '2027-06-03',
  endDate: '2027-06-05',
  description: 'All about examples.',
  location: {
    '@type': 'Place',
    name: 'Congress Hall',
    address: { '@type': 'PostalAddress', addressLocality: 'Oslo', addressCountry: 'NO' },
  },
}
const values = {
  name: 'ExampleConf 2027',
  start_date: '2027-06-03',
  end_date: '2027-06-05',
  location_name: 'Oslo',
  country_name: 'Norway',
  description: 'All about examples.',
  website: url,
}

test.each([
  ['alone', event],
  ['in a list', [{ '@type': 'Organization', name: 'Example' }, event]],
  ['in a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebSite', name: 'X' }, event] }],
  [
    'in an ItemList',
    { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, item: event }] },
  ],
  ['with sessions', { ...event, subEvent: [{ '@type': 'Event', name: 'A talk', startDate: '2027-06-04' }] }],
  ['of several types', { ...event, '@type': ['Thing', 'https://schema.org/Event'] }],
])('JSON-LD %s', async (_, value) => {
  const reading = await readPage(page(jsonLd(value)), url, today)
  expect(reading.values).toEqual(values)
  expect(reading.guesses).toEqual([])
})

test.each([
  ['Example Days 2027 en Mai 2027 à Toulouse', '', 'Example Days 2027', 'Toulouse'],
  ['Example Days 2027', '<p>3 Giugno 2027 - Milano e on-line</p>', 'Example Days 2027', 'Milano'],
  ['Example Days', '<p>3 June 2027</p><p>Free | Live | Online</p>', 'Example Days', 'Online'],
  ['Example Days', '<p>June 3, 2027 in the heart of Manchester. Join us</p>', 'Example Days', 'Manchester'],
  ['Example Days', '<p>Porto Alegre, Brasil</p><p>Late July</p>', 'Example Days', 'Porto Alegre'],
  ['Example Days 2027. The first of its kind', '<p>June 3, 2027</p>', 'Example Days 2027', undefined],
  [
    'Exmaple Days',
    '<h1>Example<br>Days</h1><meta property="og:site_name" content="Example Days">',
    'Example Days',
    undefined,
  ],
])('%s: name and place are guessed', async (title, body, name, location_name) => {
  const reading = await readPage(page(`<title>${title}</title>`, body), 'https://other.example/', today)
  expect([reading.values.name, reading.values.location_name]).toEqual([name, location_name])
  expect(reading.guesses).toEqual(
    expect.arrayContaining(location_name ? ['name', 'location_name'] : ['name']),
  )
})

test('moments are days of the place, and a place may be one text', async () => {
  const reading = async (part: object) =>
    (await readPage(page(jsonLd({ '@type': 'Event', name: 'ExampleConf', ...part })), url, today)).values
  const berlin = { location: 'Alexanderplatz 1, 10178 Berlin, Germany' }
  expect(
    await reading({ ...berlin, startDate: '2027-06-02T22:00:00Z', endDate: '2027-06-05T21:59:59Z' }),
  ).toMatchObject({
    start_date: '2027-06-03',
    end_date: '2027-06-05',
    location_name: 'Berlin',
    country_name: 'Germany',
  })
  expect(await reading({ startDate: '2027-06-03T00:30:00+02:00' })).toMatchObject({
    start_date: '2027-06-03',
    end_date: '2027-06-03',
  })
  expect(
    await reading({
      startDate: 'June 3, 2027',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url },
    }),
  ).toMatchObject({ start_date: '2027-06-03', location_name: 'Online', country_name: 'Online' })
  expect(
    await reading({
      startDate: '2027-06-03',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: { '@type': 'Place', address: { addressLocality: 'Rosengarten (Mannheim)' } },
    }),
  ).toMatchObject({ location_name: 'Mannheim', country_name: 'Germany', format: 'hybrid' })
})

test('microdata', async () => {
  const body = `<div itemscope itemtype="https://schema.org/Event"><h1 itemprop="name">ExampleConf 2027</h1>
    <time itemprop="startDate" datetime="2027-06-03">June 3</time><meta itemprop="endDate" content="2027-06-05">
    <div itemprop="location" itemscope itemtype="https://schema.org/Place"><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">
    <span itemprop="addressLocality">Oslo</span>, <span itemprop="addressCountry">Norway</span></div></div>
    <p itemprop="description">All about examples.</p></div>`
  const reading = await readPage(page('', body), url, today)
  expect(reading.values).toEqual(values)
  expect(reading.guesses).toEqual([])
})

test('text, title and Open Graph are guesses', async () => {
  const html = page(
    '<title>Home | ExampleConf 2027</title><meta property="og:image" content="/card.png"><meta name="description" content="The conference on examples">',
    `<h1>ExampleConf</h1><p>Call for papers closes January 10, 2027</p><p>June 3–5, 2027 · Oslo, Norway</p>
    <a href="/conduct">Code of Conduct</a><a href="https://cfp.example/x">Call for Papers</a>`,
  )
  const reading = await readPage(html, url, today)
  expect(reading.values).toEqual({
    ...values,
    description: 'The conference on examples',
    code_of_conduct_url: 'https://exampleconf.example/conduct',
    logo_url: 'https://exampleconf.example/card.png',
    cfp_url: 'https://cfp.example/x',
  })
  expect(reading.guesses).toEqual(Object.keys(reading.values).filter((name) => name !== 'website'))
})

test.each([
  ['online, Mannheim', 'Mannheim', 'hybrid'],
  ['Online & Mannheim', 'Mannheim', 'hybrid'],
  ['Mannheim and online', 'Mannheim', 'hybrid'],
  ['Mannheim, Germany. Tickets are sold online', 'Mannheim', undefined],
  ['Online', 'Online', undefined],
])('"%s" is in %s', async (place, location_name, format) => {
  const { values } = await readPage(page('<title>C</title>', `June 3, 2027 | ${place}`), url, today)
  expect(values).toMatchObject({ location_name, start_date: '2027-06-03' })
  expect(values.format).toBe(format)
})

test('a title of any length, without a date that can be read, is a beginning of the form', async () => {
  const title = `An evening about examples ${'and examples '.repeat(10)}`
  const { values, guesses } = await readPage(page(`<title>${title}</title>`), url, today)
  expect(values.name).toMatch(/^An evening about examples and/)
  expect(guesses).toContain('name')
})

test('structured data of a past edition, and one of several events, are guesses', async () => {
  const past = await readPage(
    page(jsonLd({ ...event, startDate: '2024-06-03', endDate: '2024-06-05' })),
    url,
    today,
  )
  expect(past.guesses).toContain('start_date')
  const several = await readPage(
    page(
      jsonLd([
        { ...event, name: 'One' },
        { ...event, name: 'Two' },
      ]),
    ),
    url,
    today,
  )
  expect(several.guesses).toEqual(expect.arrayContaining(['name', 'start_date', 'location_name']))
})

test('the calendar and the programme that a page links', async () => {
  const html = page(
    '<title>ExampleConf 2027</title>',
    '<script src="https://sessionize.com/api/v2/abc123/view/GridSmart"></script><a href="webcal://exampleconf.example/all.ics">Calendar</a>',
  )
  expect(await readPage(html, url, today)).toMatchObject({
    programme: 'https://sessionize.com/api/v2/abc123/view/All',
    calendar: 'https://exampleconf.example/all.ics',
  })
})

const nothing = 'Nothing about a conference was found at this address. Please fill in the form'

test.each([
  ['an empty page', ''],
  ['blanks', page('', ' ')],
  ['broken JSON-LD', '<script type="application/ld+json">{"@type": "Event", </script>'],
  ['JSON-LD of nothing', page(jsonLd([null, 1, 'x', {}, { '@type': 'Event' }]))],
])('%s says so', async (_, html) => {
  await expect(readPage(html, url, today)).rejects.toThrow(nothing)
})

test.each([
  [
    'prototype keys',
    jsonLd(
      JSON.parse(
        '{"@type":"Event","name":"E","__proto__":{"startDate":"2027-01-01"},"constructor":{"name":1}}',
      ),
    ),
  ],
  ['the year 9999', jsonLd({ '@type': 'Event', name: 'E', startDate: '9999-01-01' })],
  [
    'nested 50,000 deep',
    `<script type="application/ld+json">${'['.repeat(50_000)}${']'.repeat(50_000)}</script><title>E conf</title>`,
  ],
  ['50,000 open elements', `<title>E conf</title>${'<div itemscope>'.repeat(50_000)}`],
  ['100,000 events', jsonLd(Array(100_000).fill({ '@type': 'Event', name: 'E' }))],
  ['an endless tag', `<title>E conf</title><a href="${'x'.repeat(500_000)}`],
  ['a long line of letters', `<title>E conf</title>${'Ab, '.repeat(200_000)}`],
  [
    'markup in a name',
    jsonLd({ '@type': 'Event', name: '<img src=x onerror=alert(1)>', startDate: '2027-01-01' }),
  ],
  ['a script as its picture', jsonLd({ '@type': 'Event', name: 'Event', image: 'javascript:alert(1)' })],
  [
    'wrong types',
    jsonLd({
      '@type': 'Event',
      name: { '@value': 'E' },
      startDate: 20270101,
      location: [null, 5, {}],
      image: [],
    }),
  ],
])('%s is read within a second, without a wrong day or address', async (_, html) => {
  const start = performance.now()
  const { values } = await readPage(html, url, today).catch((error) => ({
    values: { name: String(error.message) } as never,
  }))
  expect(performance.now() - start).toBeLessThan(1500)
  expect(values).not.toHaveProperty('start_date', '9999-01-01')
  expect(JSON.stringify(values)).not.toContain('javascript:')
})
