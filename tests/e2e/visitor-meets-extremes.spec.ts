// Covers: events, event-page, programme
import type { Store } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTracks } from '#tests/support/factories/tracks.ts'
import { checkAccessibility, expect, test, tooWideAt, visit } from '#tests/support/journey.ts'

/** One word as long as the field allows. */
const word = (length: number) => 'Wm'.repeat(length).slice(0, length)
const ids = {
  person: '00000000-0000-4000-8000-000000000001',
  speaker: '00000000-0000-4000-8000-000000000002',
  talk: '00000000-0000-4000-8000-000000000003',
}

const markup = '</script><img src=x onerror=alert(1)> & "quotes"'

/** Everything as long as it may be, and not a space in it. */
async function longWords({ db }: Store) {
  const place = word(limits.place)
  const topic = await makeTopic(db, { name: word(limits.topicName) })
  const owner = await makePerson(db, {
    id: ids.person,
    name: word(limits.fullName),
    profile: { bio: word(500), website: `https://example.com/${word(300)}` },
  })
  const speaker = await makeSpeaker(db, {
    id: ids.speaker,
    name: word(limits.speakerName),
    bio: word(limits.speakerBio),
    location_name: word(limits.speakerLocation),
    country_name: word(limits.speakerCountry),
    user_id: owner.id,
  })
  const event = await makeEvent(db, {
    name: word(limits.eventName),
    slug: 'long',
    description: word(3000),
    location_name: place,
    country_name: word(limits.place - 1),
    website: `https://example.com/${word(300)}`,
    owner,
    tags: [topic.name],
  })
  const tracks = await makeTracks(
    db,
    [...'abcdefg'].map((letter) => ({ event, name: letter + word(limits.trackName - 1) })),
  )
  await makeTalks(
    db,
    tracks.map((track, index) => ({
      id: index === 0 ? ids.talk : undefined,
      event,
      track,
      title: word(limits.talkTitle),
      description: word(1000),
      location: word(limits.talkLocation),
      start_time: '10:00',
      speakers: [speaker],
      topics: [topic],
    })),
  )
  await makeBreak(db, { event, title: word(200), description: word(1000) })
  await attend(db, owner, event)
  await makeEvent(db, { name: markup, slug: 'markup', description: markup })
  await makeEvents(
    db,
    [15, 16, 17, 18, 19, 20, 21, 22, 23, 24].map((year) => ({
      name: `Yearly 20${year}`,
      slug: `yearly-${year}`,
      start_date: `20${year}-05-04`,
    })),
  )
}

test.use({ siteOptions: { prepare: longWords } })

const pages = [
  '/',
  '/conferences',
  '/conferences?view=list',
  `/conferences?search=${word(200)}&topics=${word(limits.topicName)}`,
  '/conferences/long',
  '/conferences/long?find=w',
  '/conferences/long?tab=attendees',
  `/conferences/long?open=${ids.talk}&speaker=${ids.speaker}`,
  `/conferences/long?talk=${ids.talk}`,
  '/conferences/yearly-24',
  '/speakers',
  '/speakers?view=list',
  `/speakers/${ids.speaker}`,
  '/topics',
  `/topics/${word(limits.topicName)}`,
  `/cities/${word(limits.place)}`,
  `/u/${ids.person}`,
  `/u/${ids.person}?tab=talks`,
  `/cities/${word(200)}`,
]

test('the longest words break no page, from 320 to 2560 pixels', { tag: ['@once', '@nightly'] }, async ({
  page,
}) => {
  const tooWide: string[] = []
  for (const path of pages) {
    await page.goto(path)
    tooWide.push(
      ...(await tooWideAt(page, [320, 375, 768, 1280, 2560])).map((width) => `${path} at ${width}`),
    )
  }
  expect(tooWide).toEqual([])
})

test('axe finds nothing on an event of seven tracks and long words', { tag: '@nightly' }, async ({
  page,
}) => {
  await visit(page, '/conferences/long')
  await checkAccessibility(page)
})

test('markup in a name is text, wherever it stands', { tag: ['@once', '@nightly'] }, async ({ page }) => {
  await visit(page, '/conferences/markup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(markup)
  // The heading, the description, and the titles of the sheets for calendars and for sharing.
  await expect(page.getByText(markup)).toHaveCount(4)
  expect(await page.title()).toContain(`${markup} · `)
  await expect(page.locator('img:not([src^="/"])')).toHaveCount(0)
  const [event] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(event!).name).toBe(markup)
  await visit(page, '/conferences?search=onerror')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(markup)
})
