import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesWithout } from '#tests/support/app-routes.ts'
import { otherPaths, pagePaths } from '#tests/support/page-paths.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'
import { leaksTo, makeSecretWorld, type Reader, type SecretWorld } from '#tests/support/secret-world.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// What one person was sent is never sent to the next: every page as each kind of person, and then as a visitor.

let site: RunningSite
let world: SecretWorld
const cookies = {} as Record<Reader, string>

beforeAll(async () => {
  site = await startSite({
    sample: false,
    prepare: async ({ db }) => {
      world = await makeSecretWorld(db)
    },
  })
  for (const [reader, { email }] of Object.entries(world.people) as [Reader, { email: string }][]) {
    const answer = await fetch(`${site.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify({ email, password }),
    })
    expect(answer.status).toBe(200)
    cookies[reader] = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }
})
afterAll(() => site.stop())

/** Every page and file of the site, filled with what is there, and the states of pages that show more. */
const paths = () => {
  const { event, unowned, topic, speaker, talk, people } = world
  const conference = `/conferences/${event.slug}`
  const feeds = (path: string) => ['ics', 'atom', 'json'].map((ending) => `${path}/feed.${ending}`)
  const pages = Object.values(people).flatMap(({ id }) =>
    pagePaths({
      slug: event.slug,
      number: talk.number,
      id: speaker.id,
      personId: id,
      topicName: topic.name,
      locationName: 'Bergen',
      countryName: 'Norway',
    }).map(({ path }) => path),
  )
  const states = [
    '/conferences?view=list&search=event',
    `${conference}?tab=attendees`,
    `${conference}?tab=schedule`,
    `${conference}?invite=people`,
    `/conferences/${unowned.slug}`,
    ...Object.values(people).map(({ id }) => `/u/${id}?tab=talks`),
    '/cfp?tab=other',
    '/admin/claims?processed=shown',
    '/admin/speaker-claims?processed=shown',
    '/admin/reports?status=settled',
    `/report?path=${conference}`,
    '/nothing/here',
  ]
  const files = [
    ...feeds('/conferences'),
    ...feeds(conference),
    ...feeds(`/series/${event.slug}`),
    ...feeds(`/speakers/${speaker.id}`),
    ...feeds(`/topics/${topic.name}`),
    ...feeds('/cities/Bergen'),
    ...feeds('/countries/Norway'),
    ...feeds('/online'),
    ...feeds('/cfp'),
    '/coverage/feed.atom',
    `${conference}/talks/${talk.number}.ics`,
    ...['ics', 'xml', 'json', 'csv'].map((ending) => `${conference}/schedule.${ending}`),
    `${conference}/programme.ics`,
    `${conference}/thumb.svg`,
    `${conference}/qr.svg`,
    `${conference}/print`,
    `${conference}/offline.json`,
    `/embed${conference}`,
    // Leads to the image that is named by its words.
    `/og/conferences/${event.id}-0.png`,
    `/og/talks/${talk.number}-0.png`,
    `/og/speakers/${speaker.id}-0.png`,
    `/og/topics/${topic.name}-0.png`,
    '/admin/export/conferences.csv',
    '/admin/export/conferences.json',
    ...otherPaths,
  ]
  return { pages: [...new Set(pages), ...states], files }
}

test('every path that answers is asked', () => {
  // An account's export has all that the person wrote, and a test of its own: account-export.db.test.ts.
  const { pages, files } = paths()
  expect(routesWithout([...pages, ...files])).toEqual(['/account/export'])
})

async function visit(reader: Reader | null, path: string) {
  const headers: Record<string, string> = reader ? { cookie: cookies[reader] } : {}
  const answer = await fetch(site.url + path, { headers, redirect: 'manual' })
  const sent = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  const text = `${JSON.stringify(sent)}\n${await answer.text()}`
  return { status: answer.status, headers: answer.headers, text }
}

test.each(['member', 'other', 'owner', 'admin'] as const)(
  'no page tells %s a secret of somebody else, nor the visitor who comes next any',
  async (reader) => {
    const { pages, files } = paths()
    for (const path of [...pages, ...files]) {
      // An address that nobody has asked for yet, so that it would be kept from this person's answer.
      const uncachedPath = `${path}${path.includes('?') ? '&' : '?'}after=${reader}`
      const ownPage = await visit(reader, path)
      expect([path, leaksTo(reader, ownPage.text, world)]).toEqual([path, []])
      if (ownPage.status === 200 && pages.includes(path))
        expect([path, ownPage.headers.get('cache-control')]).toEqual([path, 'private, no-cache'])
      // Feeds, images and what other sites frame are the same for everybody.
      if (files.includes(path) && !path.startsWith('/admin/'))
        expect([path, ownPage.text]).toEqual([path, (await visit(null, path)).text])
      for (const address of [path, uncachedPath]) {
        const { text } = await visit(null, address)
        expect([address, leaksTo(null, text, world)]).toEqual([address, []])
        expect([address, text.includes(world.people[reader].name)]).toEqual([
          address,
          pages.includes(path) && isNamedOn(path, reader),
        ])
      }
    }
  },
)

/** Whether everybody may read this person's name there: on their profile, and on the page of the conference they own. */
const isNamedOn = (address: string, reader: Reader) =>
  address.startsWith(`/u/${world.people[reader].id}`) ||
  (reader === 'owner' &&
    address.startsWith(`/conferences/${world.event.slug}`) &&
    !/\/(?:edit|calls|history)\b/.test(address))

test('the world holds its secrets: an administrator and each person see their own', async () => {
  const admin = await visit('admin', '/admin/claims?processed=shown')
  expect(leaksTo(null, admin.text, world)).toContain('a claim’s reason')
  const ownPage = await visit('member', '/invitations')
  expect(leaksTo(null, ownPage.text, world)).toContain('an invitation code of member')
})
