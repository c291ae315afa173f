import { ORPCError } from '@orpc/server'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { editErrors, lockForEdit, readForEdit, recordEdit } from '#features/events/event-editing.server.ts'
import { findFreeSlug } from '#features/events/event-listing.server.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { type ListedMatch, listedMatch } from '#features/events/listed-match.ts'
import { webAddress } from '#features/reading/plain-text.ts'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { listedCountry } from '#lib/country-names.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import {
  type Context,
  get,
  postJob,
  postNew,
  put,
  signedIn,
  type Viewer,
} from '#platform/procedures/procedure.ts'
import { consume, programmeFetchLimit, programmeFileLimit } from '#platform/rate-limits.ts'
import { limits } from '#src/limits.ts'
import type { SyncChoices } from '../merging/sync-choices.ts'
import { peopleToDecide, previewLists } from '../merging/sync-preview.ts'
import { isSpeakersFile } from '../reading/decode-text.ts'
import { tooLargeMessage } from '../reading/document.ts'
import { pushProgramme } from './automatic-sync.server.ts'
import { eventOfProgramme, findRefusal, listNewEvent, newEventOf, unlistedEvent } from './new-event.server.ts'
import { unpacked } from './packing.server.ts'
import { programme_syncs } from './programme-import.tables.ts'
import {
  importedProgramme,
  type SyncReport,
  type SyncSummary,
  syncDecisions,
  syncDetail,
  syncSummary,
} from './programme-syncs.schemas.ts'
import {
  beginUndo,
  createSync,
  decidedChoices,
  findPendingPreview,
  hasEndedSince,
  type ImportResult,
  isRecentSync,
  type ProgrammeFile,
  previewProgramme,
  rememberSource,
  reportOf,
} from './programme-syncs.server.ts'
import { runSync } from './run-sync.server.ts'
import { compareWithStored, readSyncedEvent } from './stored-programme.server.ts'
import { oneAtATime } from './sync-steps.server.ts'
import { undoSync } from './undo-sync.server.ts'

const errors = {
  ...editErrors,
  UNREADABLE: { status: 422, message: 'This programme cannot be read' },
  UNREACHABLE: { status: 422, message: "We couldn't reach that address." },
  TOO_LARGE: { status: 413, message: tooLargeMessage },
  OTHER_CONFERENCE: { status: 409, message: 'This is the programme of another conference' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a minute.' },
}

const source = {
  /** A file, or two for Sessionize: the sessions and the view Speakers. */
  files: z
    .preprocess((value) => (value instanceof File ? [value] : value), z.array(z.file()).max(2))
    .optional(),
  url: z.string().trim().max(limits.url).optional(),
}

type SourceInput = { files?: File[]; url?: string }
type Errors = { [Code in keyof typeof errors]: (options?: { message?: string }) => Error }

/** The file that was uploaded, or what is at the address. */
async function loadFile(
  context: Pick<Context, 'fetchSafely' | 'db'>,
  viewerId: string,
  { files: uploads = [], url }: SourceInput,
  errors: Errors,
): Promise<ProgrammeFile> {
  const limit = uploads.length > 0 ? programmeFileLimit(viewerId) : programmeFetchLimit(viewerId)
  if ((await consume(context.db, limit)) > 0) throw errors.TOO_MANY_REQUESTS()
  if (uploads.length === 0) {
    if (!url) throw errors.UNREADABLE({ message: 'Choose a file or enter the URL of a programme' })
    const address = webAddress(url)
    const { body, ...headers } = await context.fetchSafely(address, { maxBytes: limits.programmeFile })
    return { content: body, url: address, etag: headers.etag, lastModified: headers.lastModified }
  }
  const files = await Promise.all(
    uploads.map(async (file) => ({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) })),
  )
  if (files.some(({ content }) => content.length > limits.programmeFile)) throw errors.TOO_LARGE()
  const speakers = files.length > 1 ? files.find(({ content }) => isSpeakersFile(content)) : undefined
  if (files.length > 1 && !speakers)
    throw errors.UNREADABLE({
      message: 'Choose one programme. A second file can only be Sessionize’s view Speakers.',
    })
  const [programme] = files.filter((file) => file !== speakers)
  return { content: programme!.content, fileName: programme!.name, speakers: speakers?.content }
}

type Access = Pick<Parameters<typeof lockForEdit>[2], 'viewer' | 'errors'>

