// Covers: events, speakers, programme
import { connect } from 'node:net'
import { admin_actions } from '#features/administration/admin-actions.tables.ts'
import { event_import_skips, event_imports } from '#features/events/events.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import type { Store } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'
import { attendMany } from '#tests/support/factories/attendance.ts'
import { makeBreaks } from '#tests/support/factories/breaks.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePeople, makePerson } from '#tests/support/factories/people.ts'
import { saveTalks } from '#tests/support/factories/saved-talks.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeakers } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopics } from '#tests/support/factories/topics.ts'
import { makeTracks } from '#tests/support/factories/tracks.ts'
import { markup, oddQueriesOf, someOf } from '#tests/support/hostile.ts'
import { expect, type Page, test, waitForHydration } from '#tests/support/journey.ts'
import { member, signInByApi } from '#tests/support/members.ts'

const admin = { ...member('Admin'), password: 'a quiet hallway' }
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const all = markup.join(' ')
const url = "https://example.com/'onclick=window.hacked=1//"
const withoutBrackets = `" onmouseover="window.hacked=1" x='\`{{window.hacked=1}}`

/** Everything that anybody may write somewhere, in every field that is shown somewhere. */
async function hostile({ db }: Store) {
  const handle = `"onload="window.hacked=1`
  const profile = {
    bio: all,
    website: url,
    bluesky_handle: handle,
    github_handle: handle,
    mastodon_handle: `@${handle}@x"y`,
    linkedin_handle: '../../../javascript:window.hacked=1',
    twitch_handle: 'javascript:window.hacked=1',
  }
  const robin = await makePerson(db, { ...admin, name: markup[0], isAdmin: true, id: id(1), profile })
  const people = await makePeople(
    db,
    markup.map((name, index) => ({ id: id(10 + index), name, profile, email: `"x"${index}@example.com` })),
  )
  const topics = await makeTopics(
    db,
    markup.map((name) => ({ name })),
  )
  const events = await makeEvents(
    db,
    markup.map((text, index) => ({
      name: text + markup[(index + 1) % markup.length],
      slug: `hostile-${index}`,
      description: all,
      location_name: text,
      country_name: text,
      website: url,
      time_zone: 'Europe/Oslo',
      owner: index === 0 ? robin : people[index],
      tags: index === 0 ? markup : [text],
    })),
  )
  const [event] = events as [(typeof events)[0]]
  const speakers = await makeSpeakers(
    db,
    people.map((person, index) => ({
      id: id(50 + index),
      name: `${index} ${withoutBrackets}`,
      bio: withoutBrackets,
      location_name: withoutBrackets,
      country_name: markup[index],
      image_url: null,
      user_id: index % 2 ? person.id : null,
      links: [
        { platform: 'website' as const, handle: url },
        { platform: 'github' as const, handle },
        { platform: 'twitter' as const, handle: 'javascript:window.hacked=1' },
      ],
    })),
  )
  const tracks = await makeTracks(
    db,
    markup.map((name) => ({ event, name, description: all })),
  )
  const talks = await makeTalks(
    db,
    tracks.map((track, index) => ({
      id: id(30 + index),
      event,
      track,
      title: markup[index]!,
      description: all,
      location: markup[index]!,
      start_time: '10:00',
      slides_url: url,
      video_url: url,
      speakers,
      topics,
      created_by: robin.id,
    })),
  )
  await makeBreaks(
    db,
    tracks.map((track, index) => ({ event, track, title: markup[index]!, description: all })),
  )
  await attendMany(
    db,
    [robin, ...people].map((person) => ({ person, event })),
  )
  await saveTalks(
    db,
    talks.map((talk) => ({ person: robin, talk })),
  )
  for (const [index, person] of people.entries()) {
    await claimEvent(db, person, event, { reason: all.slice(0, limits.claimReason) })
    if (index % 2 === 0) await claimSpeaker(db, person, speakers[index]!)
  }
  await db.insert(notifications).values(
    markup.map((message, index) => ({
      user_id: robin.id,
      kind: 'event_changed' as const,
      message,
      // What a browser could take for another site, were it not made into a path of ours.
      path: ['/conferences/hostile-0', '//evil.example', '/\\evil.example', '/%0ajavascript:window.hacked=1'][
        index % 4
      ]!,
    })),
  )
  await db.insert(event_imports).values({ id: id(2), file_name: all.slice(0, 255), created_by: robin.id })
  await db
    .insert(event_import_skips)
    .values(markup.map((reason, line) => ({ import_id: id(2), line, reason })))
  await db.insert(admin_actions).values(
    markup.map((subject) => ({
      admin_id: robin.id,
      action: 'event_edited' as const,
      subject,
      path: '/conferences/hostile-0',
      before: { [subject]: subject, description: all },
      after: { [subject]: all },
    })),
  )
}

