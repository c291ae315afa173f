import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { decide } from '#features/decisions/decide.server.ts'
import { editErrors, readForEdit, recordEdit } from '#features/events/event-editing.server.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { momentCursor, pageOf } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { del, get, memberChange, postNew, put, sameForAll, signedIn } from '#platform/procedures/procedure.ts'
import { consume, suggestionLimit } from '#platform/rate-limits.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { isTrusted } from './coverage.rules.ts'
import {
  eventCoverage,
  figures,
  linkForm,
  listedKind,
  missingTalk,
  newLink,
  type OpenLink,
  openLink,
  type TalkLink,
  talkLink,
} from './coverage.schemas.ts'
import {
  decidedBy,
  isOfKind,
  linkEntry,
  lockLink,
  lockTalk,
  newestFirst,
  notifyOfSuggestion,
  readListedLinks,
  readRecordings,
  readVideosOf,
} from './coverage.server.ts'
import { talk_links } from './coverage.tables.ts'
import { readFigures, readMissing } from './figures.server.ts'
import { kindOf } from './link.ts'
import { linkDecision, onlySpeakers } from './link-decision.server.ts'

const talkId = z.object({ id: z.uuid() })
const errors = {
  NOT_FOUND: { message: 'This talk no longer exists' },
  FORBIDDEN: { message: onlySpeakers },
  DUPLICATE: { status: 409, message: 'This talk already has that link' },
}
const noLink = { NOT_FOUND: { message: linkDecision.missing }, FORBIDDEN: errors.FORBIDDEN }

const ofTalk = sameForAll
  .route(get('/talks/{id}/links', 'The links of a talk by kind'))
  .errors({ NOT_FOUND: errors.NOT_FOUND })
  .input(talkId)
  .output(z.array(talkLink))
  .handler(async ({ context, input, errors }) => {
    const [talk] = await rows<{ event_id: string; links: TalkLink[] }>(context.replica)`
        select event_id, coalesce((
          select json_agg(
            json_build_object('id', id, 'kind', kind, 'url', canonical, 'title', title, 'language', language, 'gone_since', gone_since, 'picture', picture)
            order by array_position(array['video', 'slides', 'writeup', 'code', 'audio', 'paper', 'other'], kind), position, created_at, id
          )
          from talk_links left join link_checks using (address_key) where talk_id = talks.id and status = 'live'
        ), '[]') as links
        from talks where id = ${input.id}::uuid`
    if (!talk) throw errors.NOT_FOUND()
    context.shows(`event:${talk.event_id}`)
    return talk.links
  })

const openOfTalk = signedIn
  .route(
    get(
      '/talks/{id}/links/open',
      'Pending and rejected links of a talk; without the right to decide, my own',
    ),
  )
  .errors({ NOT_FOUND: errors.NOT_FOUND })
  .input(talkId)
  .output(z.array(openLink))
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    const [[talk], links] = await Promise.all([
      rows(db)`select id from talks where id = ${input.id}::uuid`,
      rows<OpenLink>(db)`
        select talk_links.id, kind, canonical as url, title, language, status, talk_links.created_at::text as created_at,
          ${personOf()} as added_by
        from talk_links left join profiles on profiles.id = added_by
        where talk_id = ${input.id}::uuid and status in ('suggested', 'rejected')
          and ((status = 'suggested' and added_by = ${viewer.id}::uuid) or ${decidedBy(viewer)})
        order by status desc, talk_links.created_at, talk_links.id limit ${serverLimits.openLinksShown}`,
    ])
    if (!talk) throw errors.NOT_FOUND()
    return links
  })