/** The sync with its conference, for who may edit that. */
async function readOwnSync(db: Database, id: string, { viewer, errors }: Access) {
  const target = await readSync(db, id)
  if (!target) throw errors.NOT_FOUND()
  if (!canEditEvent(viewer, target.event)) throw errors.FORBIDDEN()
  return target
}

/** The declared error for what reading or fetching threw. */
function declaredError(error: unknown, errors: Errors): unknown {
  if (isUnreadable(error)) return errors.UNREADABLE({ message: error.message })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const { message } = error as Error
  if (code === 'OTHER_CONFERENCE') return errors.OTHER_CONFERENCE({ message })
  if (code === 'UNREACHABLE' || code === 'TIMEOUT' || code === 'HTTP_STATUS')
    return errors.UNREACHABLE({
      message: `${message} Check it, or download the programme and choose the file.`,
    })
  if (code === 'TOO_LARGE') return errors.TOO_LARGE()
  return error
}

/** How many programmes of each viewer are being fetched and read, or queued. */
const readings = new Map<string, number>()
/** Fewer than the queue holds (read-in-thread.server.ts): nobody can fill it alone. */
const maxReadingsPerViewer = 2

const readsProgramme = signedIn.use(async ({ context: { viewer }, next }) => {
  const running = readings.get(viewer.id) ?? 0
  if (running >= maxReadingsPerViewer)
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message: 'Two of your programmes are being read just now. Please try again when they are done',
    })
  readings.set(viewer.id, running + 1)
  try {
    return await next()
  } finally {
    const remaining = readings.get(viewer.id)! - 1
    if (remaining > 0) readings.set(viewer.id, remaining)
    else readings.delete(viewer.id)
  }
})

const preview = readsProgramme
  .route(
    postNew(
      '/events/{event_id}/syncs',
      'Read a programme from a file or a URL and preview what it would change; the event is not changed',
    ),
  )
  .errors(errors)
  .input(z.object({ event_id: z.uuid(), ...source }))
  .output(z.object({ id: z.uuid() }))
  .handler(async ({ context, input, errors }) => {
    const { db, viewer, today } = context
    const event = await readForEdit(db, input.event_id, { viewer, errors })
    try {
      const file = await loadFile(context, viewer.id, input, errors)
      const result = await previewProgramme(db, event, file, { today })
      return { id: await createSync(db, event, result, { file, status: 'preview', begunBy: viewer.id }) }
    } catch (error) {
      throw declaredError(error, errors)
    }
  })

const push = readsProgramme
  .meta({ scope: 'programme' })
  .route({
    ...put(
      '/events/{event_id}/programme',
      'Import the programme that is the body, in any format that is read',
    ),
    description:
      'For a program, with an access token of the conference. 200 if nothing changes, else 202 when it is imported; 409 with what a person has to look at first, who finds it on the page of the import. With dry=1 nothing is imported, and 200 says what would change.',
    inputStructure: 'detailed',
    outputStructure: 'detailed',
  })
  .errors({
    ...errors,
    WAITS: { status: 409, message: 'Please review', data: importedProgramme.extend({ url: z.url() }) },
  })
  .input(
    z.object({
      params: z.object({ event_id: z.uuid() }),
      /** Strict: with a misspelt `dry` it would be imported. */
      query: z.strictObject({ dry: z.stringbool().prefault('false') }).prefault({}),
      body: z.file(),
    }),
  )
  .output(
    z.union([
      z.object({ status: z.literal(200), body: importedProgramme }),
      z.object({ status: z.literal(202), body: importedProgramme }),
    ]),
  )
  .handler(async ({ context, input: { params, query, body }, errors }) => {
    const { db, viewer, today, site, runInBackground } = context
    const id = params.event_id
    if (viewer.tokenEventId && viewer.tokenEventId !== id)
      throw errors.FORBIDDEN({ message: 'This access token is for the programme of another conference' })
    const event = await readForEdit(db, id, { viewer: { ...viewer, isAdmin: false }, errors })
    try {
      const file = await loadFile(context, viewer.id, { files: [body] }, errors)
      const run = { site, today, begunBy: viewer.id, isDry: query.dry }
      // It goes on if the program does not wait for the answer.
      const result = await new Promise<ImportResult>((resolve, reject) =>
        runInBackground((signal) => pushProgramme(db, event, file, { ...run, signal }).then(resolve, reject)),
      )
      const { report, warnings } = result
      const imported = { ...report, warnings }
      const url = `${site.url}/conferences/${event.slug}/edit/import`
      if (result.status === 'waiting')
        throw errors.WAITS({ message: result.reason, data: { ...imported, url } })
      return { status: result.status === 'done' ? (202 as const) : (200 as const), body: imported }
    } catch (error) {
      throw declaredError(error, errors)
    }
  })

