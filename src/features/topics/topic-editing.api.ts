import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { forgetOldAddress } from '#features/administration/old-addresses.server.ts'
import { mergeRows } from '#features/change-log/merge-rows.server.ts'
import { beginSet } from '#features/change-log/undo.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { containing, fold } from '#lib/text.ts'
import { subjectKey } from '#lib/topic-names.ts'
import { constraintOf, type Database, rows } from '#platform/database/db.ts'
import { numberedPage } from '#platform/database/numbered-page.ts'
import { adminOnly, del, get, post, postNew, put, signedIn } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { recordOldTopic } from './topic-proposals.server.ts'
import { managedTopic, sameTopics, topicForm } from './topics.schemas.ts'
import { topics } from './topics.tables.ts'

const editing = signedIn
  .errors({
    FORBIDDEN: {
      message: 'Permission Denied: You do not have admin privileges to add, edit or delete topics.',
    },
    NOT_FOUND: { message: 'This topic no longer exists' },
    /** The existing topic of that name, to merge into. */
    CONFLICT: {
      message: 'A topic with this name already exists',
      data: z.object({ id: z.uuid(), name: z.string() }),
    },
  })
  .use(({ context, next, errors }) => {
    if (!context.viewer.isAdmin) throw errors.FORBIDDEN()
    return next()
  })
const byId = z.object({ id: z.uuid() })

/** Offset pagination is fine here: there are hundreds of topics, not millions. */
const managed = adminOnly
  .route(get('/managed/topics', 'Topics by name, by page number'))
  .meta({ failure: 'Failed to fetch topics' })
  .input(
    z.object({
      search: z.string().trim().max(limits.topicName).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    }),
  )
  .output(
    z.object({
      topics: z.array(managedTopic),
      page: z.number().int(),
      pages: z.number().int(),
      total: z.number().int(),
    }),
  )
  .handler(async ({ context: { db }, input }) => {
    const key = sql`fold(${topics.name})`
    const matching = input.search ? sql`joined(${key}) like ${containing(input.search)}` : undefined
    const total = await db.$count(topics, matching)
    const { page, pages } = numberedPage(input.page, total, serverLimits.adminTopicsPerPage)
    const topicRows = await rows<z.infer<typeof managedTopic>>(db)`
      select id, name, event_count from topics where ${matching ?? sql`true`} order by ${key}, id
      limit ${serverLimits.adminTopicsPerPage} offset ${(page - 1) * serverLimits.adminTopicsPerPage}`
    return { topics: topicRows, page, pages, total }
  })

const findByName = async (db: Database, name: string) => {
  const [topic] = await rows<{ id: string; name: string }>(db)`
    select id, name from topics where fold(name) = ${fold(name)}`
  return topic
}
/** For `.catch`: the error of a name that a topic has names that topic. */
const ifNamed =
  (db: Database, name: string, conflict: (options: { data: { id: string; name: string } }) => Error) =>
  async (error: unknown): Promise<never> => {
    const isTaken = constraintOf(error)?.startsWith('topics_name_is_unique')
    const topic = isTaken && (await findByName(db, name))
    throw topic ? conflict({ data: topic }) : error
  }

/** The topics of these ids in the given order, locked by id order against deadlocks. */
async function lockTopics(tx: Database, ...ids: string[]) {
  const locked = await tx
    .select()
    .from(topics)
    .where(sql`id = any (${sql.param(ids)}::uuid[])`)
    .orderBy(topics.id)
    .for('update')
  return ids.map((id) => locked.find((topic) => topic.id === id))
}

const create = editing
  .meta({ isUndoable: true })
  .route(postNew('/topics', 'Add a topic'))
  .input(topicForm)
  .output(byId)
  .handler(({ context: { db, viewer }, input: { name }, errors }) =>
    db
      .transaction(async (tx) => {
        const [created] = await tx
          .insert(topics)
          .values({ name, created_by: viewer.id })
          .returning({ id: topics.id })
        await forgetOldAddress(tx, 'topic', fold(name))
        await recordAdminAction(tx, viewer, { action: 'topic_added', subject: name, path: topicPath(name) })
        return created!
      })
      .catch(ifNamed(db, name, errors.CONFLICT)),
  )

