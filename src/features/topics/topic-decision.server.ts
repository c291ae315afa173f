import { eq, sql } from 'drizzle-orm'
import { forgetOldAddress } from '#features/administration/old-addresses.server.ts'
import type { Decision } from '#features/decisions/decide.server.ts'
import { fold } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { createTopicLookup, recordOldTopic } from './topic-proposals.server.ts'
import { topicForm } from './topics.schemas.ts'
import { topic_proposals, topics } from './topics.tables.ts'

/** Puts a proposed topic, which exists now, on the conferences that it is proposed for. Returns how many got it. */
async function tagProposedEvents(tx: Database, id: string, name: string): Promise<number> {
  await tx.execute(sql`select set_config('hallway.bulk', 'on', true)`)
  const tagged = await rows(tx)`
    insert into event_tags (event_id, tag)
    select event_id, topics.name from proposed_event_tags join topics on fold(topics.name) = fold(${name})
    where proposal_id = ${id}::uuid
    on conflict do nothing returning event_id`
  return tagged.length
}

const remove = (tx: Database, id: string) => tx.delete(topic_proposals).where(eq(topic_proposals.id, id))

/** A proposed topic is added, perhaps under other words, which may be the name of a topic; nobody is notified of what an import proposed. */
export const topicDecision: Decision<typeof topic_proposals.$inferSelect> = {
  async lock(tx, id) {
    const [proposal] = await tx.select().from(topic_proposals).where(eq(topic_proposals.id, id)).for('update')
    return proposal
  },
  missing: 'This proposal has already been decided',
  mailSubject: 'Your topic proposal',
  words: topicForm.shape.name,
  list: () => sql`
    select id, created_at, name, null as path, proposed_by as asked_by, false as is_doubtful from topic_proposals
    where proposed_by is null or proposed_by in (select id from profiles)`,
  evidence: sql`(
    select json_build_object(
      'text', case when not exists (select from topics where fold(topics.name) = fold(item.name)) then 'new' end,
      'records', json_agg(conference order by start_date desc, slug) filter (where nth <= ${serverLimits.proposalExamples}),
      'warning', case when count(*) > ${serverLimits.proposalExamples} then 'For ' || count(*) || ' conferences' end
    )
    from (
      select events.name, '/conferences/' || slug as path, start_date, end_date, slug,
        row_number() over (order by start_date desc, slug) as nth
      from proposed_event_tags join events on events.id = event_id where proposal_id = item.id
    ) as conference
  )`,
  isLogged: true,
  async accept({ tx, viewer, words: newName, subject: proposal }) {
    const topicOf = await createTopicLookup(tx)
    const name = (newName && topicOf(newName)) ?? newName ?? proposal.name
    const path = `/topics/${encodeURIComponent(name)}`
    const [added] = await tx
      .insert(topics)
      .values({ name, created_by: viewer.id })
      .onConflictDoNothing()
      .returning({ id: topics.id })
    const conferences = await tagProposedEvents(tx, proposal.id, name)
    await remove(tx, proposal.id)
    if (added) await forgetOldAddress(tx, 'topic', fold(name))
    // The next list that has this name means the topic.
    if (newName) await recordOldTopic(tx, proposal.name, name)
    const outcome = name === proposal.name ? 'added' : `added as “${name}”`
    return {
      entry:
        added || conferences > 0
          ? {
              action: added ? 'topic_added' : 'topic_set_as_proposed',
              subject: name,
              path,
              ...(conferences > 0 && { after: { conferences } }),
            }
          : undefined,
      notice: {
        to: proposal.proposed_by,
        message: `Your proposed topic “${proposal.name}” was ${outcome}.`,
        path,
      },
    }
  },
  async reject({ tx, subject: { id, name, proposed_by } }) {
    await remove(tx, id)
    return {
      entry: { action: 'topic_proposal_dismissed', subject: name },
      notice: { to: proposed_by, message: `Your proposed topic “${name}” was not added.`, path: '/topics' },
    }
  },
}