const LISTED = {
  status: 409,
  message: 'This conference is listed already',
  data: z.object({ listed: listedMatch }),
}

const createEvent = readsProgramme
  .route({
    ...postNew(
      '/events/from-programme',
      'Preview a new conference from its programme; importing the preview lists it',
    ),
    description:
      'Nothing is public until the preview is imported with POST /syncs/{id}/apply. If a listed conference is similar, the answer is 409 and names it: import into it with POST /events/{id}/syncs, or send is_new.',
  })
  .errors({
    ...errors,
    LISTED,
    INCOMPLETE: {
      status: 422,
      message: 'The file does not contain everything: please add what is missing',
      data: z.object({ missing: z.array(z.enum(['name', 'location_name', 'country_name'])) }),
    },
  })
  .input(
    z.object({
      ...source,
      name: eventFields.name.schema.optional(),
      location_name: eventFields.location_name.schema.optional(),
      country_name: eventFields.country_name.schema.transform(listedCountry).optional(),
      /** It is another conference than the similar one that is listed. */
      is_new: z.union([z.boolean(), z.stringbool()]).default(false),
    }),
  )
  /** `slug` is the one that the conference gets, unless another one takes it before the import. */
  .output(z.object({ slug: z.string(), sync_id: z.uuid() }))
  .handler(async ({ context, input, errors }) => {
    const { db, viewer, today } = context
    try {
      const file = await loadFile(context, viewer.id, input, errors)
      const metadata = await eventOfProgramme(file, input.country_name)
      const { start_date, end_date, website } = metadata
      const name = input.name ?? metadata.name
      const location_name = input.location_name ?? metadata.location_name
      const country_name = input.country_name ?? metadata.country_name
      if (!name || !location_name || !country_name || !start_date || !end_date) {
        const fields = { name, location_name, country_name }
        const missing = (['name', 'location_name', 'country_name'] as const).filter((field) => !fields[field])
        throw errors.INCOMPLETE({ data: { missing } })
      }
      const described = { name, location_name, country_name, start_date, end_date, website }
      const existingEvent = await findRefusal(db, described, { viewer, is_new: input.is_new })
      if (existingEvent) throw errors.LISTED({ data: { listed: existingEvent } })
      const event = await newEventOf(metadata, { ...described, slug: await findFreeSlug(db, described) })
      const result = await previewProgramme(db, unlistedEvent(event, viewer.id), file, { today })
      result.warnings.unshift(...metadata.guesses)
      const sync_id =
        (await findPendingPreview(db, viewer.id, result.digest, event)) ??
        (await createSync(db, event, result, { file, status: 'preview', begunBy: viewer.id }))
      return { slug: event.slug, sync_id }
    } catch (error) {
      throw declaredError(error, errors)
    }
  })

const summaryColumns = sql`
  programme_syncs.id, status, format, url, file_name, report, created_at::text as created_at, finished_at::text as finished_at,
  status = 'done' and ${isRecentSync} and not exists (
    select from programme_syncs as later
    where later.event_id = programme_syncs.event_id and later.status = 'done' and later.finished_at > programme_syncs.finished_at
  ) as is_undoable`
const maxListed = 10

const list = signedIn
  .route(get('/events/{event_id}/syncs', 'List the latest imports of a programme'))
  .errors({ NOT_FOUND: errors.NOT_FOUND, FORBIDDEN: errors.FORBIDDEN })
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(syncSummary))
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    const event = await readForEdit(db, input.event_id, { viewer, errors })
    return rows<SyncSummary>(db)`
        select ${summaryColumns} from programme_syncs
        where event_id = ${event.id}::uuid and status not in ('preview', 'unchanged')
        order by programme_syncs.created_at desc, programme_syncs.id desc limit ${maxListed}`
  })

const SYNC_NOT_FOUND = { message: 'This import no longer exists' }

