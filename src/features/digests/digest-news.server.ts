import { sql } from 'drizzle-orm'
import { kindLabels as callLabels } from '#features/calls/calls.ts'
import type { CallKind } from '#features/events/event-calls.schemas.ts'
import { isListed } from '#features/events/event-calls.server.ts'
import { openQuestions } from '#features/events/event-checks.server.ts'
import { differences } from '#features/events/event-moves.server.ts'
import type { EventStatus } from '#features/events/event-status.ts'
import { nameWithStatus, placeText } from '#features/events/event-text.ts'
import type { EventInQuestion } from '#features/events/events.schemas.ts'
import type { FollowKind } from '#features/follows/follows.ts'
import type { LinkKind } from '#features/programme/link-kinds.ts'
import { kindLabels } from '#features/programme/link-labels.ts'
import { dateRange, shortDay } from '#lib/dates.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import type { DigestItem, DigestPart } from './digests.schemas.ts'

export type Reader = { user_id: string; covered_until: string }

type State = {
  start_date: string
  end_date: string
  location_name: string
  country_name: string
  status: EventStatus
}
type Row = {
  user_id: string
  kind: Exclude<FollowKind, 'event' | 'series'>
  key: string
  name: string
  total: number
  id: string
  what: 'changed' | 'new' | 'call' | 'link'
  event: State & { name: string; slug: string }
  before: State | null
  after: State | null
  call: { kind: CallKind; closes_on: string | null } | null
  link: { kind: LinkKind; title: string | null; talk: string; number: number } | null
}

/**
 * News about what people follow, for each reader from their `covered_until` to `until` (ISO timestamps), by the person's
 * id: upcoming conferences that are new or whose dates, place or status changed, new calls for papers, and links of talks. Each item appears
 * once, under the most specific subject that is followed. One statement for any number of readers: it goes from what
 * changed to who follows it, never from a topic to everything about it.
 */
export async function readNews(
  db: Database,
  readers: Reader[],
  until: string,
): Promise<Map<string, DigestPart[]>> {
  const newsRows = await rows<Row>(db)`
    with ${followsOf(readers, until)}, ${eventsWithNews(until)}, ${callsWithNews}, ${linksWithNews}, news as (
      select user_id, subject, 'changed' as what, event_id as id, before, after from changed_matches
      union all
      select user_id, subject, 'new', event_id, null, null from matches where since > covered_until
      union all
      select user_id, min(subject), 'call', id, null, null
      from call_subjects join followed using (subject) where listed_at > covered_until group by user_id, id
      union all
      select user_id, min(subject), 'link', id, null, null
      from link_subjects join followed using (subject) where listed_at > covered_until group by user_id, id
    ), ranked as (
      select news.*,
        row_number() over (
          partition by user_id, subject
          order by what = 'link', what = 'call', what, changed_events.start_date,
            coalesce(new_links.listed_at, new_calls.listed_at) desc, news.id
        ) as place,
        (count(*) over (partition by user_id, subject))::integer as total
      from news
      left join changed_events on changed_events.id = news.id and what in ('new', 'changed')
      left join new_calls on new_calls.id = news.id and what = 'call'
      left join new_links on new_links.id = news.id and what = 'link'
    ), top_items as materialized (
      select user_id, subject, substr(subject, 3) as key, what, id, before, after, place, total
      from ranked where place <= ${serverLimits.digestItems}
    ), subject_names as materialized (
      select subject, case left(subject, 1)
        when '1' then (select coalesce(full_name, 'Anonymous User') from profiles where id::text = key)
        when '2' then (select name from speakers where id::text = key)
        when '3' then (select name from topics where id::text = key)
        when '4' then (select location_name from events where city_key = key order by start_date desc limit 1)
        else (select country_name from events where country_key = key order by start_date desc limit 1)
      end as name
      from (select distinct subject, key from top_items) as subjects
    )
    select user_id, total, top_items.id, what, before, after, subject_names.name,
      (array['person', 'speaker', 'topic', 'city', 'country'])[left(subject, 1)::integer] as kind,
      case when left(subject, 1) in ('1', '2') then key else subject_names.name end as key,
      json_build_object('name', events.name, 'slug', events.slug, 'status', events.status,
        'start_date', events.start_date, 'end_date', events.end_date,
        'location_name', events.location_name, 'country_name', events.country_name) as event,
      case when what = 'call' then json_build_object('kind', new_calls.kind, 'closes_on', new_calls.closes_on) end as call,
      case when what = 'link' then json_build_object(
        'kind', new_links.kind, 'title', new_links.title, 'talk', new_links.talk, 'number', new_links.number) end as link
    from top_items join subject_names using (subject)
    left join new_links on what = 'link' and new_links.id = top_items.id
    left join new_calls on what = 'call' and new_calls.id = top_items.id
    join events on events.id = coalesce(new_links.event_id, new_calls.event_id, top_items.id)
    order by user_id, left(subject, 1), fold(subject_names.name), subject, place`
  return partsOf(newsRows)
}

