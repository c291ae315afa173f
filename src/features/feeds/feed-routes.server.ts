import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { findCity } from '#features/administration/old-addresses.server.ts'
import { boardSearch } from '#features/calls/board.ts'
import {
  dayRanges,
  howConditions,
  inRanges,
  selectionConditions,
} from '#features/directory/event-list.server.ts'
import { type DirectorySearch, directorySearch, feedQuery } from '#features/directory/search.ts'
import { cityCondition } from '#features/directory/selected-places.server.ts'
import { isConfirmed } from '#features/events/confirmed-editions.server.ts'
import { nameWithStatus } from '#features/events/event-text.ts'
import { events as eventTable } from '#features/events/events.tables.ts'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { listedKinds } from '#features/programme/link-kinds.ts'
import { programmeCsv } from '#features/programme-export/csv.ts'
import type { ExportedProgramme } from '#features/programme-export/exported-programme.ts'
import { frabJson, frabXml } from '#features/programme-export/frab.ts'
import {
  readFurtherLinks,
  readProgramme,
  readProgrammeEvent,
  readTalks,
  talkEntry,
} from '#features/programme-export/read-programme.server.ts'
import { series } from '#features/series/series.tables.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { type Calendar, iCalendar } from '#lib/calendar.ts'
import { findCountry } from '#lib/country-names.ts'
import { oneOf } from '#lib/search-params.ts'
import { excerpt } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { holdsAll } from '#platform/database/search.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { FeedResponse, Respond } from '#platform/procedures/respond.ts'
import { callFeed } from './call-feed.server.ts'
import { coverageFeed } from './coverage-feed.server.ts'
import { eventEntry, type FeedEvent, readFeedEvents, statusText } from './event-feed.server.ts'
import { feedDocument, whenAndWhere } from './feed.ts'

type Site = { name: string; url: string }

type Options = {
  site: Site
  today: () => string
  respond: Respond
}

