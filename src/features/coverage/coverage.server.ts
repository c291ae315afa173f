import { eq, type SQL, sql } from 'drizzle-orm'
import type { AdminAction } from '#features/administration/admin-actions.schemas.ts'
import type { AdminEntry } from '#features/administration/admin-actions.server.ts'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { isOrganisedBy, organisersOf } from '#features/events/organisers.server.ts'
import { confirmedSpeakers } from '#features/events/speaking-confirmations.server.ts'
import { notify, wasNotifiedToday } from '#features/notifications/notifications.server.ts'
import type { ListedKind } from '#features/programme/link-kinds.ts'
import { canEditTalkLinks } from '#features/programme/programme.rules.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import type { NewLink } from './coverage.schemas.ts'
import { talk_links } from './coverage.tables.ts'

type Person = NonNullable<Viewer>

/** The talk with its event, locked until the transaction ends, and whether the viewer decides about its links. */
export async function lockTalk(tx: Database, viewer: Person, talkId: string) {
  const [unlockedTalk] = await tx.select({ event_id: talks.event_id }).from(talks).where(eq(talks.id, talkId))
  const event = unlockedTalk && (await lockEvent(tx, unlockedTalk.event_id))
  // Again, since it may have been deleted before the event was locked.
  const [talk] = event ? await tx.select().from(talks).where(eq(talks.id, talkId)) : []
  if (!event || !talk) return undefined
  return { event, talk, isEditor: canEditTalkLinks(viewer, event, await speakersOf(tx, viewer, talkId)) }
}
export type LockedTalk = NonNullable<Awaited<ReturnType<typeof lockTalk>>>

/** The viewer's own speaker profile among those of a talk. */
const speakersOf = (db: Database, viewer: Person, talkId: string) =>
  rows<{ user_id: string | null }>(db)`
    select user_id from talk_speakers join speakers on speakers.id = speaker_id
    where talk_id = ${talkId}::uuid and user_id = ${viewer.id}::uuid`

/** The talks about whose links a person decides, as a condition on `talk_links`. Administrators see those of nobody else. */
export const decidedBy = (viewer: Person): SQL => sql`
  (
    talk_links.event_id in (select id from events where ${isOrganisedBy(viewer.id)})
    or talk_links.talk_id in (
      select talk_id from talk_speakers join speakers on speakers.id = speaker_id where user_id = ${viewer.id}::uuid
    )
    ${viewer.isAdmin ? sql`or true` : sql``}
  )`

type LinkChange = {
  action: AdminAction
  link: { url: string; kind: string; title?: string | null; language?: string | null }
  before?: Record<string, unknown>
}

/** Every step of a link that is shown or decided on stands in the audit trail, also the owner's own. */
export const linkEntry = (
  { event, talk }: Pick<LockedTalk, 'event' | 'talk'>,
  { link, ...change }: LinkChange,
): AdminEntry => ({
  ...change,
  subject: talk.title,
  path: `/conferences/${event.slug}/talks/${talk.number}`,
  after: { url: link.url, kind: link.kind, title: link.title ?? null, language: link.language ?? null },
})

/** A link with its talk, locked, for who decides about it. */
export async function lockLink(tx: Database, viewer: Person, id: string) {
  const [unlockedLink] = await tx
    .select({ talk_id: talk_links.talk_id })
    .from(talk_links)
    .where(eq(talk_links.id, id))
  const talk = unlockedLink && (await lockTalk(tx, viewer, unlockedLink.talk_id))
  const [link] = talk ? await tx.select().from(talk_links).where(eq(talk_links.id, id)) : []
  return link && talk ? { link, talk } : undefined
}