test.use({ siteOptions: { sample: false, prepare: hostile } })

const encoded = (text: string) => encodeURIComponent(text)
const visibleTexts = [
  '/',
  '/conferences',
  `/conferences?view=list&search=${encoded(markup[0]!)}&topics=${encoded(markup[0]!)}`,
  '/conferences?browse=topics',
  '/conferences/hostile-0',
  `/conferences/hostile-0?track=${encoded(markup[2]!)}`,
  '/conferences/hostile-0?tab=attendees',
  `/conferences/hostile-0?find=${encoded(markup[2]!.slice(0, 20))}`,
  `/conferences/hostile-0?open=${id(30)}&speaker=${id(50)}`,
  `/conferences/hostile-0?talk=${id(30)}`,
  '/speakers',
  '/speakers?view=list',
  `/speakers?topics=${encoded(markup[1]!)}`,
  `/speakers?search=${encoded(withoutBrackets)}`,
  `/speakers/${id(50)}`,
  '/topics',
  ...[0, 2, 6].flatMap((index) => [
    `/topics/${encoded(markup[index]!)}`,
    `/cities/${encoded(markup[index]!)}`,
    `/countries/${encoded(markup[index]!)}`,
  ]),
  `/cities/${encoded(`${markup[0]} nowhere`)}`,
  `/u/${id(1)}`,
  `/u/${id(1)}?tab=talks`,
  `/u/${id(12)}`,
]
const shownToAdmin = [
  ...['/', '/conferences/hostile-0', '/conferences/hostile-0?tab=schedule', `/speakers/${id(50)}`],
  ...['/dashboard', '/notifications', '/profile/edit', '/account/settings', '/conferences/hostile-0/edit'],
  `/conferences/hostile-0/edit?talk=${id(30)}`,
  `/conferences/hostile-0/edit?duplicate=${id(30)}`,
  ...['/admin', '/admin/events', `/admin/events?import=${id(2)}`, '/admin/claims', '/admin/speaker-claims'],
  ...['/admin/topics', '/admin/users', '/admin/invitations'],
]

/** What is wrong on the page as it stands: something ran, something came to be an element, or something leads elsewhere. */
async function wrongOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = []
    if ('hacked' in window) wrong.push('a script ran')
    for (const element of document.querySelectorAll(
      '.hostile, iframe:not([src^="/embed/conferences/"]), object, embed, base, math',
    ))
      wrong.push(`an element came to be: ${element.outerHTML.slice(0, 100)}`)
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) wrong.push(`${element.tagName} has ${name}`)
        if (!/^(href|src|action|formaction|poster|data|xlink:href)$/.test(name)) continue
        const { protocol, host } = new URL(value, location.href)
        const isOurs = host === location.host || host === 'example.com' || element.tagName === 'LINK'
        // The ways into a calendar, and into a mail without a receiver.
        if (value.startsWith(`webcal://${location.host}/`) || /^mailto:\?[\w%.!~*'()&=+-]*$/.test(value))
          continue
        const isExpected =
          /^(calendar\.google\.com|outlook\.live\.com|bsky\.app|github\.com|creativecommons\.org|twitter\.com|x\.com|www\.linkedin\.com|www\.twitch\.tv|twitch\.tv)$/
        if (!/^https?:$/.test(protocol) || !(isOurs || isExpected.test(host)))
          wrong.push(`${element.tagName} ${name}=${value.slice(0, 100)}`)
      }
    }
    return wrong
  })
}