const formats = {
  ics: 'text/calendar; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const
type Format = keyof typeof formats

type List = {
  condition: (name: string, db: Database) => SQL | Promise<SQL>
  title: (name: string) => string
  /** Whether there is such a thing, so that its feed stays when its last conference went. */
  exists: (name: string, db: Database) => boolean | Promise<boolean>
  tag: string
}
const lists: Record<string, List> = {
  topics: {
    condition: (name) => sql`tags @> array[${name}]::text[]`,
    title: (name) => `Conferences about ${name}`,
    exists: async (name, db) => (await db.$count(topics, eq(topics.name, name))) > 0,
    tag: 'topics',
  },
  cities: {
    condition: (name, db) => cityCondition(db, name),
    title: (name) => `Conferences in ${name}`,
    exists: async (name, db) => {
      const usualName = await findCity(db, name)
      return usualName === name || (!usualName && Boolean((await findPlace(name))?.city_id))
    },
    tag: 'events',
  },
  countries: {
    condition: (name) => sql`country_key = fold(${name})`,
    title: (name) => `Conferences in ${name}`,
    exists: async (name, db) =>
      findCountry(name)?.name === name || (await db.$count(eventTable, sql`country_key = fold(${name})`)) > 0,
    tag: 'events',
  },
}

/** What the directory's filters leave, as a condition on `events`. */
export async function selectionCondition(db: Database, search: DirectorySearch, today: string): Promise<SQL> {
  const { words, topics, countries, how, near, facts } = await selectionConditions(db, search, today)
  const ranges = dayRanges(search)
  const conditions = [
    ...(words.length > 0 ? [holdsAll(words)] : []),
    ...topics,
    ...countries,
    ...how,
    ...facts,
    ...near,
    ...(ranges.length > 0 ? inRanges(ranges) : [sql`false`]),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

async function seriesFeed(
  db: Database,
  slug: string,
  format: Format,
  { site, today }: Pick<Options, 'site' | 'today'>,
) {
  const [row] = await db
    .select({ id: series.id, name: series.name })
    .from(series)
    .where(eq(series.slug, slug))
  if (!row) return
  const events = await readFeedEvents(db, sql`series_id = ${row.id}::uuid and ${isConfirmed()}`, today())
  // It stays when its last edition went, but not while all are hidden.
  const hidden = sql`select from all_events where series_id = ${row.id}::uuid and is_hidden`
  if (events.length === 0 && (await rows(db)`${hidden}`).length > 0) return
  const feed = listFeed(format, site, { title: row.name, path: `/series/${slug}`, events })
  return { ...feed, tags: [...feed.tags, `series:${row.id}`] }
}

const file = ':file{feed\\.(?:ics|atom|json)}'
const formatOf = (c: Context) => c.req.param('file')!.split('.').at(-1) as Format

/** The feeds of pages (the page's path and /feed.ics, .atom or .json), the programme as files, one talk as a calendar. */
export function feedRoutes(app: Hono<Host>, options: Options) {
  listFeeds(app, options)
  recordFeeds(app, options)
  programmeFiles(app, options)
}

function listFeeds(app: Hono<Host>, { site, today, respond }: Options) {
  app.get(`/conferences/${file}`, (c) =>
    respond(c, async (db, params) => {
      const search = directorySearch(params)
      const events = await readFeedEvents(db, await selectionCondition(db, search, today()), today())
      const query = feedQuery(search)
      return listFeed(formatOf(c), site, {
        title: search.search ? `Conferences: ${search.search}` : 'Conferences',
        path: '/conferences',
        query,
        events,
      })
    }),
  )
  app.get(`/cfp/${file}`, (c) =>
    respond(c, async (db, query) => {
      const format = formatOf(c)
      const { calendar, feed, tags } = await callFeed(db, site, boardSearch(query))
      return format === 'ics'
        ? calendarFile(calendar, tags, calendar.name)
        : { contentType: formats[format], body: feedDocument(format, feed), tags }
    }),
  )
  app.get('/coverage/:file{feed\\.(?:atom|json)}', (c) =>
    respond(c, async (db, search) => {
      const format = formatOf(c) as 'atom' | 'json'
      const kind = oneOf(search.kind, listedKinds)
      return { contentType: formats[format], ...(await coverageFeed(db, site, format, kind)) }
    }),
  )
  app.get(`/online/${file}`, (c) =>
    respond(c, async (db) => {
      const events = await readFeedEvents(db, howConditions.online, today())
      return listFeed(formatOf(c), site, { title: 'Online conferences', path: '/online', events })
    }),
  )
  for (const [folder, { condition, title, exists, tag }] of Object.entries(lists))
    app.get(`/${folder}/:name/${file}`, (c) =>
      respond(c, async (db) => {
        const name = c.req.param('name')
        const listedEvents = await readFeedEvents(db, await condition(name, db), today())
        if (listedEvents.length === 0 && !(await exists(name, db))) return
        const path = `/${folder}/${encodeURIComponent(name)}`
        const feed = listFeed(formatOf(c), site, { title: title(name), path, events: listedEvents })
        return { ...feed, tags: [...feed.tags, tag] }
      }),
    )
}

/** The feeds of a speaker, a series and a conference. */
function recordFeeds(app: Hono<Host>, { site, today, respond }: Options) {
  app.get(`/speakers/:id{[0-9a-f-]{36}}/${file}`, (c) =>
    respond(c, async (db) => {
      const id = c.req.param('id')
      const [speaker] = await db.select({ name: speakers.name }).from(speakers).where(eq(speakers.id, id))
      if (!speaker) return
      const events = await readFeedEvents(
        db,
        sql`id in (select event_id from talks join talk_speakers on talk_id = talks.id where speaker_id = ${id}::uuid)`,
        today(),
      )
      const title = `Where ${speaker.name} speaks`
      const feed = listFeed(formatOf(c), site, { title, path: `/speakers/${id}`, events })
      return { ...feed, tags: [...feed.tags, `speaker:${id}`] }
    }),
  )
  app.get(`/series/:slug/${file}`, (c) =>
    respond(c, (db) => seriesFeed(db, c.req.param('slug'), formatOf(c), { site, today })),
  )
  app.get(`/conferences/:slug/${file}`, (c) =>
    respond(c, async (db) => {
      const slug = c.req.param('slug')
      const events = await readFeedEvents(db, sql`slug = ${slug}`)
      if (!events[0]) return
      const feed = listFeed(formatOf(c), site, {
        title: events[0].name,
        path: `/conferences/${slug}`,
        events,
      })
      return { ...feed, tags: [...feed.tags, ...events.map(({ id }) => `event:${id}`)] }
    }),
  )
}

function programmeFiles(app: Hono<Host>, { site, respond }: Options) {
  app.get(`/conferences/:slug/:file{schedule\\.(?:${[...exportFormats].join('|')})}`, (c) =>
    respond(c, async (db) => {
      const format = c.req.param('file').split('.').at(-1)!
      if (format === 'ics') return subscribedProgramme(db, c.req.param('slug'), site)
      const programme = await readProgramme(db, c.req.param('slug'))
      return programme && programmeFile(programme, format, site)
    }),
  )
  app.get('/conferences/:slug/programme.ics', (c) =>
    respond(c, async (db) => {
      const programme = await readProgramme(db, c.req.param('slug'))
      return programme && programmeFile(programme, 'ics', site)
    }),
  )
  app.get('/conferences/:slug/talks/:file{[1-9]\\d{0,14}\\.ics}', (c) =>
    respond(c, async (db) => {
      const number = Number.parseInt(c.req.param('file'), 10)
      const [talk] = await readTalks(
        db,
        sql`talks.number = ${number} and events.slug = ${c.req.param('slug')}`,
      )
      if (!talk) return
      const links = await readFurtherLinks(db, sql`talks.id = ${talk.id}::uuid`)
      const entry = talkEntry(talk, links.get(talk.id) ?? [], site)
      return calendarFile(
        { name: talk.title, url: entry.url, entries: [entry] },
        [`event:${talk.event_id}`],
        talk.title,
      )
    }),
  )
}

export const exportFormats = new Set(['xml', 'json', 'csv', 'ics'])

/** The whole programme in a format that others read. */
export function programmeFile(
  programme: ExportedProgramme,
  format: string,
  site: Site,
): FeedResponse | undefined {
  const { event, talks, speakers } = programme
  const tags = [`event:${event.id}`, ...speakers.map(({ id }) => `speaker:${id}`)]
  const version = new Date(Math.max(0, ...talks.map(({ updated_at }) => updated_at))).toISOString()
  switch (format) {
    case 'ics':
      return calendarFile(
        {
          name: event.name,
          url: `${site.url}/conferences/${event.slug}`,
          description: whenAndWhere(event),
          time_zone: event.time_zone,
          entries: talks.map((talk) => talkEntry(talk, programme.links.get(talk.id) ?? [], site)),
        },
        tags,
        event.name,
      )
    case 'xml':
      return { contentType: 'application/xml; charset=utf-8', body: frabXml(programme, site, version), tags }
    case 'json':
      return {
        contentType: 'application/json; charset=utf-8',
        body: frabJson(programme, site, version),
        tags,
      }
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8', body: programmeCsv(programme), tags }
  }
}

/** Of a talk's text in a calendar that phones read each hour: Google takes at most 1 MB. */
const maxSubscribedTextLength = 160

/** The talks of an event as a calendar to subscribe to: all links and whole texts are in the export. */
async function subscribedProgramme(
  db: Database,
  slug: string,
  site: Site,
): Promise<FeedResponse | undefined> {
  const event = await readProgrammeEvent(db, slug)
  if (!event) return
  const talks = await readTalks(db, sql`events.id = ${event.id}::uuid`, maxSubscribedTextLength + 1)
  const entries = talks.map((talk) => {
    const description = talk.description && excerpt(talk.description, maxSubscribedTextLength)
    return talkEntry({ ...talk, description }, [], site)
  })
  return calendarFile(
    {
      name: event.name,
      url: `${site.url}/conferences/${event.slug}`,
      description: whenAndWhere(event),
      time_zone: event.time_zone,
      entries,
    },
    [`event:${event.id}`, ...talks.flatMap(({ speakers }) => speakers.map(({ id }) => `speaker:${id}`))],
    event.name,
  )
}

const calendarFile = (calendar: Calendar, tags: string[], fileName: string): FeedResponse => ({
  contentType: formats.ics,
  fileName: `${fileName}.ics`,
  body: iCalendar(calendar),
  tags,
})

function listFeed(
  format: Format,
  site: Site,
  { title, path, query = '', events }: { title: string; path: string; query?: string; events: FeedEvent[] },
): FeedResponse {
  const url = `${site.url}${path}${query}`
  const name = `${title} | ${site.name}`
  const tags = ['events']
  if (format === 'ics')
    return calendarFile({ name, url, entries: events.map((event) => eventEntry(event, site)) }, tags, title)
  const entries = events
    .toSorted((one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1))
    .map((event) => ({
      id: `urn:uuid:${event.id}`,
      title: nameWithStatus(event),
      url: `${site.url}/conferences/${event.slug}`,
      summary: [statusText(event), whenAndWhere(event), event.description].filter(Boolean).join('\n\n'),
      published_at: event.created_at,
      updated_at: event.updated_at,
      categories: event.tags,
    }))
  const body = feedDocument(format, {
    title: name,
    description: title,
    url,
    feedUrl: (format) => `${site.url}${path}/feed.${format}${query}`,
    siteName: site.name,
    entries,
  })
  return { contentType: formats[format], body, tags }
}
