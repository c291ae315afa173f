import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { events } from '#features/events/events.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeakers } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTracks } from '#tests/support/factories/tracks.ts'
import { hasRealData, loadRealProgramme } from '#tests/support/real-data.ts'
import { sitePassword } from '../support/site.ts'
import type { Result } from './result.ts'

// The conference of the proof of offline copies, and what its parts share.

export const slug = 'fosdem-2026'
export const conference = `/conferences/${slug}`
export const organiser = { name: 'Otto Organiser', email: 'otto@example.com', password: sitePassword }

// What is over cannot be planned: the programme is moved by whole weeks.
const firstDay = '2026-01-31'
const dayMs = 86_400_000
const shiftDays = 7 * Math.ceil((Date.now() + 30 * dayMs - Date.parse(firstDay)) / (7 * dayMs))
const dayAt = (index: number) =>
  new Date(Date.parse(firstDay) + (shiftDays + index) * dayMs).toISOString().slice(0, 10)
export const keptPages = [
  conference,
  `${conference}?day=${dayAt(1)}`,
  `${conference}?tab=schedule`,
  '/dashboard',
]

/** FOSDEM's programme where it is at hand, else one of the same size. */
export async function fillProgramme(db: Database) {
  const owner = await makePerson(db, organiser)
  if (hasRealData) {
    await loadRealProgramme(db, slug)
    await db.execute(
      sql`update events set start_date = start_date + ${shiftDays}::integer, end_date = end_date + ${shiftDays}::integer where slug = ${slug}`,
    )
    await db.execute(
      sql`update talks set date = date + ${shiftDays}::integer, day = day + ${shiftDays}::integer`,
    )
    await db.execute(sql`update breaks set date = date + ${shiftDays}::integer`)
    await db.update(events).set({ created_by: owner.id }).where(eq(events.slug, slug))
    return
  }
  const event = await makeEvent(db, {
    slug,
    name: 'FOSDEM 2026',
    owner,
    start_date: dayAt(0),
    end_date: dayAt(1),
    location_name: 'Brussels',
    country_name: 'Belgium',
    time_zone: 'Europe/Brussels',
  })
  const text = randomFrom(883)
  const tracks = await makeTracks(
    db,
    Array.from({ length: 60 }, (_, index) => ({ event, name: `${text.words(2)} ${index}` })),
  )
  const speakers = await makeSpeakers(
    db,
    Array.from({ length: 900 }, () => ({ name: text.words(2) })),
  )
  await makeTalks(
    db,
    Array.from({ length: 883 }, (_, index) => ({
      event,
      track: tracks[index % 60],
      title: text.words(8),
      description: text.words(130),
      date: dayAt(index % 2),
      start_time: `${String(9 + (index % 9)).padStart(2, '0')}:${index % 2 ? '00' : '30'}`,
      end_time: `${String(10 + (index % 9)).padStart(2, '0')}:00`,
      location: `Room ${index % 30}`,
      speakers: [speakers[index % 900]!],
    })),
  )
}

export const result = (what: string, tried: string, failures: string[], figure = ''): Result => ({
  what,
  tried,
  held: failures.length === 0 ? 'all' : `${failures.length} failed: ${failures.slice(0, 3).join('; ')}`,
  figure,
  isHeld: failures.length === 0,
})

export type Trouble = { policy: string[]; scripts: string[]; blank: string[] }

export const countRegistrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

export async function keep(page: Page) {
  await page.goto(conference)
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await page.getByRole('button', { name: 'Kept offline' }).waitFor()
}

/** Numbers that are the same each time. */
export function mulberry(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Words that compress about as well as an abstract does. */
export function randomFrom(seed: number) {
  const random = mulberry(seed)
  const syllables = 'ba co de fi ga ho in ka lu me no or pe qua re so ti un va we'.split(' ')
  const pick = <Item>(items: Item[]) => items[Math.floor(random() ** 2 * items.length)]!
  const vocabulary = Array.from({ length: 3000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
  )
  return { words: (count: number) => Array.from({ length: count }, () => pick(vocabulary)).join(' ') }
}
