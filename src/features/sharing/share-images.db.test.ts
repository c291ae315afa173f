import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { positionOf } from '#features/directory/selected-places.server.ts'
import { events } from '#features/events/events.tables.ts'
import type { Host } from '#platform/procedures/host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { type Card, cardPath, type EventOnCard, eventCard, speakerCard, talkCard, topicCard } from './card.ts'
import { TooManyCards } from './card-painter.server.ts'
import { shareImageRoutes } from './share-images.server.ts'

const context = useStore()
const app = new Hono<Host>()
const painted: Card[] = []
let isBusy = false
let released: Promise<void> | undefined

beforeAll(() =>
  shareImageRoutes(app, {
    db: context.store.db,
    site: { name: 'Hallway' },
    addressOf: (c) => c.req.header('x-client') ?? 'somebody',
    paint: async (card) => {
      await released
      if (isBusy) throw new TooManyCards()
      painted.push(card)
      return new TextEncoder().encode(JSON.stringify(card))
    },
  }),
)

const cardOf = async (event: Omit<EventOnCard, 'position'>) =>
  eventCard({ ...event, position: await positionOf(event) })

test('each kind of page has an image, drawn once, with the words of its record', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { tags: ['Node.js / Deno'] })
  const speaker = await makeSpeaker(db)
  const other = await makeSpeaker(db)
  const talk = await makeTalk(db, { event, speakers: [other, speaker] })
  const cards = [
    await cardOf(event),
    talkCard(event, { ...talk, speakers: [other, speaker] }),
    speakerCard({ ...speaker, topics: [] }),
    topicCard('Node.js / Deno'),
  ]
  for (const card of cards) {
    const path = cardPath(card, 'Hallway')
    const response = await app.request(path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await response.json()).toEqual(card.card)
    const count = painted.length
    const again = await app.request(path, { headers: { 'if-none-match': response.headers.get('etag')! } })
    expect(again.status).toBe(304)
    expect((await app.request(path)).status).toBe(200)
    expect(painted.length).toBe(count)
  }
})

test('a changed record has another image, and its old address and every other one lead there', async () => {
  const { db } = context.store
  const event = await makeEvent(db)
  const old = cardPath(await cardOf(event), 'Hallway')
  expect((await app.request(old)).status).toBe(200)
  await db.update(events).set({ name: 'Renamed' }).where(eq(events.id, event.id))
  const path = cardPath(await cardOf({ ...event, name: 'Renamed' }), 'Hallway')
  expect(path).not.toBe(old)
  const count = painted.length
  for (const other of [old, `/og/conferences/${event.id}-0.png`]) {
    const response = await app.request(other)
    expect([response.status, response.headers.get('location')]).toEqual([302, path])
  }
  expect(painted.length).toBe(count)
  expect((await app.request(path)).status).toBe(200)
  await db.delete(events).where(eq(events.id, event.id))
  expect((await app.request(path)).status).toBe(404)
})

test('what is not there has no image, and too many at once are refused', async () => {
  const nothing = '00000000-0000-4000-8000-000000000000'
  for (const path of [
    `/og/conferences/${nothing}-a.png`,
    '/og/conferences/x-a.png',
    '/og/talks/0-a.png',
    '/og/talks/99999999999999999999-a.png',
    '/og/talks/1e3-a.png',
    `/og/speakers/${nothing}-a.png`,
    '/og/topics/Nothing-a.png',
    `/og/users/${nothing}-a.png`,
  ])
    expect((await app.request(path)).status, path).toBe(404)
  const path = cardPath(await cardOf(await makeEvent(context.store.db)), 'Hallway')
  isBusy = true
  expect((await app.request(path)).status).toBe(503)
  isBusy = false
  expect((await app.request(path)).status).toBe(200)
})

test('one client has at most ten images drawn at once; others get theirs, and so does the client afterwards', async () => {
  const paths: string[] = []
  for (let n = 0; n < 12; n++)
    paths.push(cardPath(await cardOf(await makeEvent(context.store.db)), 'Hallway'))
  const { promise, resolve } = Promise.withResolvers<void>()
  released = promise
  const ask = async (path: string, client: string) =>
    (await app.request(path, { headers: { 'x-client': client } })).status
  const first = paths.slice(0, 11).map((path) => ask(path, 'one'))
  // The eleventh is refused before any is drawn.
  expect(await Promise.race(first)).toBe(503)
  const other = ask(paths[11]!, 'other')
  resolve()
  released = undefined
  expect((await Promise.all(first)).filter((status) => status === 200)).toHaveLength(10)
  expect(await other).toBe(200)
  for (const path of paths) expect(await ask(path, 'one')).toBe(200)
})
