import { call } from '@orpc/server'
import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { forgetOldAddress } from '#features/administration/old-addresses.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { profiles } from '#features/people/people.tables.ts'
import { fold } from '#lib/text.ts'
import { constraintOf } from '#platform/database/db.ts'
import { adminOnly, get, post, signedIn } from '#platform/procedures/procedure.ts'
import { callForEach, refusals, severalIds } from '#platform/procedures/several.ts'
import { limits } from '#src/limits.ts'
import { type TopicProposal, topicForm, topicProposal } from './topics.schemas.ts'
import { topic_proposals, topics } from './topics.tables.ts'

const hasName = (name: string, column: typeof topics.name | typeof topic_proposals.name) =>
  eq(sql`fold(${column})`, fold(name))

const propose = signedIn
  .route({ ...post('/topic-proposals', 'Propose a topic to the administrators'), successStatus: 201 })
  .errors({
    CONFLICT: { message: 'This topic already exists' },
    PROPOSED: { status: 409, message: 'This topic has already been proposed' },
    LIMIT_REACHED: {
      status: 409,
      message: `You can have ${limits.topicProposals} open proposals. Please wait until an administrator has decided on one.`,
    },
  })
  .input(topicForm)
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input: { name }, errors }) => {
    try {
      await db.transaction(async (tx) => {
        // Two at once would each see one fewer.
        await tx.execute(sql`select from profiles where id = ${viewer.id}::uuid for update`)
        if ((await tx.$count(topics, hasName(name, topics.name))) > 0) throw errors.CONFLICT()
        const open = await tx.$count(topic_proposals, eq(topic_proposals.proposed_by, viewer.id))
        if (open >= limits.topicProposals) throw errors.LIMIT_REACHED()
        await tx.insert(topic_proposals).values({ name, proposed_by: viewer.id })
      })
    } catch (error) {
      if (constraintOf(error) === 'topic_proposals_name_is_unique_when_folded') throw errors.PROPOSED()
      throw error
    }
  })

const list = adminOnly
  .route(get('/topic-proposals', 'Proposed topics, newest first'))
  .output(z.array(topicProposal))
  .handler(
    ({ context: { db } }): Promise<TopicProposal[]> =>
      db
        .select({
          id: topic_proposals.id,
          name: topic_proposals.name,
          proposed_by: { id: profiles.id, full_name: profiles.full_name, avatar_url: profiles.avatar_url },
        })
        .from(topic_proposals)
        .innerJoin(profiles, eq(profiles.id, topic_proposals.proposed_by))
        .orderBy(desc(topic_proposals.created_at), topic_proposals.id)
        .limit(limits.topicProposalsListed),
  )

const deciding = adminOnly
  .errors({ NOT_FOUND: { message: 'This proposal has already been decided' } })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())

type HandlerOptions = Parameters<Parameters<typeof deciding.handler>[0]>[0]

const decide = (
  { context: { db, site, viewer }, input: { id }, errors }: HandlerOptions,
  isAccepted: boolean,
) =>
  db.transaction(async (tx) => {
    const [proposal] = await tx.delete(topic_proposals).where(eq(topic_proposals.id, id)).returning()
    if (!proposal) throw errors.NOT_FOUND()
    const { name, proposed_by } = proposal
    const path = isAccepted ? `/topics/${encodeURIComponent(name)}` : '/topics'
    if (isAccepted) {
      const [added] = await tx
        .insert(topics)
        .values({ name, created_by: viewer.id })
        .onConflictDoNothing()
        .returning({ id: topics.id })
      if (added) {
        await forgetOldAddress(tx, 'topic', fold(name))
        await recordAdminAction(tx, viewer, { action: 'topic_added', subject: name, path })
      }
    } else await recordAdminAction(tx, viewer, { action: 'topic_proposal_dismissed', subject: name })
    await notify(tx, site, {
      from: viewer,
      kind: 'claim_decided',
      subject: 'Your topic proposal',
      to: sql`select ${proposed_by}::uuid`,
      message: `Your proposed topic “${name}” was ${isAccepted ? 'added' : 'not added'}.`,
      path,
    })
  })

const accept = deciding
  .route(post('/topic-proposals/{id}/accept', 'Add a proposed topic'))
  .handler((options) => decide(options, true))

const dismiss = deciding
  .route(post('/topic-proposals/{id}/dismiss', 'Dismiss a proposed topic'))
  .handler((options) => decide(options, false))

const decideMany = adminOnly
  .route(post('/topic-proposals/decision', 'Add several proposed topics, or dismiss them'))
  .input(severalIds.extend({ is_accepted: z.boolean() }))
  .output(refusals)
  .handler(({ context, input: { ids, is_accepted } }) =>
    callForEach(ids, (id) => call(is_accepted ? accept : dismiss, { id }, { context })),
  )

export const topicProposalsApi = { propose, list, accept, dismiss, decideMany }
