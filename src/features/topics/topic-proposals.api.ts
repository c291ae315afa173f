import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { fold } from '#lib/text.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { adminOnly, post, postNew, signedIn } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { proposeTopicsOfNames } from './topic-proposals.server.ts'
import { nameProposals, topicForm } from './topics.schemas.ts'
import { topic_proposals, topics } from './topics.tables.ts'

const hasName = (name: string, column: typeof topics.name | typeof topic_proposals.name) =>
  eq(sql`fold(${column})`, fold(name))

const propose = signedIn
  .route(postNew('/topic-proposals', 'Propose a topic to the administrators'))
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
  .handler(({ context: { db, viewer }, input: { name }, errors }) =>
    db
      .transaction(async (tx) => {
        // Two at once would each see one fewer.
        await tx.execute(sql`select from profiles where id = ${viewer.id}::uuid for update`)
        if ((await tx.$count(topics, hasName(name, topics.name))) > 0) throw errors.CONFLICT()
        const open = await tx.$count(topic_proposals, eq(topic_proposals.proposed_by, viewer.id))
        if (open >= serverLimits.topicProposals) throw errors.LIMIT_REACHED()
        await tx.insert(topic_proposals).values({ name, proposed_by: viewer.id })
      })
      .catch(byConstraint({ topic_proposals_name_is_unique_when_folded: errors.PROPOSED })),
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

export const topicProposalsApi = { propose, proposeFromNames }
