import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { follows } from '#features/follows/follows.tables.ts'
import type { AttendanceVisibility } from '#features/people/attendance-visibility.ts'
import { routesWithout } from '#tests/support/app-routes.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { otherPaths, pagePaths } from '#tests/support/page-paths.ts'
import { outcome, password, procedureMethods } from '#tests/support/people-of-all-kinds.ts'
import { inputs, makeThings, type Things } from '#tests/support/procedure-inputs.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// Who sees that somebody attends: every page, file and read of the API, as seven kinds of people, for each visibility. An
// answer names an attendance if it has both the person and the conference. What a person shares by a link of their own
// (/plans/…) is not in this table.

const viewers = ['visitor', 'member', 'attendee', 'follower', 'owner', 'admin', 'person'] as const
type Viewer = (typeof viewers)[number]
const visibilities: AttendanceVisibility[] = ['public', 'members', 'unlisted']

const maySee = (viewer: Viewer, visibility: AttendanceVisibility) =>
  visibility === 'public' || (visibility === 'members' && viewer !== 'visitor')

const mark = () => `zq${randomUUID().replaceAll('-', '').slice(0, 14)}`
const surname = 'Quibble'

let site: RunningSite
let things: Things
const people = {} as Record<Exclude<Viewer, 'visitor' | 'person'>, Person>
const subjects = {} as Record<AttendanceVisibility, Person>
/** Attends nothing. */
let bystander: Person
const events: { id: string; slug: string; name: string }[] = []
const cookies = new Map<string, string>()

async function signIn({ email }: { email: string }) {
  const answer = await fetch(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({ email, password }),
  })
  const setCookies = answer.headers.getSetCookie()
  return setCookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

beforeAll(async () => {
  site = await startSite({
    sample: false,
    prepare: async ({ db }) => {
      for (const name of ['member', 'attendee', 'follower', 'owner', 'admin'] as const)
        people[name] = await makePerson(db, { password, isAdmin: name === 'admin' })
      things = await makeThings(db, people.owner)
      for (const start_date of ['2099-03-01', '2019-03-01'])
        events.push(await makeEvent(db, { owner: people.owner, name: `Event ${mark()}`, start_date }))
      await makeSeries(db, events, { slug: events[0]!.slug })
      for (const visibility of visibilities) {
        // By a choice for the event, and by the person's default.
        const profile = { attendance_visibility: visibility }
        const subject = await makePerson(db, { name: `${mark()} ${surname}`, password, profile })
        subjects[visibility] = subject
        await attend(db, subject, events[0]!)
        await attend(db, subject, events[1]!, { visibility })
        await db.insert(follows).values({ user_id: people.follower.id, person_id: subject.id })
      }
      bystander = await makePerson(db, { name: `Bystander ${surname}` })
      for (const event of events) await attend(db, people.attendee, event)
    },
  })
  for (const [name, person] of Object.entries(people)) cookies.set(name, await signIn(person))
  for (const [visibility, person] of Object.entries(subjects)) cookies.set(visibility, await signIn(person))
})
afterAll(() => site.stop())

const cookieOf = (viewer: Viewer, visibility: AttendanceVisibility) =>
  cookies.get(viewer === 'person' ? visibility : viewer) ?? ''

/** Every page and file about the conferences and the person. */
function paths({ id: personId }: { id: string }) {
  const [event, past] = events.map(({ slug }) => `/conferences/${slug}`)
  const feeds = (path: string) => ['ics', 'atom', 'json'].map((ending) => `${path}/feed.${ending}`)
  const pages = pagePaths({
    slug: events[0]!.slug,
    number: things.talk.number,
    id: things.speaker.id,
    personId,
    topicName: things.topic.name,
    locationName: 'Bergen',
    countryName: 'Norway',
  })
  return [
    ...new Set(pages.map(({ path }) => path)),
    `${event}?tab=attendees`,
    `${event}?tab=attendees&name=${surname}`,
    `${event}?tab=schedule`,
    `${event}?invite=people`,
    `${past}?tab=attendees`,
    `/u/${personId}?tab=attended`,
    `/u/${personId}?tab=events`,
    `/conferences?search=${surname}`,
    `/admin/users?search=${surname}`,
    `/api/v1/events/${events[0]!.id}/attendees`,
    `/api/v1/events/${events[1]!.id}/attendees?search=${surname}`,
    `/api/v1/people/${personId}/attended`,
    ...['/conferences', event!, `/speakers/${things.speaker.id}`, `/topics/${things.topic.name}`].flatMap(
      feeds,
    ),
    ...[`/series/${events[0]!.slug}`, '/cities/Bergen', '/countries/Norway', '/online'].flatMap(feeds),
    '/coverage/feed.atom',
    '/cfp/feed.atom',
    ...['ics', 'xml', 'json', 'csv'].map((ending) => `${event}/schedule.${ending}`),
    `${event}/programme.ics`,
    `${event}/thumb.svg`,
    `/conferences/${things.event.slug}/talks/${things.talk.number}.ics`,
    ...[`${event}/qr.svg`, `${event}/print`, `${event}/offline.json`, `/embed${event}`],
    `/og/conferences/${events[0]!.id}-0.png`,
    `/og/talks/${things.talk.number}-0.png`,
    `/og/speakers/${things.speaker.id}-0.png`,
    `/og/topics/${things.topic.name}-0.png`,
    '/admin/export/conferences.csv',
    '/admin/export/conferences.json',
    ...otherPaths,
  ]
}