/** The rows by reader, those of one subject together. */
function partsOf(newsRows: Row[]): Map<string, DigestPart[]> {
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

/** The news of each reader, and for those who have some what they are asked about: whether a conference is still listed right. */
export async function readDigests(db: Database, readers: Reader[], until: string) {
  const news = await readNews(db, readers, until)
  if (news.size === 0) return news
  const isReader = sql`event_checks.user_id = any (${sql.param([...news.keys()])}::uuid[])`
  const questions = await rows<EventInQuestion & { user_id: string }>(db)`
    ${openQuestions(isReader, until.slice(0, 10))}`
  for (const [userId, events] of Map.groupBy(questions, ({ user_id }) => user_id)) {
    const items = events.map((event) => ({
      id: event.id,
      label: 'Check',
      title: event.name,
      path: `/conferences/${event.slug}`,
      text: `${dateRange(event.start_date, event.end_date)}, ${placeText(event)}. Nobody has checked it for two months: is it still right?`,
    }))
    news
      .get(userId)!
      .push({ kind: 'check', key: 'check', name: 'Is this still right?', items, total: items.length })
  }
  return news
}

/** Common table expressions: `followed`, what the readers follow, and `span`, the time that their news covers. */
const followsOf = (readers: Reader[], until: string) => sql`
  readers as materialized (
    select user_id, covered_until::timestamptz from unnest(
      ${sql.param(readers.map(({ user_id }) => user_id))}::uuid[],
      ${sql.param(readers.map(({ covered_until }) => covered_until))}::text[]
    ) as readers (user_id, covered_until)
  ), span as materialized (
    select min(covered_until) as since, ${until}::timestamptz as until from readers
  ), followed as materialized (
    select user_id, covered_until, coalesce(
      '1 ' || person_id, '2 ' || speaker_id, '3 ' || topic_id, '4 ' || city_key, '5 ' || country_key
    ) as subject
    from follows join readers using (user_id)
  )`

/** `matches`, events that changed and concern a reader; `changed_matches`, those that had concerned them before. */
const eventsWithNews = (until: string) => sql`
  changed_events as materialized (
    select id, slug, name, start_date, end_date, location_name, country_name, status, city_key, country_key, created_by, created_at
    from events
    where end_date >= (${until}::timestamptz at time zone 'UTC')::date and id in (
      select id from events, span where created_at > since and created_at <= until
      union select event_id from event_tags, span where created_at > since and created_at <= until
      union select event_id from talks, span where created_at > since and created_at <= until
      union select event_id from event_states, span where event_states.until > since and event_states.until <= span.until
    )
  ), event_speakers as materialized (
    select talk_speakers.speaker_id, speakers.user_id as person_id, talks.event_id, min(talks.created_at) as created_at
    from talks join talk_speakers on talk_id = talks.id join speakers on speakers.id = speaker_id
    where talks.event_id in (select id from changed_events) group by 1, 2, 3
  ), event_subjects as materialized (
    select id as event_id, created_at as since,
      unnest(array['1 ' || created_by, '4 ' || city_key, '5 ' || country_key]) as subject
    from changed_events
    union all
    select event_id, greatest(changed_events.created_at, event_speakers.created_at),
      unnest(array['1 ' || person_id, '2 ' || speaker_id])
    from event_speakers join changed_events on changed_events.id = event_id
    union all
    select changed_events.id, greatest(changed_events.created_at, event_tags.created_at), '3 ' || topics.id
    from changed_events join event_tags on event_id = changed_events.id join topics on topics.name = tag
  ), matches as (
    select user_id, covered_until, event_id, min(subject) as subject, min(since) as since
    from event_subjects join followed using (subject) where since <= ${until}::timestamptz group by 1, 2, 3
  ), changed_matches as (
    select matches.*, to_jsonb(before) as before, to_jsonb(after) as after
    from matches
    cross join lateral (
      select start_date, end_date, location_name, country_name, status from event_states as states
      where states.event_id = matches.event_id and states.until > covered_until and states.until <= ${until}::timestamptz
      order by states.until limit 1
    ) as before
    cross join lateral (
      select start_date, end_date, location_name, country_name, status from (
        select start_date, end_date, location_name, country_name, status, until from event_states as states
        where states.event_id = matches.event_id and states.until > ${until}::timestamptz
        union all
        select start_date, end_date, location_name, country_name, status, 'infinity' from changed_events
        where changed_events.id = matches.event_id
      ) as later order by until limit 1
    ) as after
    where since <= covered_until and before is distinct from after
  )`

/** `new_calls`, open calls that were listed, and `call_subjects`, the topics and places that they concern. */
const callsWithNews = sql`
  new_calls as materialized (
    select calls.id, calls.event_id, calls.kind, calls.closes_on, calls.listed_at
    from span join calls on calls.listed_at > since and calls.listed_at <= until join events on events.id = calls.event_id
    where ${isListed} and calls.closes_at > until and events.end_date >= until::date and events.status <> 'cancelled'
  ), call_subjects as materialized (
    select new_calls.id, listed_at, '3 ' || topics.id as subject
    from new_calls join event_tags using (event_id) join topics on topics.name = tag
    union all
    select new_calls.id, listed_at, unnest(array['4 ' || city_key, '5 ' || country_key])
    from new_calls join events on events.id = event_id
  )`

/** `new_links`, links of talks that were listed, and `link_subjects`, whom and what they concern. */
const linksWithNews = sql`
  new_links as materialized (
    select talk_links.id, kind, talk_links.title, listed_at, talk_links.talk_id, talk_links.event_id,
      talks.title as talk, talks.number
    from span join talk_links on listed_at > since and listed_at <= until join talks on talks.id = talk_id
    where talk_links.status = 'live' and gone_since(canonical) is null
  ), link_subjects as materialized (
    select new_links.id, listed_at, unnest(array['1 ' || speakers.user_id, '2 ' || speakers.id]) as subject
    from new_links join talk_speakers using (talk_id) join speakers on speakers.id = speaker_id
    union all
    select new_links.id, listed_at, '3 ' || topic_id from new_links join talk_topics using (talk_id)
    union all
    select new_links.id, listed_at, '3 ' || topics.id
    from new_links join event_tags using (event_id) join topics on topics.name = tag
    union all
    select new_links.id, listed_at, unnest(array['4 ' || city_key, '5 ' || country_key])
    from new_links join events on events.id = event_id
  )`

function itemOf({ id, event, before, after, call, link }: Row): DigestItem {
  const path = `/conferences/${event.slug}`
  if (link)
    return {
      id,
      label: kindLabels[link.kind],
      title: link.title ?? link.talk,
      path: `${path}/talks/${link.number}`,
      text: link.title ? `${link.talk}, ${event.name}` : event.name,
    }
  if (call) {
    const closing = call.closes_on ? `closes ${shortDay(call.closes_on)}` : 'no closing day'
    const text = [callLabels[call.kind], closing, placeText(event)].join(', ')
    return { id, label: 'Call', title: event.name, path, text }
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
