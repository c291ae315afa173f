import { eq, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { isConfirmed } from '#features/events/confirmed-editions.server.ts'
import { topicsOf } from '#features/speakers/speaker-list.server.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import {
  type CardKind,
  cardKinds,
  cardPath,
  eventCard,
  isPageOfCard,
  type KeyedCard,
  pageCard,
  placeCard,
  seriesCard,
  speakerCard,
  talkCard,
  topicCard,
} from './card.ts'
import { type PaintCard, TooManyCards } from './card-painter.server.ts'
import { readPosterEvent } from './poster-routes.server.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** For one client, of the thirty that may wait (card-painter.server.ts): nobody keeps the others from theirs. */
const maxDrawingsOfClient = 10
/** In memory, of some 60 kB each. */
const maxImages = 250

/** The card of a record, as its page has it; undefined if there is none. One statement each. */
const readers: Record<CardKind, (db: Database, key: string) => Promise<KeyedCard | undefined>> = {
  conferences: async (db, key) => {
    if (!uuid.test(key)) return
    const event = await readPosterEvent(db, sql`id = ${key}::uuid`)
    return event && eventCard(event)
  },
  series: async (db, key) => {
    if (!uuid.test(key)) return
    const [row] = await rows<Parameters<typeof seriesCard>[0]>(db)`
      select id, name, (select count(*)::integer from events where series_id = series.id and ${isConfirmed()}) as edition_count
      from series where id = ${key}::uuid`
    return row && row.edition_count > 0 ? seriesCard(row) : undefined
  },
  talks: async (db, key) => {
    if (!/^[1-9]\d{0,14}$/.test(key)) return
    const [talk] = await rows<Parameters<typeof talkCard>[1] & { event: { name: string } }>(db)`
      select number::float8 as number, title, date,
        (select json_build_object('name', name) from events where id = talks.event_id) as event, (
        select coalesce(json_agg(json_build_object('name', speakers.name) order by position, speakers.name), '[]')
        from talk_speakers join speakers on speakers.id = speaker_id where talk_id = talks.id
      ) as speakers
      from talks where number = ${key}::bigint`
    return talk && talkCard(talk.event, talk)
  },
  speakers: async (db, key) => {
    if (!uuid.test(key)) return
    const [speaker] = await rows<Parameters<typeof speakerCard>[0]>(db)`
      select id, name, ${topicsOf(sql.raw('speakers.id'))} from speakers where id = ${key}::uuid`
    return speaker && speakerCard(speaker)
  },
  topics: async (db, key) => {
    const [topic] = await db.select({ name: topics.name }).from(topics).where(eq(topics.name, key))
    return topic && topicCard(topic.name)
  },
  places: async (db, key) => {
    const [place] = await rows<{ isPlace: boolean }>(db)`
      select exists (select from events where city_key = fold(${key}) and location_name = ${key})
        or exists (select from events where country_key = fold(${key}) and country_name = ${key}) as "isPlace"`
    return place?.isPlace ? placeCard(key) : undefined
  },
  pages: async (_, key) => (isPageOfCard(key) ? pageCard(key) : undefined),
}

type Options = {
  db: Database
  site: { name: string }
  paint: PaintCard
  addressOf: (c: Context<Host>) => string
}

/**
 * /og/{kind}/{key}-{digest}.png. The record is read each time, so what is gone has no image; another digest than that of
 * the record leads to the right one, so that nobody can order images at will.
 */
export function shareImageRoutes(app: Hono<Host>, { db, site, paint, addressOf }: Options) {
  const images = createImageCache(paint, site.name)
  const headers = { 'cross-origin-resource-policy': 'cross-origin' }
  app.get(`/og/:kind{${cardKinds.join('|')}}/:file{.+-[a-z0-9]+\\.png}`, async (c) => {
    const { kind, file } = c.req.param()
    const card = await readers[kind as CardKind](db, file.slice(0, file.lastIndexOf('-')))
    if (!card) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const path = cardPath(card, site.name)
    const digest = path.slice(path.lastIndexOf('-') + 1)
    if (digest !== file.slice(file.lastIndexOf('-') + 1))
      return c.newResponse(null, 302, { ...headers, location: path, 'cache-control': 'no-cache' })
    const cacheHeaders = {
      ...headers,
      etag: `"${digest}"`,
      'cache-control': 'public, max-age=31536000, immutable',
    }
    if (c.req.header('if-none-match')?.includes(cacheHeaders.etag)) return c.body(null, 304, cacheHeaders)
    try {
      const bytes = await images(path, card, addressOf(c))
      return c.body(bytes, 200, { ...cacheHeaders, 'content-type': 'image/png' })
    } catch (error) {
      if (!(error instanceof TooManyCards)) throw error
      return c.text('Too many images are being drawn', 503, {
        'retry-after': '5',
        'cache-control': 'no-store',
      })
    }
  })
}

/** Keeps the images asked for last; one that several ask for at once is drawn once. Throws TooManyCards. */
function createImageCache(paint: PaintCard, siteName: string) {
  const images = new Map<string, ReturnType<PaintCard>>()
  /** How many images are being drawn for each client. */
  const counts = new Map<string, number>()

  return async (path: string, { card }: KeyedCard, client: string) => {
    let image = images.get(path)
    images.delete(path)
    if (!image) {
      const count = counts.get(client) ?? 0
      if (count >= maxDrawingsOfClient) throw new TooManyCards()
      counts.set(client, count + 1)
      image = paint(card, siteName).finally(() => {
        const next = counts.get(client)! - 1
        if (next > 0) counts.set(client, next)
        else counts.delete(client)
      })
      image.catch(() => images.delete(path))
    }
    images.set(path, image)
    if (images.size > maxImages) images.delete(images.keys().next().value!)
    return image
  }
}
