import { and, eq, sql } from 'drizzle-orm'
import type { Decision, Step } from '#features/decisions/decide.server.ts'
import { decidedBy, linkEntry, lockLink } from './coverage.server.ts'
import { talk_links } from './coverage.tables.ts'

export const onlySpeakers =
  'Only its speakers and the owner of its conference can decide about links of this talk'

type LockedLink = NonNullable<Awaited<ReturnType<typeof lockLink>>>

async function setStatus(
  { tx, viewer, subject: { link, talk } }: Step<LockedLink>,
  status: 'live' | 'rejected',
) {
  if (link.status === status) return []
  const isLive = status === 'live'
  await tx
    .update(talk_links)
    .set({ status, decided_by: viewer.id, ...(isLive && { listed_at: sql`now()` }) })
    .where(eq(talk_links.id, link.id))
  return { entry: linkEntry(talk, { action: isLive ? 'link_accepted' : 'link_rejected', link }) }
}

/** A suggested link is shown, or stays in the list of what was taken down. */
export const linkDecision: Decision<LockedLink> = {
  lock: (tx, id, { viewer }) => lockLink(tx, viewer, id),
  missing: 'This link no longer exists',
  forbidden: ({ talk }, viewer) => !viewer.isSteward && !talk.isEditor && onlySpeakers,
  reopensFrom: ['refused'],
  list: (state, viewer) => sql`
    select talk_links.id, talk_links.created_at, talks.title as name, '/conferences/' || slug || '/talks/' || number as path,
      added_by as asked_by, false as is_doubtful
    from talk_links join talks on talks.id = talk_id join events on events.id = talks.event_id
    where talk_links.status = ${state === 'open' ? 'suggested' : 'rejected'}
      and ${viewer.isSteward ? sql`true` : decidedBy(viewer)}`,
  evidence: sql`(
    select json_build_object('url', canonical, 'text', concat_ws(': ', kind, talk_links.title), 'place', events.name)
    from talk_links join events on events.id = talk_links.event_id where talk_links.id = item.id
  )`,
  decided: ({ link }) => link.status !== 'suggested' && 'This link has already been decided',
  accept: (step) => setStatus(step, 'live'),
  reject: (step) => setStatus(step, 'rejected'),
  async reopen({ tx, subject: { link } }) {
    await tx
      .update(talk_links)
      .set({ status: 'suggested', decided_by: null })
      .where(and(eq(talk_links.id, link.id), eq(talk_links.status, 'rejected')))
    return []
  },
}
