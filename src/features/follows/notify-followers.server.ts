import { sql } from 'drizzle-orm'
import { nextEditionOf } from '#features/events/next-edition.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
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
    }>(
      tx,
      sql`
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
        from followers join events on events.id = event_id group by events.id, name, slug`,
    )
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

/**
 * Notifies those who follow a conference that is over of its next edition, once: from then on they follow that one. Who
 * follows its series is notified by `notifyOfNewEditions`.
 * Returns how many editions were announced.
 */
export const notifyOfNextEditions = (db: Database, site: Context['site'], today: string): Promise<number> =>
  db.transaction(async (tx) => {
    const editions = await rows<{
      name: string
      slug: string
      start_date: string
      end_date: string
      user_ids: string[]
    }>(
      tx,
      sql`
        with followers as materialized (
          select user_id, event_id, earlier.series_id, next.* from follows
          join events as earlier on earlier.id = event_id
          cross join lateral (${nextEditionOf()}) as next
          where earlier.end_date < ${today}::date and next.end_date >= ${today}::date
          order by event_id limit ${batchSize * 25}
          for update of follows skip locked
        ), ended as (
          delete from follows using followers
          where follows.user_id = followers.user_id and follows.event_id = followers.event_id
        ), moved as (
          insert into follows (user_id, event_id) select distinct user_id, id from followers on conflict do nothing
        )
        select name, slug, start_date::text as start_date, end_date::text as end_date,
          array_remove(array_agg(distinct case when not exists (
            select from follows where follows.user_id = followers.user_id and follows.series_id = followers.series_id
          ) then user_id end), null) as user_ids
        from followers group by id, name, slug, start_date, end_date`,
    )
    for (const { name, slug, start_date, end_date, user_ids } of editions)
      await notify(tx, site, {
        from: 'site',
        kind: 'followed_event',
        subject: 'The next edition of a conference is listed',
        to: sql`select unnest(${sql.param(user_ids)}::uuid[])`,
        message: `${name} is listed, the next edition of a conference that you follow: ${dateRange(start_date, end_date)}.`,
        path: `/conferences/${slug}`,
      })
    return editions.length
  })

/**
 * Notifies those who follow a series of each edition to come that joined it, once. All of them are marked, so that nobody
 * who follows later hears of one that was in view. Returns how many editions were marked.
 */
export const notifyOfNewEditions = (db: Database, site: Context['site'], today: string): Promise<number> =>
  db.transaction(async (tx) => {
    const editions = await rows<{
      name: string
      slug: string
      series_id: string
      series_name: string
      start_date: string
      end_date: string
      created_by: string | null
    }>(
      tx,
      sql`
        with new_editions as (
          insert into announced_editions (event_id)
          select id from events
          where end_date >= ${today}::date and series_id is not null and status <> 'cancelled'
            and not exists (select from announced_editions where event_id = events.id)
          order by end_date, id limit ${batchSize}
          on conflict do nothing returning event_id
        )
        select events.name, events.slug, series_id, series.name as series_name, start_date::text as start_date,
          end_date::text as end_date, created_by
        from new_editions join events on events.id = event_id join series on series.id = series_id`,
    )
    for (const { name, slug, series_id, series_name, start_date, end_date, created_by } of editions)
      await notify(tx, site, {
        from: 'site',
        kind: 'followed_event',
        subject: 'The next edition of a conference is listed',
        to: sql`
          select user_id from follows where series_id = ${series_id}::uuid and user_id is distinct from ${created_by}::uuid`,
        message: `${name} is listed, a new edition of ${series_name}, which you follow: ${dateRange(start_date, end_date)}.`,
        path: `/conferences/${slug}`,
      })
    return editions.length
  })
