import { sql } from 'drizzle-orm'
import { differences } from '#features/events/event-moves.server.ts'
import type { EventStatus } from '#features/events/event-status.ts'
import { nameWithStatus, placeText } from '#features/events/event-text.ts'
import type { FollowKind } from '#features/follows/follows.ts'
import type { LinkKind } from '#features/programme/link-kinds.ts'
import { kindLabels } from '#features/programme/link-labels.ts'
import { dateRange } from '#lib/dates.ts'
import { type Database, rows } from '#server/database/db.ts'
import { limits } from '#src/limits.ts'
import type { DigestItem, DigestPart } from './digests.schemas.ts'

export type Reader = { user_id: string; told_until: string }

type State = {
  start_date: string
  end_date: string
  location_name: string
  country_name: string
  status: EventStatus
}
type Row = {
  user_id: string
  kind: FollowKind
  key: string
  name: string
  total: number
  id: string
  what: 'changed' | 'new' | 'link'
  event: State & { name: string; slug: string }
  before: State | null
  after: State | null
  link: { kind: LinkKind; title: string | null; talk: string; number: number } | null
}

/**
 * What happened about the things that people follow, for each from their `told_until` to `until`, both ISO timestamps, by
 * the person's id: upcoming conferences that are new or whose dates, place or status changed, and links of talks. Each is
 * told once, under the most particular thing that is followed. One statement for any number of people. It goes from what
 * happened to who follows it, never from a topic to all that is about it.
 */