const add = memberChange
  .meta({ isUndoable: true })
  .route(postNew('/talks/{id}/links', 'Add a link to a talk as who may edit its links, or suggest it'))
  .errors({
    NOT_FOUND: errors.NOT_FOUND,
    DUPLICATE: errors.DUPLICATE,
    TOO_MANY: {
      status: 429,
      message: `You have ${serverLimits.openSuggestions} suggestions that wait for a decision. Please wait until some are decided.`,
    },
    TOO_MANY_REQUESTS: {
      message: "You have reached today's limit for suggestions. Please try again tomorrow.",
    },
    FULL: { status: 409, message: `A talk has at most ${limits.linksPerTalk} links` },
  })
  .input(linkForm.extend({ id: z.uuid() }))
  .output(z.object({ id: z.uuid(), status: z.enum(['live', 'suggested']) }))
  .handler(async ({ context: { tx, viewer, site }, input: { id, ...input }, errors }) => {
    const talk = await lockTalk(tx, viewer, id)
    if (!talk) throw errors.NOT_FOUND()
    const url = input.url!
    const link = { url, kind: input.kind ?? kindOf(url), title: input.title, language: input.language }
    const [total] = await rows<{ n: number; same: string | null }>(tx)`
        select count(*)::integer as n,
          (array_agg(status order by status) filter (where address_key = address_key(${url})))[1] as same
        from talk_links where talk_id = ${id}::uuid`
    if (total!.same && !(talk.isEditor && total!.same !== 'live')) throw errors.DUPLICATE()
    if (total!.n >= limits.linksPerTalk) throw errors.FULL()
    const status =
      talk.isEditor || (await mayAddAtOnce(tx, viewer.id, errors.TOO_MANY)) ? 'live' : 'suggested'
    if (status === 'suggested' && (await consume(tx, suggestionLimit(viewer.id))) > 0)
      throw errors.TOO_MANY_REQUESTS()
    // What waits or was rejected is accepted by adding it.
    if (total!.same)
      await tx.execute(
        sql`delete from talk_links where talk_id = ${id}::uuid and address_key = address_key(${url}) and status <> 'live'`,
      )
    const [added] = await tx
      .insert(talk_links)
      .values({ ...link, talk_id: id, event_id: talk.event.id, status, added_by: viewer.id })
      .returning({ id: talk_links.id })
    // The row itself says who suggested it and when; what is decided about it is recorded.
    if (status === 'live')
      await recordAdminAction(tx, viewer, linkEntry(talk, { action: 'link_added', link }))
    else await notifyOfSuggestion(tx, site, viewer, talk)
    return { id: added!.id, status }
  })

/** Whether a member's link is shown at once. Throws where too many of theirs wait, or too many were added today. */
async function mayAddAtOnce(tx: Database, viewerId: string, tooMany: () => Error): Promise<boolean> {
  // Two at once would each see nineteen.
  await tx.execute(sql`select from profiles where id = ${viewerId}::uuid for update`)
  const [counts] = await rows<{ accepted: number; waiting: number; today: number }>(tx)`
      select count(*) filter (where status = 'live' and decided_by <> added_by)::integer as accepted,
        count(*) filter (where status = 'suggested')::integer as waiting,
        count(*) filter (where created_at > now() - interval '1 day')::integer as today
      from talk_links where added_by = ${viewerId}::uuid`
  const { accepted, waiting, today } = counts!
  const isAtOnce = isTrusted(accepted)
  if (isAtOnce ? today >= serverLimits.trustedLinksPerDay : waiting >= serverLimits.openSuggestions)
    throw tooMany()
  return isAtOnce
}

const update = memberChange
  .meta({ isUndoable: true })
  .route(put('/links/{id}', 'Edit a link of a talk'))
  .errors({ ...noLink, DUPLICATE: errors.DUPLICATE })
  .input(linkForm.extend({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id, ...input }, errors }) => {
    const locked = await lockLink(tx, viewer, id)
    if (!locked) throw errors.NOT_FOUND()
    const { link, talk } = locked
    if (!talk.isEditor) throw errors.FORBIDDEN()
    const values = {
      url: input.url!,
      kind: input.kind ?? link.kind,
      title: input.title,
      language: input.language,
    }
    await tx
      .update(talk_links)
      .set(values)
      .where(eq(talk_links.id, id))
      .catch(byConstraint({ talk_links_address_is_unique: errors.DUPLICATE }))
    const { url, kind, title, language } = link
    const change = {
      action: 'link_edited' as const,
      link: { ...link, ...values },
      before: { url, kind, title, language },
    }
    await recordAdminAction(tx, viewer, linkEntry(talk, change))
  })

const decideLink = signedIn
  .route(put('/links/{id}/decision', 'Show a link of a talk, or take it down; either can be undone'))
  .errors(noLink)
  .input(z.object({ id: z.uuid(), is_accepted: z.boolean() }))
  .output(z.void())
  .handler(async ({ context, input: { id, is_accepted } }) => {
    await decide(linkDecision, context, id, { isAccepted: is_accepted, isAgain: true })
  })

