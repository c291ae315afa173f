import { type BoardSearch, feedQuery, selectionOf } from '#features/calls/board.ts'
import { readCalls } from '#features/calls/call-list.server.ts'
import { callText, costNames, costs, coverageLabels, openUntil } from '#features/calls/calls.ts'
import { placeOf } from '#features/events/event-text.ts'
import type { Calendar } from '#lib/calendar.ts'
import { longDay } from '#lib/dates.ts'
import type { Database } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { type FeedDescription, whenAndWhere } from './feed.ts'

type Site = { name: string; url: string }
type FeedCall = Awaited<ReturnType<typeof readCalls>>['calls'][number]

/** A week before, as on the site. */
const alarmDays = 7
/** An entry with an hour ends when the call does. */
const entryMs = 30 * 60_000

/** The open calls of a search: as a calendar of the days on which they close, and as a feed, the newest first. */
export async function callFeed(db: Database, site: Site, search: BoardSearch) {
  const { calls } = await readCalls(db, selectionOf(search), {
    now: new Date().toISOString(),
    limit: serverLimits.callsOfFeed,
  })
  const query = feedQuery(search)
  const title = `Calls for papers | ${site.name}`
  const url = `${site.url}/cfp${query}`
  const pageOf = (call: FeedCall) => `${site.url}/conferences/${call.event.slug}`
  const calendar: Calendar = {
    name: title,
    url,
    entries: calls
      .filter(({ closes_on }) => closes_on !== null)
      .map((call) => ({
        uid: call.id,
        sequence: call.sequence,
        updated_at: call.updated_ms,
        title: `Call closes: ${call.event.name}`,
        description: descriptionOf(call),
        location: placeOf(call.event),
        url: pageOf(call),
        status: 'confirmed',
        alarmDays,
        when:
          call.closes_time && call.time_zone
            ? {
                kind: 'moments',
                starts_at: call.closes_ms! - entryMs,
                ends_at: call.closes_ms!,
                isFloating: false,
              }
            : { kind: 'days', start_date: call.closes_on!, end_date: call.closes_on! },
      })),
  }
  const feed: FeedDescription = {
    title,
    description: 'Open calls for papers of conferences',
    url,
    feedUrl: (format) => `${site.url}/cfp/feed.${format}${query}`,
    siteName: site.name,
    entries: calls
      .toSorted((one, other) => other.listed_ms - one.listed_ms || (one.id < other.id ? -1 : 1))
      .map((call) => ({
        id: `urn:uuid:${call.id}`,
        title: call.closes_on ? `${call.event.name}: open until ${longDay(call.closes_on)}` : call.event.name,
        url: pageOf(call),
        summary: [whenAndWhere(call.event), descriptionOf(call)].join('\n\n'),
        published_at: call.listed_ms,
        updated_at: call.updated_ms,
        categories: call.event.tags,
      })),
  }
  return { calendar, feed, tags: ['calls', 'events', 'clock'] }
}

const descriptionOf = (call: FeedCall) =>
  [
    `${callText(call)}. ${openUntil(call)}`,
    costNames
      .filter((cost) => call[cost])
      .map((cost) => `${costs[cost]}: ${coverageLabels[call[cost]!].toLowerCase()}`)
      .join(', '),
    call.url,
  ]
    .filter(Boolean)
    .join('\n')