const rename = editing
  .meta({ isUndoable: true })
  .route(put('/topics/{id}', 'Rename a topic; tags follow'))
  .input(topicForm.extend(byId.shape))
  .output(z.void())
  .handler(({ context: { db, viewer }, input: { id, name }, errors }) =>
    db
      .transaction(async (tx) => {
        const [before] = await lockTopics(tx, id)
        if (!before) throw errors.NOT_FOUND()
        if (before.name === name) return
        await tx.update(topics).set({ name }).where(eq(topics.id, id))
        await recordOldTopic(tx, before.name, name)
        await recordAdminAction(tx, viewer, {
          action: 'topic_renamed',
          subject: name,
          path: topicPath(name),
          before: { id, name: before.name },
          after: { name },
        })
      })
      .catch(ifNamed(db, name, errors.CONFLICT)),
  )

const merge = editing
  .meta({ isUndoable: true })
  .route(post('/topics/{id}/merge', 'Merge a topic into another one and delete it'))
  .input(byId.extend({ into_id: z.uuid() }))
  .output(z.object({ change_id: z.number().int() }))
  .handler(({ context: { db, viewer }, input: { id, into_id }, errors }) =>
    db.transaction(async (tx) => {
      const [removed, target] = await lockTopics(tx, id, into_id)
      if (!removed || !target || id === into_id) throw errors.NOT_FOUND()
      const change_id = await beginSet(tx, { by: viewer.id, via: 'merge' })
      await mergeRows(tx, 'topics', [{ from: id, to: into_id }], { except: ['speaker_topics'] })
      await tx.delete(topics).where(eq(topics.id, id))
      await recordOldTopic(tx, removed.name, target.name)
      await recordAdminAction(tx, viewer, {
        action: 'topic_merged',
        subject: target.name,
        path: topicPath(target.name),
        before: { name: removed.name, conferences: removed.event_count },
      })
      return { change_id }
    }),
  )

const same = adminOnly
  .route(get('/managed/topics/same', 'Topics that are one subject, the one with the most conferences first'))
  .output(z.array(sameTopics))
  .handler(async ({ context: { db } }) => {
    const all = await db
      .select({ id: topics.id, name: topics.name, event_count: topics.event_count })
      .from(topics)
      .orderBy(desc(topics.event_count), topics.name)
    return [...Map.groupBy(all, ({ name }) => subjectKey(name)).values()]
      .filter(({ length }) => length > 1)
      .map(([into, ...rest]) => ({ into: into!, topics: rest }))
  })

const remove = editing
  .meta({ isUndoable: true })
  .route(del('/topics/{id}', 'Delete a topic and remove it from all events and talks'))
  .input(byId)
  .output(z.void())
  .handler(({ context: { db, site, viewer }, input: { id }, errors }) =>
    db.transaction(async (tx) => {
      const [removed] = await lockTopics(tx, id)
      if (!removed) throw errors.NOT_FOUND()
      await notify(tx, site, {
        from: viewer,
        kind: 'follow_ended',
        subject: 'Something you follow was removed',
        to: sql`select user_id from follows where topic_id = ${id}::uuid and user_id <> ${viewer.id}::uuid`,
        message: `The topic “${removed.name}” was removed, so you no longer follow it.`,
        path: '/following',
      })
      await tx.delete(topics).where(eq(topics.id, id))
      const before = { conferences: removed.event_count }
      await recordAdminAction(tx, viewer, { action: 'topic_deleted', subject: removed.name, before })
    }),
  )

const topicPath = (name: string) => `/topics/${encodeURIComponent(name)}`

export const topicEditingApi = { managed, same, create, rename, merge, remove }