/** Visits each page, moves over what is there, and gathers what is wrong. */
async function wrongOnPages(page: Page, paths: string[]): Promise<string[]> {
  const wrong: string[] = []
  page.on('dialog', (dialog) => {
    wrong.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const path of paths) {
    const answer = await page.goto(path)
    if (answer?.status() !== (path.includes('nowhere') ? 404 : 200))
      wrong.push(`${path}: ${answer?.status()}`)
    // As it was sent, and as the page's script has made it.
    wrong.push(...(await wrongOn(page)).map((fault) => `${path}: ${fault}`))
    await waitForHydration(page)
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('main *'))
        for (const type of ['mouseover', 'mouseenter', 'error', 'load', 'toggle'])
          element.dispatchEvent(new Event(type))
    })
    wrong.push(...(await wrongOn(page)).map((fault) => `${path}, taken over: ${fault}`))
    // A form is filled a moment after its page was taken over.
    const isShown = await page
      .waitForFunction(
        () => {
          const typed = [...document.querySelectorAll('input')].map(({ value }) => value)
          return [document.body.textContent, ...typed].join().includes('hacked')
        },
        undefined,
        { timeout: path === '/account/settings' ? 1 : 5000 },
      )
      .then(
        () => true,
        () => false,
      )
    if (!isShown && path !== '/account/settings') wrong.push(`${path}: nothing hostile is shown here`)
  }
  return wrong
}

test('what would be wrong is seen', { tag: '@once' }, async ({ page }) => {
  await page.setContent('<b class=hostile></b><a href="javascript:1">x</a><img src="data:,x" onload="1">')
  await page.evaluate(() => Object.assign(window, { hacked: 1 }))
  expect(await wrongOn(page)).toEqual([
    'a script ran',
    'an element came to be: <b class="hostile"></b>',
    'A href=javascript:1',
    'IMG src=data:,x',
    'IMG has onload',
  ])
})

test('hostile text is text, wherever a visitor finds it', { tag: '@once' }, async ({ page }) => {
  expect(await wrongOnPages(page, visibleTexts)).toEqual([])
})

test('hostile text is text for an admin, who sees it all', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  await signInByApi(page.request, admin)
  expect(await wrongOnPages(page, shownToAdmin)).toEqual([])
})

/** Each page with the parameters that it knows. */
const parameters: Record<string, string[]> = {
  '/': [],
  '/conferences': ['search', 'year', 'topics', 'view', 'browse', 'later', 'earlier'],
  '/conferences/hostile-0': ['tab', 'day', 'track', 'talk', 'speaker', 'find', 'after', 'invite', 'claim'],
  '/conferences/hostile-0/edit': ['talk', 'duplicate'],
  '/conferences/new': ['created', 'previous', 'sync', 'all'],
  '/speakers': ['search', 'topics', 'view', 'browse', 'after'],
  '/speakers/new': [],
  [`/speakers/${id(50)}`]: ['claim'],
  '/topics': ['search'],
  '/topics/Go': ['after'],
  '/cities/Bergen': ['after'],
  '/countries/Norway': ['after'],
  [`/u/${id(1)}`]: ['tab'],
  '/auth': ['tab', 'next', 'error', 'confirmed'],
  '/auth/confirm': ['token'],
  '/auth/reset': ['token'],
  ...Object.fromEntries(['/about', '/privacy', '/terms', '/guides', '/developers'].map((path) => [path, []])),
  '/dashboard': ['after'],
  '/notifications': ['after'],
  '/invitations': ['after'],
  '/profile/edit': [],
  '/account/settings': ['delete'],
  '/admin': ['after'],
  '/admin/events': ['search', 'sort', 'page', 'import', 'delete'],
  '/admin/events/hidden': ['after'],
  '/admin/claims': ['processed'],
  '/admin/speaker-claims': ['processed'],
  '/admin/topics': ['search', 'page', 'edit'],
  '/admin/users': ['search', 'page', 'suspended'],
  '/admin/mail': ['after'],
  '/admin/invitations': ['after'],
}
const cursors = [
  id(1),
  `0000-01-01_${id(1)}`,
  `0000-01-01 00:00:00+00_${id(1)}`,
  `9_${id(1)}`,
  '0',
  '-1',
  '1e9',
  '%00',
]

