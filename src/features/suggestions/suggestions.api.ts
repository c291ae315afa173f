import { type HTTPPath, ORPCError } from '@orpc/server'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { decide, refusal } from '#features/decisions/decide.server.ts'
import { notify, withdraw } from '#features/notifications/notifications.server.ts'
import { personWithId } from '#features/people/person-card.server.ts'
import { unknownPicture } from '#features/pictures/pictures.server.ts'
import { isSame } from '#lib/form-fields.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { changedMeanwhile } from '#platform/procedures/changed-meanwhile.ts'
import { type Context, get, post, signedIn, type Viewer } from '#platform/procedures/procedure.ts'
import { consume, memberSuggestionLimit, tooMany } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { lockRecord, type SuggestedRecord, suggestedRecords } from './suggested-records.server.ts'
import {
  type Compared,
  comparedFields,
  comparedKeys,
  fieldsOf,
  isSeenBy,
  labelOf,
  suggestionDecision,
  suggestionsWithRecords,
} from './suggestion-decision.server.ts'
import { acceptance, openSuggestion, suggestionInputs } from './suggestions.schemas.ts'
import { suggestions, type Values } from './suggestions.tables.ts'
import type { SuggestedKind } from './suggestions.ts'

type Member = NonNullable<Viewer>
type Suggesting = Pick<Context, 'db' | 'site' | 'today'> & { viewer: Member }
type Input = { id: string; updated_at?: string; reason?: string | null } & Values

/** Who may edit a record does; of one without an owner, whoever has suggested well before. */
async function savesAtOnce(tx: Database, viewer: Member, { editor_ids, owner_ids }: SuggestedRecord) {
  if (viewer.isAdmin || editor_ids.includes(viewer.id)) return true
  if (owner_ids.some((id) => id !== viewer.id)) return false
  const accepted = and(eq(suggestions.suggested_by, viewer.id), eq(suggestions.status, 'accepted'))
  return (await tx.$count(suggestions, accepted)) >= serverLimits.acceptedSuggestionsOfTrusted
}

/** Changed fields wait for whoever decides about a record, or are saved. */
const suggest = (kind: SuggestedKind, { db, ...saving }: Suggesting, suggestion: Input) =>
  db.transaction(async (tx) => {
    const { viewer, site } = saving
    const { id, updated_at, reason = null, ...input } = suggestion
    const { changes: changesOf, edited, prepare, save } = suggestedRecords[kind]
    const fields = prepare?.(input) ?? input
    const record = await lockRecord(tx, kind, id)
    if (!record) throw refusal('NOT_FOUND', 'This page no longer exists')
    const { stored } = record
    if (updated_at !== undefined && stored.updated_at !== updated_at)
      throw new ORPCError('CONFLICT', {
        message: 'Someone else has changed this page in the meantime',
        data: { now: edited.parse(stored) },
      })
    const differing = Object.entries(fields).filter(
      ([name, value]) => value !== undefined && !isSame(value, stored[name]),
    )
    if (differing.length === 0) throw refusal('BAD_REQUEST', 'Nothing differs from what is listed')
    if (differing.some(([, value]) => String(value).startsWith('/pictures/')))
      throw refusal('BAD_REQUEST', 'A picture cannot be uploaded for a suggestion: give its address')
    const { data: changes, error } = changesOf(stored).safeParse(Object.fromEntries(differing))
    if (!changes) throw refusal('BAD_REQUEST', error.issues[0]!.message)
    if (await savesAtOnce(tx, viewer, record)) {
      await save({ ...saving, tx, id }, changes)
      return { is_saved: true }
    }
    const wait = await consume(tx, memberSuggestionLimit(viewer.id))
    if (wait > 0) throw new ORPCError('TOO_MANY_REQUESTS', { message: tooMany(wait) })
    const key = `suggestion ${viewer.id} ${id}`
    // A member has one for a record: a new one takes its place.
    const isOwn = and(eq(suggestions.suggested_by, viewer.id), eq(suggestions.record_id, id))
    const [replaced] = await tx
      .delete(suggestions)
      .where(and(isOwn, eq(suggestions.status, 'open')))
      .returning({ created_at: suggestions.created_at })
    if (replaced) await withdraw(tx, key, replaced.created_at)
    const former = Object.fromEntries(Object.keys(changes).map((name) => [name, stored[name] ?? null]))
    await tx
      .insert(suggestions)
      .values({ kind, record_id: id, suggested_by: viewer.id, changes, former, reason })
    const labels = fieldsOf(kind, changes).map((name) => labelOf(kind, name))
    await notify(tx, site, {
      from: viewer,
      kind: 'coverage',
      subject: 'A change was suggested',
      to: sql`select unnest(${sql.param(record.owner_ids)}::uuid[]) except select ${viewer.id}::uuid`,
      message: `${viewer.name ?? 'A member'} suggests to change ${record.name}: ${labels.join(', ')}`,
      path: '/decisions',
      names: viewer.id,
      replaceKey: key,
    })
    return { is_saved: false }
  })