async function readSync(db: Database, id: string) {
  // The document is large and needed only until it is applied: meanwhile the page polls twice a second.
  const document = sql<string | null>`case when status in ('preview', 'waiting') then document end`
  const [sync] = await db
    .select({ ...getTableColumns(programme_syncs), document, read_at: sql<string>`now()::text` })
    .from(programme_syncs)
    .where(eq(programme_syncs.id, id))
  if (!sync) return undefined
  const event = sync.new_event
    ? unlistedEvent(sync.new_event, sync.begun_by)
    : await readSyncedEvent(db, { id: sync.event_id! })
  return event && { sync, event }
}

/** Per list, unless the request is for all of one kind. */
const listedChanges = 25

const detail = signedIn
  .route(get('/syncs/{id}', 'What an import would change, or its progress'))
  .errors({ NOT_FOUND: SYNC_NOT_FOUND, FORBIDDEN: errors.FORBIDDEN })
  .input(
    z.object({
      id: z.uuid(),
      all: z.enum(['added', 'changed', 'moved', 'removed', 'kept', 'edited']).optional(),
    }),
  )
  .output(syncDetail)
  .handler(async ({ context: { db, viewer, today }, input, errors }) => {
    const { sync, event } = await readOwnSync(db, input.id, { viewer, errors })
    const [summary] = await rows<SyncSummary & { done: number }>(db)`
        select ${summaryColumns}, (
          select count(distinct key)::integer from changed_rows
          where changed_rows.set_id = programme_syncs.set_id and table_name in ('all_talks', 'all_breaks')
        ) as done
        from programme_syncs where id = ${sync.id}::uuid`
    const rest = {
      ...summary!,
      event_id: sync.event_id,
      new_event: sync.new_event,
      warnings: sync.warnings.slice(0, 500),
    }
    if (!sync.document) return { ...rest, edited: 0, lists: null, people: [] }
    const document = await unpacked(sync.document)
    const plan = (await compareWithStored(db, event, document, { url: sync.url, today }))(sync.choices)
    const speakers = await rows<{ id: string; name: string }>(db)`
        select id, name from speakers
        where id in (
          select speaker_id from talk_speakers join talks on talks.id = talk_id where event_id = ${event.id}::uuid
        )`
    const names = new Map(speakers.map(({ id, name }) => [id, name]))
    const lists = previewLists(plan, document, event, names)
    const short = Object.fromEntries(
      Object.entries(lists).map(([kind, changes]) => [
        kind,
        kind === input.all ? changes : changes.slice(0, listedChanges),
      ]),
    ) as typeof lists
    return {
      ...rest,
      report: reportOf(plan, sync.report?.milliseconds ?? 0),
      edited: plan.edited.length,
      lists: short,
      people: peopleToDecide(plan, document),
    }
  })

const sameCounts = (one: SyncReport, other: SyncReport) =>
  (['added', 'changed', 'moved', 'removed', 'kept'] as const).every((name) => one[name] === other[name])

type StoredSync = NonNullable<Awaited<ReturnType<typeof readSync>>>['sync']
type Decisions = { sync: StoredSync; choices: SyncChoices; is_quiet: boolean; report: SyncReport }

type ApplyErrors = Pick<Errors, 'FORBIDDEN' | 'NOT_FOUND'> &
  Record<'GONE' | 'CONFLICT', () => Error> & {
    LISTED: (options: { data: { listed: ListedMatch } }) => Error
  }

/** The conference of the preview, which is listed now if it is a new one. */
async function eventToImportInto(
  tx: Database,
  viewer: NonNullable<Viewer>,
  sync: StoredSync,
  errors: ApplyErrors,
) {
  if (sync.event_id) return lockForEdit(tx, sync.event_id, { viewer, errors })
  const { event, existingEvent } = await listNewEvent(tx, sync.new_event!, viewer)
  if (existingEvent) throw errors.LISTED({ data: { listed: existingEvent } })
  return event
}

