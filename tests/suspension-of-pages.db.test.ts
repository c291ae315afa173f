import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesWithout } from '#tests/support/app-routes.ts'
import { otherPaths, pagePaths } from '#tests/support/page-paths.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'
import { makeSuspendedWorld, mark } from '#tests/support/suspended-world.ts'

// Every page, feed, file and image of the running site, before, while and after a member is suspended.

let site: RunningSite
let world: Awaited<ReturnType<typeof makeSuspendedWorld>>
const cookies = { visitor: '', member: '', admin: '' }

beforeAll(async () => {
  site = await startSite({
    sample: false,
    prepare: async ({ db }) => {
      world = await makeSuspendedWorld(db)
    },
  })
  for (const name of ['member', 'admin'] as const) {
    const answer = await fetch(`${site.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify({ email: world.people[name].email, password }),
    })
    cookies[name] = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }
})
afterAll(() => site.stop())

/** Every page and file, filled with what is the suspended member's, and with what is not. */
const paths = () => {
  const { hidden, things, othersTalk, people } = world
  const conference = `/conferences/${hidden.event.slug}`
  const talk = `${conference}/talks/${hidden.talk.number}`
  const otherEvent = `/conferences/${things.event.slug}`
  const feeds = (path: string) => ['ics', 'atom', 'json'].map((ending) => `${path}/feed.${ending}`)
  const city = `/cities/${encodeURIComponent(`Town ${mark}`)}`
  const country = `/countries/${encodeURIComponent(`Land ${mark}`)}`
  const pages = {
    own: pagePaths({
      slug: hidden.event.slug,
      number: hidden.talk.number,
      id: hidden.speaker.id,
      personId: people.spammer.id,
      topicName: 'Shared topic',
      locationName: `Town ${mark}`,
      countryName: `Land ${mark}`,
    }),
    others: pagePaths({
      slug: things.event.slug,
      number: othersTalk.number,
      id: things.speaker.id,
      personId: people.owner.id,
      topicName: 'Shared topic',
      locationName: 'Bergen',
      countryName: 'Norway',
    }),
  }
  const othersPaths = [...new Set(pages.others.map(({ path }) => path))]
  const ownPaths = pages.own.filter(({ path }) => !othersPaths.includes(path))
  return {
    /** Pages of the member's own, which are not there. */
    own: [
      ...ownPaths.filter(({ isPublic }) => isPublic).map(({ path }) => path),
      `${conference}?tab=schedule`,
      `${conference}?tab=attendees`,
      `${talk}.ics`,
      ...feeds(conference),
      ...feeds(`/series/${hidden.event.slug}`),
      ...['ics', 'xml', 'json', 'csv'].map((ending) => `${conference}/schedule.${ending}`),
      `${conference}/programme.ics`,
      `${conference}/thumb.svg`,
      `${conference}/qr.svg`,
      `${conference}/print`,
      `${conference}/offline.json`,
      `/embed${conference}`,
      `/og/conferences/${hidden.event.id}-0.png`,
      `/og/talks/${hidden.talk.number}-0.png`,
      `/og/speakers/${hidden.speaker.id}-0.png`,
      `/speakers/${hidden.otherSpeaker.id}`,
      ...feeds(`/speakers/${hidden.speaker.id}`),
      `/u/${people.spammer.id}?tab=talks`,
    ],
    /** The same for who may edit or administrate: nobody who asks here. */
    closed: [
      ...ownPaths.filter(({ isPublic }) => !isPublic).map(({ path }) => path),
      ...feeds(city),
      ...feeds(country),
      '/admin/export/conferences.csv',
    ],
    /** Pages of others, which go on without. */
    others: [
      ...othersPaths,
      '/conferences?view=list',
      `/conferences?search=${mark.slice(0, 4)}`,
      ...feeds('/conferences'),
      ...feeds('/online'),
      ...feeds('/cfp'),
      `${otherEvent}?tab=attendees`,
      `${otherEvent}?tab=schedule`,
      `${otherEvent}/schedule.json`,
      `/embed${otherEvent}`,
      ...feeds('/topics/Shared%20topic'),
      '/coverage/feed.atom',
      ...otherPaths,
    ],
  }
}

test('every path that answers is asked', () => {
  // An account's export has the person's own notifications as they were written, and a test of its own: account-export.db.test.ts.
  expect(routesWithout(Object.values(paths()).flat())).toEqual(['/account/export'])
})

async function visit(path: string, cookie: string) {
  const answer = await fetch(site.url + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
  const text = `${answer.headers.get('location') ?? ''}\n${await answer.text()}`
  // A page repeats what it was asked for, also where there is no such thing.
  const requestedNames = path.split(/[/?.]/).filter((part) => decodeURIComponent(part).includes(mark))
  return {
    status: answer.status,
    text: requestedNames.reduce(
      (rest, part) => rest.replaceAll(part, '').replaceAll(decodeURIComponent(part), ''),
      text,
    ),
  }
}

const decide = (verb: 'suspend' | 'restore') =>
  fetch(`${site.url}/api/v1/users/${world.people.spammer.id}/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, cookie: cookies.admin },
    body: '{}',
  }).then((answer) => expect(answer.status).toBe(200))

test('all of it is gone at the next request, and back after the next', async () => {
  const { own, closed, others } = paths()
  const look = async () => {
    const results: Record<string, { status: number; hasMark: boolean }> = {}
    for (const reader of ['visitor', 'member'] as const)
      for (const path of [...own, ...closed, ...others]) {
        const { status, text } = await visit(path, cookies[reader])
        results[`${reader} ${path}`] = { status, hasMark: text.toLowerCase().includes(mark) }
      }
    return results
  }
  const before = await look()
  // Share images lead to their address, and what members alone see is a sign-in for visitors.
  for (const path of own.filter((pagePath) => !pagePath.startsWith('/og/')))
    expect([path, before[`visitor ${path}`]?.status]).toEqual([path, 200])
  expect(Object.values(before).filter(({ hasMark }) => hasMark).length).toBeGreaterThan(50)
  await decide('suspend')
  const meanwhile = await look()
  expect(Object.entries(meanwhile).filter(([, { hasMark }]) => hasMark)).toEqual([])
  for (const path of own) expect([path, meanwhile[`visitor ${path}`]?.status]).toEqual([path, 404])
  for (const path of others)
    expect([path, meanwhile[`member ${path}`]?.status]).toEqual([path, before[`member ${path}`]?.status])
  await decide('restore')
  expect(await look()).toEqual(before)
})

test('an administrator sees the names of what is hidden, marked', async () => {
  await decide('suspend')
  const { text } = await visit(`/admin/users/${world.people.spammer.id}`, cookies.admin)
  expect(text).toContain(`Conference ${mark}`)
  expect(text).toContain('Hidden')
  expect(text).not.toContain('spammer@example.com')
  expect((await visit('/admin/events/hidden', cookies.admin)).text).toContain(`Conference ${mark}`)
  expect((await visit('/admin/events/hidden', cookies.member)).text).not.toContain(mark)
  expect((await visit(`/conferences/${world.hidden.event.slug}`, cookies.admin)).status).toBe(404)
  await decide('restore')
})
