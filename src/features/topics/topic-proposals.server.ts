import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { forgetOldAddress, recordOldAddress } from '#features/administration/old-addresses.server.ts'
import { fold } from '#lib/text.ts'
import { properTopicName, subjectKey } from '#lib/topic-names.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { topics } from './topics.tables.ts'
import { topicsInName, topicVocabulary } from './topics-in-names.ts'

/** A topic for a conference. */
export type ProposedTag = { event_id: string; tag: string }

/** The page of the old name leads to the new one. Names that fold to the same have one address anyway. */
export async function recordOldTopic(tx: Database, oldName: string, newName: string): Promise<void> {
  const [oldKey, newKey] = [fold(oldName), fold(newName)]
  await forgetOldAddress(tx, 'topic', newKey)
  if (oldKey !== newKey) await recordOldAddress(tx, 'topic', oldKey, newKey)
}

/** A function that returns the topic that is or was called so, or is the same subject. */
export async function createTopicLookup(tx: Database): Promise<(tag: string) => string | undefined> {
  const existing = await rows<{ name: string; key: string }>(tx)`
    select name, fold(name) as key from topics order by event_count desc, key`
  const formerKeys = await rows<{ key: string; new_key: string }>(tx)`
    select key, new_key from old_addresses where kind = 'topic' and new_key is not null`
  const newKeyOf = new Map(formerKeys.map(({ key, new_key }) => [key, new_key]))
  const nameOf = new Map(existing.map(({ key, name }) => [key, name]))
  const nameOfSubject = new Map(existing.toReversed().map(({ name }) => [subjectKey(name), name]))
  return (tag) => {
    let key: string | undefined = fold(tag)
    for (let step = 0; key !== undefined && step < 100; step++) {
      const name = nameOf.get(key)
      if (name !== undefined) return name
      key = newKeyOf.get(key)
    }
    return nameOfSubject.get(subjectKey(tag))
  }
}

/** Sets the topics of an event that the site has, by any of their names. */
export async function addExistingTags(tx: Database, eventId: string, tags: string[]): Promise<void> {
  if (tags.length === 0) return
  const topicOf = await createTopicLookup(tx)
  const names = [...new Set(tags.map(topicOf))].filter((name) => name !== undefined)
  await tx.execute(sql`
    insert into event_tags (event_id, tag) select ${eventId}::uuid, name from unnest(${sql.param(names)}::text[]) as name
    on conflict do nothing`)
}

/** With the names of what exists or is proposed already, or that people write: of 'nodejs' and 'Node.js' the first one stays. */
async function withExistingNames(tx: Database, tags: ProposedTag[]): Promise<ProposedTag[]> {
  const topicOf = await createTopicLookup(tx)
  const proposals = await rows<{ name: string }>(tx)`select name from topic_proposals`
  const nameOfSubject = new Map(proposals.toReversed().map(({ name }) => [subjectKey(name), name]))
  return tags.map(({ event_id, tag }) => {
    const key = subjectKey(tag)
    if (!nameOfSubject.has(key)) nameOfSubject.set(key, properTopicName(tag))
    return { event_id, tag: topicOf(tag) ?? nameOfSubject.get(key)! }
  })
}

/** Proposes topics for conferences, in nobody's name: those that are proposed already get the conferences, too. */
export async function proposeTags(tx: Database, tags: ProposedTag[]): Promise<void> {
  if (tags.length === 0) return
  const json = JSON.stringify(await withExistingNames(tx, tags))
  const tagRows = sql`jsonb_to_recordset(${json}::jsonb) as row (event_id uuid, tag text)`
  await tx.execute(sql`
    insert into topic_proposals (name)
    select distinct on (fold(tag)) tag from ${tagRows} order by fold(tag), tag on conflict do nothing`)
  await tx.execute(sql`
    insert into proposed_event_tags (proposal_id, event_id)
    select distinct topic_proposals.id, event_id from ${tagRows} join topic_proposals on fold(name) = fold(tag)
    on conflict do nothing`)
}

/** Deletes nobody's proposals that have no conference any more. */
export const deleteEmptyProposals = (tx: Database) =>
  tx.execute(sql`
    delete from topic_proposals where proposed_by is null
      and not exists (select from proposed_event_tags where proposal_id = topic_proposals.id)`)

/** A step blocks the embedded engine for some ten milliseconds. */
const eventsPerStep = 500

export type TopicInNames = { topic: string; is_new: boolean; conferences: { slug: string; name: string }[] }

/** Proposes for each conference the topics that its name names and that it does not have, without those that were ever dismissed. The most frequent first. */
export async function proposeTopicsOfNames(db: Database, signal?: AbortSignal): Promise<TopicInNames[]> {
  const existingTopics = (await db.select({ name: topics.name }).from(topics)).map(({ name }) => name)
  const vocabulary = topicVocabulary(existingTopics)
  const dismissals = await rows<{ name: string }>(db)`
    select fold(subject) as name from admin_actions where action = 'topic_proposal_dismissed'`
  const dismissedNames = new Set(dismissals.map(({ name }) => name))
  const byTopic = new Map<string, TopicInNames>()
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    signal?.throwIfAborted()
    const step = await rows<{ id: string; slug: string; name: string; tags: string[] }>(db)`
      select id, slug, name, tags from events where id > ${last}::uuid order by id limit ${eventsPerStep}`
    const tags: ProposedTag[] = []
    for (const { id, slug, name, tags: eventTags } of step)
      for (const topic of topicsInName(name, vocabulary)) {
        if (eventTags.includes(topic) || dismissedNames.has(fold(topic))) continue
        tags.push({ event_id: id, tag: topic })
        const suggestion = byTopic.get(topic) ?? {
          topic,
          is_new: !existingTopics.includes(topic),
          conferences: [],
        }
        suggestion.conferences.push({ slug, name })
        byTopic.set(topic, suggestion)
      }
    await db.transaction((tx) => proposeTags(tx, tags))
    if (step.length < eventsPerStep) break
    last = step.at(-1)!.id
    await yieldToEventLoop()
  }
  return [...byTopic.values()].sort(
    (one, other) => other.conferences.length - one.conferences.length || (one.topic < other.topic ? -1 : 1),
  )
}