/** Notifies those who decide about the links of a talk that one is to be decided: the talk's speakers and the event's organisers, each at most once a day. */
export async function notifyOfSuggestion(
  tx: Database,
  site: Context['site'],
  viewer: Person,
  { event, talk }: Pick<LockedTalk, 'event' | 'talk'>,
): Promise<void> {
  const replaceKey = 'suggested links'
  await notify(tx, site, {
    from: viewer,
    kind: 'coverage',
    subject: 'A link was suggested for a talk',
    to: sql`
      select id from (
        ${confirmedSpeakers(sql`talk_id = ${talk.id}::uuid`)}
        union ${organisersOf(event.id)}
      ) as deciding (id)
      where id <> ${viewer.id}::uuid and not ${wasNotifiedToday(sql`deciding.id`, replaceKey)}`,
    replaceKey,
    message: `A link was suggested for “${talk.title}” at ${event.name}. It is shown once you accept it.`,
    path: '/decisions?kind=link',
  })
}

const talkOfLink = sql`
  json_build_object(
    'number', talks.number, 'title', talks.title, 'date', talks.date, 'event_name', events.name, 'event_slug', events.slug,
    'speakers', coalesce((
      select json_agg(json_build_object('id', speakers.id, 'name', speakers.name) order by talk_speakers.position, speakers.name)
      from talk_speakers join speakers on speakers.id = speaker_id where talk_speakers.talk_id = talks.id
    ), '[]')
  )`

export type ListedLink = NewLink & { event_id: string }

/** Not `gone_since(url)`, which makes the key of each link anew. */
const isThere = sql`
  not exists (select from link_checks where link_checks.address_key = talk_links.address_key and gone_since is not null)`

/** The names of the table are needed: `listed_at` alone is the column of the answer, a text, for which there is no index. */
export const newestFirst = sql`talk_links.listed_at desc, talk_links.id desc`

export const isOfKind = (kind: ListedKind | undefined): SQL =>
  kind === 'video_or_slides' ? sql`kind in ('video', 'slides')` : kind ? sql`kind = ${kind}` : sql`true`

/** Links with their talks. `condition` and `order` speak of `talk_links` and `talks`. */
export const readListedLinks = (db: Database, condition: SQL, order: SQL, limit: number) =>
  rows<ListedLink>(db)`
    select talk_links.id, kind, canonical as url, talk_links.title, talk_links.language, listed_at::text as listed_at,
      (select picture from link_checks where link_checks.address_key = talk_links.address_key) as picture,
      talk_links.event_id, ${talkOfLink} as talk
    from talk_links join talks on talks.id = talk_links.talk_id join events on events.id = talk_links.event_id
    where talk_links.status = 'live' and ${isThere} and ${condition}
    order by ${order} limit ${limit}`

const isVideo = sql`kind = 'video' and talk_links.url = talks.video_url`

/** The first talks of an event that have video, in the order of its programme. */
export const readRecordings = (db: Database, eventId: string): Promise<ListedLink[]> =>
  readListedLinks(
    db,
    sql`talk_links.event_id = ${eventId}::uuid and talks.status <> 'cancelled' and ${isVideo}`,
    sql`talks.date, talks.start_time nulls last, talks.number`,
    serverLimits.recordingsOfEvent,
  )

/** Talks among which a common topic is looked for first. */
const firstLookTalks = 1000

/** The newest talks about a topic that have video. A rare topic, not found so often among the newest of all, has few talks. */
export function readVideosOf(db: Database, topicName: string): Promise<ListedLink[]> {
  const topic = sql`(select id from topics where name = ${topicName})`
  const talkIds = sql`
    with newest as materialized (
      select id from (
        select id, video_url from talks where video_url is not null order by date desc, number limit ${firstLookTalks}
      ) as talks
      where exists (select from talk_topics where talk_id = talks.id and topic_id = ${topic})
        and exists (select from talk_links where talk_id = talks.id and status = 'live' and ${isVideo} and ${isThere})
    )
    select id from newest
    union all
    select talk_id from talk_topics
    where topic_id = ${topic} and (select count(*) from newest) < ${serverLimits.videosOfTopic}`
  return readListedLinks(
    db,
    sql`${isVideo} and talk_links.talk_id = any (array(${talkIds}))`,
    sql`talks.date desc, talks.number`,
    serverLimits.videosOfTopic,
  )
}