async function beginApplying(
  tx: Database,
  viewer: NonNullable<Viewer>,
  { sync, report, ...decisions }: Decisions,
  errors: ApplyErrors,
): Promise<string> {
  const event = await eventToImportInto(tx, viewer, sync, errors)
  const [begun] = await tx
    .update(programme_syncs)
    .set({
      ...decisions,
      report,
      event_id: event.id,
      new_event: null,
      status: 'applying',
      begun_by: viewer.id,
      progressed_at: sql`now()`,
    })
    .where(sql`id = ${sync.id}::uuid and status in ('preview', 'waiting')`)
    .returning({ id: programme_syncs.id })
  if (!begun) throw errors.GONE()
  if (await hasEndedSince(tx, event.id, sync.read_at)) throw errors.CONFLICT()
  const { format, digest, url } = sync
  await rememberSource(tx, event.id, { format, digest, file: { url } })
  const { added, changed, moved, removed } = report
  const programme = url ?? sync.file_name
  await recordEdit(tx, viewer, event, {
    action: 'programme_edited',
    after: { programme, added, changed, moved, removed },
  })
  return event.slug
}

const apply = signedIn
  .route(postJob('/syncs/{id}/apply', 'Import a programme that was previewed; continues in the background'))
  .errors({
    NOT_FOUND: SYNC_NOT_FOUND,
    FORBIDDEN: errors.FORBIDDEN,
    LISTED,
    CONFLICT: { message: 'Somebody has edited the programme since this preview. Please review it again.' },
    RUNNING: {
      status: 409,
      message: 'Another import of this conference is still running: please wait until it is done',
    },
    GONE: {
      status: 409,
      message: 'This preview was applied already, or is too old. Please read the programme again.',
    },
  })
  .input(syncDecisions.extend({ id: z.uuid() }))
  /** Of the conference, which this lists if it is a new one. */
  .output(z.object({ slug: z.string() }))
  .handler(async ({ context, input, errors }) => {
    const { db, viewer, today, site } = context
    const { sync, event } = await readOwnSync(db, input.id, { viewer, errors })
    if (!sync.document) throw errors.GONE()
    const document = await unpacked(sync.document)
    const compare = await compareWithStored(db, event, document, { url: sync.url, today })
    const milliseconds = sync.report?.milliseconds ?? 0
    const proposedPlan = compare(sync.choices)
    const currentReport = reportOf(proposedPlan, milliseconds)
    if (sync.report && !sameCounts(currentReport, sync.report)) {
      await db.update(programme_syncs).set({ report: currentReport }).where(eq(programme_syncs.id, sync.id))
      throw errors.CONFLICT()
    }
    const choices = {
      ...sync.choices,
      take: input.take.map(({ key, field }) => `${key} ${field}`),
      people: Object.fromEntries(
        input.people.flatMap(({ key, speaker_id, same_as }) => (same_as ? [] : [[key, speaker_id]])),
      ),
      same: Object.fromEntries(input.people.flatMap(({ key, same_as }) => (same_as ? [[key, same_as]] : []))),
      renames: proposedPlan.renames.filter(
        ({ doubtfulOf, from }) => !doubtfulOf || !input.not_renamed.includes(from),
      ),
    }
    const plan = compare(choices)
    const decisions = {
      choices: decidedChoices(choices, plan),
      is_quiet: input.is_quiet,
      report: reportOf(plan, milliseconds),
    }
    const slug = await db
      .transaction((tx) => beginApplying(tx, viewer, { sync, ...decisions }, errors))
      .catch(byConstraint({ [oneAtATime]: errors.RUNNING }))
    context.runInBackground((signal) => runSync(db, sync.id, { site, today, signal }, { document, plan }))
    return { slug }
  })

const undo = signedIn
  .route(postJob('/syncs/{id}/undo', 'Undo the last import; continues in the background'))
  .errors({
    NOT_FOUND: SYNC_NOT_FOUND,
    FORBIDDEN: errors.FORBIDDEN,
    CONFLICT: {
      message:
        'This import can no longer be undone: another one came after it or is running, or it is too old',
    },
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db, viewer, runInBackground }, input, errors }) => {
    const { sync, event } = await readOwnSync(db, input.id, { viewer, errors })
    const begin = db.transaction(async (tx) => {
      const locked = await lockForEdit(tx, event.id, { viewer, errors })
      if (!(await beginUndo(tx, event.id, sync.id))) throw errors.CONFLICT()
      await recordEdit(tx, viewer, locked, {
        action: 'programme_edited',
        before: { programme: sync.url ?? sync.file_name },
      })
    })
    await begin.catch(byConstraint({ [oneAtATime]: errors.CONFLICT }))
    runInBackground((signal) => undoSync(db, sync.id, { signal }))
  })

export const programmeSyncsApi = { preview, push, createEvent, list, detail, apply, undo }
