import { type SQL, sql } from 'drizzle-orm'
import { isConfirmed } from '#features/events/confirmed-editions.server.ts'
import { nextEditionOf } from '#features/events/neighbours.server.ts'
import { notify, wasNotifiedToday } from '#features/notifications/notifications.server.ts'
import { dateRange } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'

/** Conferences in one transaction, which locks their followers. */
const batchSize = 20

/**
 * Notifies those who follow a conference that its programme is out, once each: ten minutes after the last talk was listed,
 * so that an import is complete and somebody who types talks is done. Several processes may run it: followers are locked.
 * Returns how many conferences were announced.
 */
export const notifyOfProgrammes = (db: Database, site: Context['site'], today: string): Promise<number> =>
  db.transaction(async (tx) => {
    const programmes = await rows<{
      name: string
      slug: string
      talk_count: number
      user_ids: string[]
    }>(tx)`
      with followers as materialized (
        select user_id, event_id from follows
        where event_id in (
          select id from events
          where id in (select event_id from follows where event_id is not null and programme_notice_at is null)
            and end_date >= ${today}::date
            and exists (select from talks where talks.event_id = events.id)
            and not exists (
              select from talks where talks.event_id = events.id and created_at > now() - interval '10 minutes'
            )
          order by id limit ${batchSize}
        ) and programme_notice_at is null
        for update skip locked
      ), noticed as (
        update follows set programme_notice_at = now() from followers
        where follows.user_id = followers.user_id and follows.event_id = followers.event_id
      )
      select name, slug, array_agg(user_id) as user_ids,
        (select count(*)::integer from talks where talks.event_id = events.id) as talk_count
      from followers join events on events.id = event_id group by events.id, name, slug`
    for (const { name, slug, talk_count, user_ids } of programmes)
      await notify(tx, site, {
        from: 'site',
        kind: 'followed_event',
        subject: 'The programme of a conference is out',
        to: sql`select unnest(${sql.param(user_ids)}::uuid[])`,
        message: `The programme of ${name} is out, with ${count(talk_count, 'talk', 'talks')} so far.`,
        path: `/conferences/${slug}`,
      })
    return programmes.length
  })

type NewEdition = {
  id: string
  name: string
  slug: string
  start_date: string
  end_date: string
  created_by: string | null
  is_by_admin: boolean
}

const editionColumns = (event: SQL) => sql`json_build_object(
  'id', ${event}.id, 'name', ${event}.name, 'slug', ${event}.slug, 'start_date', ${event}.start_date,
  'end_date', ${event}.end_date, 'created_by', ${event}.created_by,
  'is_by_admin', ${event}.created_by is not null and has_role(${event}.created_by, 'admin')
)`

const noticeKey = 'new editions'
/** In one message. */
const namedEditions = 5

/** Editions are one message. It counts against the member who listed them, if that is one. */
function notifyOfEditions(
  tx: Database,
  site: Context['site'],
  { editions, what, path, to }: { editions: NewEdition[]; what: [string, string]; path: string; to: SQL },
) {
  const [first, ...more] = editions
  const { created_by, is_by_admin } = first!
  const isOfOne = created_by !== null && more.every((edition) => edition.created_by === created_by)
  const dates = ({ start_date, end_date }: NewEdition) => dateRange(start_date, end_date)
  const names = editions.slice(0, namedEditions).map((edition) => `${edition.name} (${dates(edition)})`)
  const rest = editions.length - names.length
  return notify(tx, site, {
    from: isOfOne ? { id: created_by, isAdmin: is_by_admin } : 'site',
    kind: 'followed_event',
    subject: 'The next edition of a conference is listed',
    to,
    message:
      more.length === 0
        ? `${first!.name} is listed, ${what[0]}: ${dates(first!)}.`
        : `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''} are listed, ${what[1]}.`,
    path: more.length === 0 ? `/conferences/${first!.slug}` : path,
    replaceKey: noticeKey,
  })
}