const withdraw = memberChange
  .meta({ isUndoable: true })
  .route(del('/links/{id}', 'Take back my own suggestion while it waits'))
  .errors({ NOT_FOUND: { message: 'This suggestion has already been decided' } })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id }, errors }) => {
    const locked = await lockLink(tx, viewer, id)
    if (!locked || locked.link.added_by !== viewer.id || locked.link.status !== 'suggested')
      throw errors.NOT_FOUND()
    await tx.delete(talk_links).where(and(eq(talk_links.id, id), eq(talk_links.status, 'suggested')))
  })

const newest = sameForAll
  .route(
    get('/links', 'What is new: links of past talks of one kind, video and slides, or all, latest first'),
  )
  .input(z.object({ kind: listedKind.optional(), after: momentCursor.optional() }))
  .output(z.object({ links: z.array(newLink), next: z.string().nullable() }))
  .handler(async ({ context, input }) => {
    const [moment, id] = input.after?.split('_') ?? []
    const condition = sql.join(
      [
        sql`talks.date <= ${context.today}::date`,
        isOfKind(input.kind),
        moment ? sql`(listed_at, talk_links.id) < (${moment}::timestamptz, ${id}::uuid)` : sql`true`,
      ],
      sql` and `,
    )
    const linkRows = await readListedLinks(
      context.replica,
      condition,
      newestFirst,
      serverLimits.linksPerPage + 1,
    )
    const { items: links, next } = pageOf(
      linkRows,
      serverLimits.linksPerPage,
      ({ listed_at, id }) => `${listed_at}_${id}`,
    )
    context.shows('coverage', ...shownBy(links))
    return { links, next }
  })

const ofTopic = sameForAll
  .route(get('/topics/{name}/videos', 'The newest talks about a topic that have video'))
  .input(z.object({ name: z.string().min(1).max(limits.topicName) }))
  .output(z.array(newLink))
  .handler(async ({ context, input }) => {
    const links = await readVideosOf(context.replica, input.name)
    context.shows('coverage', 'topics', ...shownBy(links))
    return links
  })

const ofEvent = sameForAll
  .route(
    get(
      '/events/{event_id}/coverage',
      'How many talks of an event have video, slides and write-ups, and the first videos',
    ),
  )
  .input(z.object({ event_id: z.uuid() }))
  .output(eventCoverage)
  .handler(async ({ context, input: { event_id } }) => {
    const [counts, recordings] = await Promise.all([
      readFigures(context.replica, event_id),
      readRecordings(context.replica, event_id),
    ])
    context.shows(`event:${event_id}`, ...shownBy(recordings))
    return { ...counts, recordings }
  })

const missing = signedIn
  .route(get('/events/{event_id}/coverage/missing', 'Talks without video or slides (owner, administrators)'))
  .errors(editErrors)
  .input(z.object({ event_id: z.uuid() }))
  .output(z.object({ figures, talks: z.array(missingTalk), is_checking: z.boolean() }))
  .handler(async ({ context: { db, viewer, fetchSafely }, input, errors }) => {
    const event = await readForEdit(db, input.event_id, { viewer, errors })
    const [figures, talks] = await Promise.all([
      readFigures(db, event.id),
      readMissing(db, event.id, limits.programmeTalks),
    ])
    return { figures, talks, is_checking: fetchSafely.isOn }
  })

const setRecording = memberChange
  .meta({ isUndoable: true })
  .route(put('/talks/{id}/recording', 'Say that a talk was not recorded, or that this is not known'))
  .errors({ NOT_FOUND: errors.NOT_FOUND, FORBIDDEN: errors.FORBIDDEN })
  .input(talkId.extend({ recording: z.enum(['unknown', 'none']) }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id, recording }, errors }) => {
    const locked = await lockTalk(tx, viewer, id)
    if (!locked) throw errors.NOT_FOUND()
    if (!locked.isEditor) throw errors.FORBIDDEN()
    const { event, talk } = locked
    await tx.update(talks).set({ recording }).where(eq(talks.id, id))
    const before = { talk: null, recording: talk.recording }
    await recordEdit(tx, viewer, event, {
      action: 'programme_edited',
      before,
      after: { talk: talk.title, recording },
    })
  })

const shownBy = (links: { event_id: string; talk: { speakers: { id: string }[] } }[]) =>
  links.flatMap(({ event_id, talk }) => [
    `event:${event_id}`,
    ...talk.speakers.map(({ id }) => `speaker:${id}`),
  ])

export const coverageApi = {
  ofTalk,
  openOfTalk,
  add,
  update,
  decide: decideLink,
  withdraw,
  newest,
  ofTopic,
  ofEvent,
  missing,
  setRecording,
}
