import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { decide, decideMany } from '#features/decisions/decide.server.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { fold } from '#lib/text.ts'
import { constraintOf, rows } from '#platform/database/db.ts'
import { adminOnly, deprecated, get, post, signedIn } from '#platform/procedures/procedure.ts'
import { refusals, severalIds } from '#platform/procedures/several.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { topicDecision } from './topic-decision.server.ts'
import { proposeTopicsOfNames } from './topic-proposals.server.ts'
import { nameProposals, type TopicProposal, topicForm, topicProposal } from './topics.schemas.ts'
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
      message: `You can have ${serverLimits.topicProposals} open proposals. Please wait until an administrator has decided on one.`,
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
        if (open >= serverLimits.topicProposals) throw errors.LIMIT_REACHED()
        await tx.insert(topic_proposals).values({ name, proposed_by: viewer.id })
      })
    } catch (error) {
      if (constraintOf(error) === 'topic_proposals_name_is_unique_when_folded') throw errors.PROPOSED()
      throw error
    }
  })

const list = adminOnly
  .route(
    deprecated(
      get('/topic-proposals', 'Proposed topics: those for the most conferences first, then the newest'),
    ),
  )
  .output(z.array(topicProposal))
  .handler(({ context: { db } }) =>
    rows<TopicProposal>(
      db,
      sql`
        select listed.id, listed.name,
          ${personOf()} as proposed_by,
          not exists (select from topics where fold(topics.name) = fold(listed.name)) as is_new,
          event_count,
          array(
            select events.name from proposed_event_tags join events on events.id = event_id
            where proposal_id = listed.id order by events.start_date desc, events.id limit ${serverLimits.proposalExamples}
          ) as event_names
        from (
          select topic_proposals.*, coalesce(event_count, 0) as event_count
          from topic_proposals left join (
            select proposal_id, count(*)::integer as event_count from proposed_event_tags group by proposal_id
          ) as counted on proposal_id = id
          where proposed_by is null or exists (select from profiles where profiles.id = proposed_by)
          order by event_count desc, created_at desc, id limit ${limits.recordsAtOnce}
        ) as listed left join profiles on profiles.id = proposed_by
        order by event_count desc, listed.created_at desc, listed.id`,
    ),
  )

const proposeFromNames = adminOnly
  .route(
    post(
      '/topic-proposals/from-names',
      'Propose for each conference the topics that its name names (RustConf: Rust)',
    ),
  )
  .meta({ failure: 'Failed to look for topics in names' })
  .output(nameProposals)
  .handler(async ({ context: { db } }) => {
    const suggestions = await proposeTopicsOfNames(db)
    const slugs = suggestions.flatMap(({ conferences }) => conferences.map(({ slug }) => slug))
    return { topics: suggestions.length, conferences: new Set(slugs).size }
  })

const byId = z.object({ id: z.uuid() })
const deciding = adminOnly.errors({ NOT_FOUND: { message: topicDecision.missing } }).output(z.void())

const accept = deciding
  .route(
    deprecated(
      post(
        '/topic-proposals/{id}/accept',
        'Add a proposed topic, also to the conferences that it is proposed for; under another name, which may be that of a topic',
      ),
    ),
  )
  .input(byId.extend(topicForm.partial().shape))
  .handler(async ({ context, input: { id, name } }) => {
    await decide(topicDecision, context, id, { isAccepted: true, words: name })
  })

const dismiss = deciding
  .route(deprecated(post('/topic-proposals/{id}/dismiss', 'Dismiss a proposed topic')))
  .input(byId)
  .handler(async ({ context, input: { id } }) => {
    await decide(topicDecision, context, id, { isAccepted: false })
  })

const decideAll = adminOnly
  .route(deprecated(post('/topic-proposals/decision', 'Add several proposed topics, or dismiss them')))
  .input(severalIds.extend({ is_accepted: z.boolean() }))
  .output(refusals)
  .handler(({ context, input: { ids, is_accepted } }) =>
    decideMany(topicDecision, context, ids, { isAccepted: is_accepted }),
  )

export const topicProposalsApi = { propose, list, proposeFromNames, accept, dismiss, decideMany: decideAll }