/**
 * Notifies those who follow a conference that is over of its next edition, once: from then on they follow that one, too.
 * An unconfirmed one is none. Who was notified today waits for a day. Who follows its series is notified by
 * `notifyOfNewEditions`. Returns how many followers there were.
 */
export const notifyOfNextEditions = (db: Database, site: Context['site'], today: string): Promise<number> =>
  db.transaction(async (tx) => {
    const followers = await rows<{ user_id: string; editions: NewEdition[] | null }>(tx)`
      with followers as materialized (
        select user_id, event_id, earlier.series_id, next.id from follows
        join events as earlier on earlier.id = event_id
        cross join lateral (${nextEditionOf()}) as next
        where earlier.end_date < ${today}::date and next.end_date >= ${today}::date
          and noticed_edition_id is distinct from next.id and not ${wasNotifiedToday(sql`follows.user_id`, noticeKey)}
        order by user_id, event_id limit ${batchSize * 25}
        for update of follows skip locked
      ), noticed as (
        update follows set noticed_edition_id = followers.id from followers
        where follows.user_id = followers.user_id and follows.event_id = followers.event_id
      ), added as (
        insert into follows (user_id, event_id) select distinct user_id, id from followers on conflict do nothing
      )
      select user_id, (
        select json_agg(${editionColumns(sql`events`)} order by start_date, id) from events where id in (
          select mine.id from followers as mine
          where mine.user_id = followers.user_id and not exists (
            select from follows where follows.user_id = mine.user_id and follows.series_id = mine.series_id
          )
        )
      ) as editions
      from followers group by user_id`
    const keyOf = (editions: NewEdition[] | null) => JSON.stringify(editions?.map(({ id }) => id))
    for (const group of Map.groupBy(followers, ({ editions }) => keyOf(editions)).values()) {
      const [{ editions }] = group as [(typeof group)[number]]
      if (!editions) continue
      await notifyOfEditions(tx, site, {
        editions,
        what: [
          'the next edition of a conference that you follow',
          'next editions of conferences that you follow',
        ],
        path: '/following',
        to: sql`select unnest(${sql.param(group.map(({ user_id }) => user_id))}::uuid[])`,
      })
    }
    return followers.length
  })

/**
 * Notifies those who follow a series of the confirmed editions to come that joined it, once: what joins within a day is one
 * message. All of them are marked, so that nobody who follows later hears of one that was in view. Returns how many
 * editions were marked.
 */
export const notifyOfNewEditions = (db: Database, site: Context['site'], today: string): Promise<number> =>
  db.transaction(async (tx) => {
    const announced = await rows<{
      series: { id: string; name: string; slug: string }
      editions: NewEdition[]
    }>(tx)`
      with new_editions as (
        insert into announced_editions (event_id)
        select id from events
        where end_date >= ${today}::date and series_id is not null and status <> 'cancelled' and ${isConfirmed()}
          and not exists (select from announced_editions where event_id = events.id)
          and not exists (
            select from announced_editions join events as other on other.id = event_id
            where other.series_id = events.series_id and announced_editions.created_at > now() - interval '1 day'
          )
        order by series_id, end_date, id limit ${batchSize}
        on conflict do nothing returning event_id
      )
      select json_build_object('id', series.id, 'name', series.name, 'slug', series.slug) as series,
        json_agg(${editionColumns(sql`events`)} order by start_date, events.id) as editions
      from new_editions join events on events.id = event_id join series on series.id = series_id
      group by series.id, created_by`
    for (const { series, editions } of announced)
      await notifyOfEditions(tx, site, {
        editions,
        what: [
          `a new edition of ${series.name}, which you follow`,
          `new editions of ${series.name}, which you follow`,
        ],
        path: `/series/${series.slug}`,
        to: sql`
          select user_id from follows
          where series_id = ${series.id}::uuid and user_id is distinct from ${editions[0]!.created_by}::uuid`,
      })
    return announced.reduce((sum, { editions }) => sum + editions.length, 0)
  })