export async function readNews(
  db: Database,
  readers: Reader[],
  until: string,
): Promise<Map<string, DigestPart[]>> {
  const newsRows = await rows<Row>(
    db,
    sql`
      with asking as materialized (
        select user_id, told_until::timestamptz from unnest(
          ${sql.param(readers.map(({ user_id }) => user_id))}::uuid[],
          ${sql.param(readers.map(({ told_until }) => told_until))}::text[]
        ) as asking (user_id, told_until)
      ), span as materialized (
        select min(told_until) as since, ${until}::timestamptz as until from asking
      ), following as materialized (
        select user_id, told_until, coalesce(
          '1 ' || person_id, '2 ' || speaker_id, '3 ' || topic_id, '4 ' || city_key, '5 ' || country_key
        ) as thing
        from follows join asking using (user_id)
      ), stirred as materialized (
        select id, slug, name, start_date, end_date, location_name, country_name, status, city_key, country_key, created_by, created_at
        from events
        where end_date >= (${until}::timestamptz at time zone 'UTC')::date and id in (
          select id from events, span where created_at > since and created_at <= until
          union select event_id from event_tags, span where created_at > since and created_at <= until
          union select event_id from talks, span where created_at > since and created_at <= until
          union select event_id from event_states, span where event_states.until > since and event_states.until <= span.until
        )
      ), speaking as materialized (
        select talk_speakers.speaker_id, speakers.user_id as person_id, talks.event_id, min(talks.created_at) as created_at
        from talks join talk_speakers on talk_id = talks.id join speakers on speakers.id = speaker_id
        where talks.event_id in (select id from stirred) group by 1, 2, 3
      ), stirred_things as materialized (
        select id as event_id, created_at as since,
          unnest(array['1 ' || created_by, '4 ' || city_key, '5 ' || country_key]) as thing
        from stirred
        union all
        select event_id, greatest(stirred.created_at, speaking.created_at),
          unnest(array['1 ' || person_id, '2 ' || speaker_id])
        from speaking join stirred on stirred.id = event_id
        union all
        select stirred.id, greatest(stirred.created_at, event_tags.created_at), '3 ' || topics.id
        from stirred join event_tags on event_id = stirred.id join topics on topics.name = tag
      ), concerning as (
        select user_id, told_until, event_id, min(thing) as thing, min(since) as since
        from stirred_things join following using (thing) where since <= ${until}::timestamptz group by 1, 2, 3
      ), moved as (
        select concerning.*, to_jsonb(before) as before, to_jsonb(after) as after
        from concerning
        cross join lateral (
          select start_date, end_date, location_name, country_name, status from event_states as states
          where states.event_id = concerning.event_id and states.until > told_until and states.until <= ${until}::timestamptz
          order by states.until limit 1
        ) as before
        cross join lateral (
          select start_date, end_date, location_name, country_name, status from (
            select start_date, end_date, location_name, country_name, status, until from event_states as states
            where states.event_id = concerning.event_id and states.until > ${until}::timestamptz
            union all
            select start_date, end_date, location_name, country_name, status, 'infinity' from stirred
            where stirred.id = concerning.event_id
          ) as later order by until limit 1
        ) as after
        where since <= told_until and before is distinct from after
      ), linked as materialized (
        select talk_links.id, kind, talk_links.title, listed_at, talk_links.talk_id, talk_links.event_id,
          talks.title as talk, talks.number
        from span join talk_links on listed_at > since and listed_at <= until join talks on talks.id = talk_id
        where talk_links.status = 'live' and gone_since(canonical) is null
      ), linked_things as materialized (
        select linked.id, listed_at, unnest(array['1 ' || speakers.user_id, '2 ' || speakers.id]) as thing
        from linked join talk_speakers using (talk_id) join speakers on speakers.id = speaker_id
        union all
        select linked.id, listed_at, '3 ' || topic_id from linked join talk_topics using (talk_id)
        union all
        select linked.id, listed_at, '3 ' || topics.id
        from linked join event_tags using (event_id) join topics on topics.name = tag
        union all
        select linked.id, listed_at, unnest(array['4 ' || city_key, '5 ' || country_key])
        from linked join events on events.id = event_id
      ), news as (
        select user_id, thing, 'changed' as what, event_id as id, before, after from moved
        union all
        select user_id, thing, 'new', event_id, null, null from concerning where since > told_until
        union all
        select user_id, min(thing), 'link', id, null, null
        from linked_things join following using (thing) where listed_at > told_until group by user_id, id
      ), ranked as (
        select news.*,
          row_number() over (
            partition by user_id, thing
            order by what = 'link', what, stirred.start_date, listed_at desc, news.id
          ) as place,
          (count(*) over (partition by user_id, thing))::integer as total
        from news
        left join stirred on stirred.id = news.id and what <> 'link'
        left join linked on linked.id = news.id and what = 'link'
      ), told as materialized (
        select user_id, thing, substr(thing, 3) as key, what, id, before, after, place, total
        from ranked where place <= ${limits.digestItems}
      ), things as materialized (
        select thing, case left(thing, 1)
          when '1' then (select coalesce(full_name, 'Anonymous User') from profiles where id::text = key)
          when '2' then (select name from speakers where id::text = key)
          when '3' then (select name from topics where id::text = key)
          when '4' then (select location_name from events where city_key = key order by start_date desc limit 1)
          else (select country_name from events where country_key = key order by start_date desc limit 1)
        end as name
        from (select distinct thing, key from told) as named
      )
      select user_id, total, told.id, what, before, after, things.name,
        (array['person', 'speaker', 'topic', 'city', 'country'])[left(thing, 1)::integer] as kind,
        case when left(thing, 1) in ('1', '2') then key else things.name end as key,
        json_build_object('name', events.name, 'slug', events.slug, 'status', events.status,
          'start_date', events.start_date, 'end_date', events.end_date,
          'location_name', events.location_name, 'country_name', events.country_name) as event,
        case when what = 'link' then json_build_object(
          'kind', linked.kind, 'title', linked.title, 'talk', linked.talk, 'number', linked.number) end as link
      from told join things using (thing)
      left join linked on what = 'link' and linked.id = told.id
      join events on events.id = coalesce(linked.event_id, told.id)
      order by user_id, left(thing, 1), fold(things.name), thing, place`,
  )
  const news = new Map<string, DigestPart[]>()
  for (const row of newsRows) {
    const parts = news.get(row.user_id) ?? []
    news.set(row.user_id, parts)
    const { kind, key, name, total } = row
    let part = parts.at(-1)
    if (part?.kind !== kind || part.key !== key) {
      part = { kind, key, name, total, items: [] }
      parts.push(part)
    }
    part.items.push(itemOf(row))
  }
  return news
}

function itemOf({ id, event, before, after, link }: Row): DigestItem {
  const path = `/conferences/${event.slug}`
  if (link)
    return {
      id,
      label: kindLabels[link.kind],
      title: link.title ?? link.talk,
      path: `${path}/talks/${link.number}`,
      text: link.title ? `${link.talk}, ${event.name}` : event.name,
    }
  if (before && after)
    return { id, label: 'Changed', title: event.name, path, text: differences(before, after).join(', ') }
  return {
    id,
    label: 'New',
    title: nameWithStatus(event),
    path,
    text: `${dateRange(event.start_date, event.end_date)}, ${placeText(event)}`,
  }
}