async function readWaiting(db: Database, viewer: Member, { kind, id }: { kind: SuggestedKind; id: string }) {
  const openRows = await rows<
    Omit<z.infer<typeof openSuggestion>, 'changes' | 'option'> & { compared: Compared }
  >(db)`
    select suggestions.id, suggestions.created_at, reason, ${personWithId(sql`suggested_by`)} as suggested_by,
      json_build_object(${comparedKeys}) as compared
    from ${suggestionsWithRecords}
    where suggestions.kind = ${kind} and record_id = ${id}::uuid and status = 'open' and ${isSeenBy(viewer)}
    order by suggestions.created_at, suggestions.id limit ${serverLimits.suggestionsListed}`
  return openRows.map(({ compared, ...rest }) => ({ ...rest, ...comparedFields(compared) }))
}

const suggesting = signedIn.meta({ isUndoable: true }).errors({
  NOT_FOUND: { message: 'This page no longer exists' },
  BAD_REQUEST: { message: 'Nothing differs from what is listed' },
  UNKNOWN_PICTURE: unknownPicture,
  CONFLICT: changedMeanwhile('page', z.unknown()),
  TOO_MANY_REQUESTS: { message: 'Too many attempts' },
})
const pathOf = (kind: SuggestedKind): HTTPPath => `/${kind === 'series' ? kind : `${kind}s`}/{id}/suggestions`

const suggestionOf = <Schema extends z.ZodType<Input>>(kind: SuggestedKind, schema: Schema) =>
  suggesting
    .route(
      post(
        pathOf(kind),
        'Suggest changed fields; saved at once for who may edit it, and for the trusted where nobody owns it',
      ),
    )
    .input(schema)
    .output(z.object({ is_saved: z.boolean() }))
    .handler(({ context, input }) => suggest(kind, context, input as Input))

const waitingFor = (kind: SuggestedKind) =>
  signedIn
    .route(get(pathOf(kind), 'Suggestions that wait: your own, and those about which you decide'))
    .input(z.object({ id: z.uuid() }))
    .output(z.array(openSuggestion))
    .handler(({ context: { db, viewer }, input: { id } }) => readWaiting(db, viewer, { kind, id }))

const deciding = signedIn.meta({ isUndoable: true }).errors({
  NOT_FOUND: { message: suggestionDecision.missing },
  FORBIDDEN: { message: 'You may not decide about this suggestion' },
  CONFLICT: { message: 'This suggestion has already been decided' },
  BAD_REQUEST: { message: 'Choose at least one of the suggested fields' },
})
const byId = z.object({ id: z.uuid() })

const accept = deciding
  .route(post('/suggestions/{id}/accept', 'Save all or some fields of a suggestion'))
  .input(byId.extend(acceptance.shape))
  .output(z.void())
  .handler(async ({ context, input: { id, ...choice } }) => {
    await decide(suggestionDecision, context, id, { isAccepted: true, ...choice })
  })

const reject = deciding
  .route(post('/suggestions/{id}/reject', 'Reject a suggestion'))
  .input(byId)
  .output(z.void())
  .handler(async ({ context, input: { id } }) => {
    await decide(suggestionDecision, context, id, { isAccepted: false })
  })

export const suggestionsApi = {
  accept,
  reject,
  suggestEvent: suggestionOf('event', suggestionInputs.event),
  suggestTalk: suggestionOf('talk', suggestionInputs.talk),
  suggestSpeaker: suggestionOf('speaker', suggestionInputs.speaker),
  suggestSeries: suggestionOf('series', suggestionInputs.series),
  ofEvent: waitingFor('event'),
  ofTalk: waitingFor('talk'),
  ofSpeaker: waitingFor('speaker'),
  ofSeries: waitingFor('series'),
}
