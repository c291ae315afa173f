import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { cardColumns, runningOn, willTakePlace } from '#features/directory/event-list.server.ts'
import { type EventCard, eventCard } from '#features/events/events.schemas.ts'
import { rows } from '#platform/database/db.ts'
import { get, signedIn } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'

/** The number of topics that count, those followed and then the most frequent first: it bounds the work for people who attend a lot. */
const maxInterests = 20
const maxAttended = 1000
/** Upcoming events that are read for each topic. */
const eventsPerInterest = 50

const mine = signedIn
  .route(
    get(
      '/recommendations',
      'Upcoming events with the topics that I follow, and those of events that I attend and talks that I saved, most matches first; a followed place counts as a match',
    ),
  )
  .output(
    z.object({
      /** The topics: those followed, then the most frequent first. */
      interests: z.array(z.string()),
      events: z.array(eventCard),
    }),
  )
  // A short scan of event_tags_by_tag from today on for each topic, and one of events_by_start for running events: the work
  // depends on the number of topics, not of events. One statement without words, so that it is planned once.
  .handler(async ({ context: { db, viewer, today } }) => {
    const me = sql`${viewer.id}::uuid`
    const tags = sql.raw('(select array_agg(tag) from interests)::text[]')
    const [recommendations] = await rows<{ interests: string[]; events: EventCard[] }>(db)`
      with attended as materialized (select event_id from user_events where user_id = ${me} and is_attending),
      interests as materialized (
        select tag, count(*) as uses, bool_or(is_followed) as is_followed from (
          select event_tags.tag, false as is_followed
          from (select event_id from attended limit ${maxAttended}) as counted join event_tags using (event_id)
          union all
          select topics.name, true from follows join topics on topics.id = follows.topic_id where user_id = ${me}
          union all
          select topics.name, false
          from (select talk_id from user_saved_talks where user_id = ${me} limit ${maxAttended}) as saved
          join talk_topics using (talk_id) join topics on topics.id = talk_topics.topic_id
        ) as met group by tag order by is_followed desc, uses desc, tag limit ${maxInterests}
      ), picked as materialized (
        select event_id as id from interests cross join lateral (
          select event_id from event_tags
          where tag = interests.tag and start_date >= ${today}::date and event_id not in (select event_id from attended)
          order by start_date, event_id limit ${eventsPerInterest}
        ) as coming
        union
        select id from ${runningOn(today)} where tags && ${tags} and id not in (select event_id from attended)
      )
      select (select coalesce(json_agg(tag order by is_followed desc, uses desc, tag), '[]') from interests) as interests,
        (select coalesce(json_agg(recommended), '[]') from (
          select ${cardColumns} from events where id in (select id from picked) and ${willTakePlace}
          order by (select count(*) from unnest(tags) as tag where tag = any (${tags}))
            + (exists (
              select from follows where user_id = ${me}
                and (follows.city_key = events.city_key or follows.country_key = events.country_key)
            ))::integer desc, end_date, start_date, id
          limit ${serverLimits.recommendations}
        ) as recommended) as events`
    return recommendations!
  })

export const recommendationsApi = { mine }