test('no query string and no path brings a page down', { tag: '@once' }, async ({ page, site }) => {
  await signInByApi(page.request, admin)
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const down: string[] = []
  let turn = 0
  const paths = Object.entries(parameters).flatMap(([path, names]) =>
    (names.length > 0 ? names : ['x']).flatMap((name) =>
      someOf([...oddQueriesOf(name), ...cursors.map((cursor) => `${name}=${cursor}`)], ++turn, 48).map(
        (query) => `${path}?${query}`,
      ),
    ),
  )
  const odd = [
    '%',
    '%zz',
    '%00',
    '%ff',
    '%e0%a4%a',
    '%2e%2e%2f',
    '__proto__',
    'constructor',
    'x'.repeat(3000),
    '%ed%a0%80',
  ]
  for (const base of [
    '',
    '/conferences',
    '/speakers',
    '/topics',
    '/cities',
    '/countries',
    '/u',
    '/guides',
    '/admin',
  ])
    paths.push(...odd.map((segment) => `${base}/${segment}`))
  for (const path of paths) {
    for (const who of ['', cookie]) {
      // Visitors are asked to sign in there.
      if (!who && /^\/(admin|dashboard|notifications|invitations|profile|account)/.test(path)) continue
      const answer = await fetch(site.url + path, { headers: { cookie: who }, redirect: 'manual' })
      await answer.arrayBuffer()
      if (answer.status >= 500) down.push(`${who && 'admin '}${path.slice(0, 200)}: ${answer.status}`)
    }
  }
  expect(down).toEqual([])
})

test('odd query strings break no page in the browser', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  const odd = [
    'utm_source=newsletter',
    'search=1&search=2&topics[]=1&tab=x&after=x',
    '__proto__[hacked]=1&__proto__=1&constructor[prototype][hacked]=1&toString=1&hasOwnProperty=1',
    'search=%25&find=%25%25&track=%00&topics=%ff',
    `search=${'x'.repeat(4000)}&${Array.from({ length: 200 }, (_, index) => `topics=${index}`).join('&')}`,
  ]
  const wrong: string[] = []
  for (const path of ['/conferences', '/conferences/hostile-0', '/speakers', '/auth', '/topics'])
    for (const query of odd) {
      const answer = await page.goto(`${path}?${query}`)
      await waitForHydration(page)
      const mark = await page.evaluate(() => ('hacked' in window ? 'hacked' : ''))
      if ((answer?.status() ?? 500) >= 500 || mark)
        wrong.push(`${path}?${query.slice(0, 60)}: ${answer?.status()} ${mark}`)
    }
  expect(wrong).toEqual([])
})

/** Sends bytes as they are and returns the statuses of what comes back until the connection ends, or for a second. */
function sent(port: number, bytes: string): Promise<number[]> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('error', () => {})
    socket.on('close', () =>
      resolve([...heard.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))),
    )
  })
}

test('a body that lies about its length is refused or awaited, and the site goes on', {
  tag: '@once',
}, async ({ site }) => {
  const { port, host } = new URL(site.url)
  const post = (headers: string, body: string, path = '/api/rpc/events/list') =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
  const body = '{"json":{}}'
  const multipart = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 500'
  const answers = await Promise.all(
    [
      post('Content-Length: 11', body),
      // Longer than what comes: the rest is awaited.
      post('Content-Length: 500', body),
      post('Content-Length: 1048577', body),
      post('Content-Length: 99999999999999999999', body),
      // Shorter: what is left over is no request.
      post('Content-Length: 4', body),
      post('Content-Length: -1', body),
      post('Content-Length: x', body),
      post('Content-Length: 11\r\nContent-Length: 12', body),
      post('Content-Length: 11\r\nTransfer-Encoding: chunked', body),
      post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
      post('Transfer-Encoding: chunked', `b\r\n${body}\r\n0\r\n\r\n`),
      post('Transfer-Encoding: chunked', `110000\r\n${' '.repeat(0x110000)}\r\n0\r\n\r\n`),
      post(
        multipart,
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na',
        '/api/v1/imports',
      ),
      'GET /\u0000 HTTP/1.1\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: ${host}\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`,
      `GET /%ff%fe HTTP/1.1\r\nHost: <script>\r\nConnection: close\r\n\r\n`,
      `GET http://evil.example/conferences HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ].map((bytes) => sent(Number(port), bytes)),
  )
  expect(answers[0]).toEqual([200])
  expect(answers.flat().filter((status) => status >= 500)).toEqual([])
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
})