test('every path that answers is asked', () => {
  expect(routesWithout(paths(subjects.public))).toEqual(['/account/export'])
})

/**
 * Whether an answer names a person together with one of the conferences that they attend, of which the question may have
 * named one. A list of all people, such as administrators have, names the one who attends nothing as well.
 */
function namesAttendance(
  question: string,
  answer: string,
  { id, name }: { id: string; name: string },
): boolean {
  const isOfPerson = (text: string) => text.includes(id) || text.includes(name.split(' ')[0]!)
  const isOfEvent = (text: string) =>
    events.some((event) => [event.id, event.slug, event.name].some((value) => text.includes(value)))
  const isTold =
    (isOfPerson(answer) && isOfEvent(question + answer)) || (isOfEvent(answer) && isOfPerson(question))
  return isTold && !answer.includes(bystander.id)
}

async function readPath(path: string, cookie: string): Promise<string> {
  const answer = await fetch(site.url + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
  return `${answer.headers.get('location') ?? ''}\n${await answer.text()}`
}

async function callProcedure(name: string, cookie: string, input: unknown): Promise<string> {
  let text = ''
  const api = async (path: string, init?: RequestInit) => {
    const answer = await fetch(site.url + path, { ...init, headers: { ...init?.headers, origin: site.url } })
    text = await answer.clone().text()
    return answer
  }
  await outcome(api, cookie, name, input)
  return text
}

/** What shows the attendance to everybody who may see it. */
const lists = ({ id }: { id: string }, viewer: Viewer) => [
  // The pages of a person have their own name in the header.
  ...(viewer === 'person' ? [] : events.map(({ slug }) => `/conferences/${slug}?tab=attendees`)),
  ...events.map((event) => `/api/v1/events/${event.id}/attendees`),
  `/u/${id}`,
  `/api/v1/people/${id}/attended`,
]

test.each(visibilities.flatMap((visibility) => viewers.map((viewer) => [visibility, viewer] as const)))(
  '%s: what %s sees',
  { timeout: 600_000 },
  async (visibility, viewer) => {
    const subject = subjects[visibility]
    const cookie = cookieOf(viewer, visibility)
    for (const path of lists(subject, viewer))
      expect([path, namesAttendance(path, await readPath(path, cookie), subject)]).toEqual([
        path,
        maySee(viewer, visibility),
      ])
    // The person's own pages may say so; what everybody may see is no leak.
    if (maySee(viewer, visibility) || viewer === 'person') return
    const leaks: string[] = []
    for (const path of paths(subject))
      if (namesAttendance(path, await readPath(path, cookie), subject)) leaks.push(path)
    for (const [name] of procedureMethods().filter(([, verb]) => verb === 'GET'))
      for (const event of events) {
        const input = inputs[name]?.({
          ...things,
          event: event as Things['event'],
          claimant: subject as never,
        })
        const answer = await callProcedure(name, cookie, input)
        if (namesAttendance(JSON.stringify(input ?? ''), answer, subject)) leaks.push(name)
      }
    expect(leaks).toEqual([])
  },
)

test('a person finds their own unlisted attendance on their own pages, and in their export', async () => {
  const [cookie, { name }] = [cookies.get('unlisted')!, events[0]!]
  expect(await readPath('/dashboard', cookie)).toContain(name)
  expect(await readPath('/account/export', cookie)).toContain(name)
})

test('who goes unlisted is counted', async () => {
  expect(JSON.parse(await readPath(`/api/v1/events/${events[0]!.id}/attendees/count`, ''))).toBe(4)
})
