import { createHash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Deciding, type Decision, refusal, type Step } from '#features/decisions/decide.server.ts'
import type { ChangedField, Evidence } from '#features/decisions/decisions.schemas.ts'
import { isSame } from '#lib/form-fields.ts'
import type { Database } from '#platform/database/db.ts'
import { isStaff } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import {
  joinSuggestedRecord,
  lockRecord,
  type SuggestedRecord,
  suggestedRecords,
} from './suggested-records.server.ts'
import { suggestions, type Values } from './suggestions.tables.ts'
import type { SuggestedKind } from './suggestions.ts'

type LockedSuggestion = {
  suggestion: typeof suggestions.$inferSelect
  record: SuggestedRecord
  /** Whether those who own the record have had their time. */
  is_overdue: boolean
}

export const labelOf = (kind: SuggestedKind, field: string) =>
  suggestedRecords[kind].fields[field]?.label ?? field

/** The changed fields, in the order of the form. */
export const fieldsOf = (kind: SuggestedKind, changes: Values) =>
  Object.keys(suggestedRecords[kind].fields).filter((field) => Object.hasOwn(changes, field))

const isOverdue = sql`(suggestions.created_at < now() - make_interval(days => ${serverLimits.daysOfOwner}))`
const isOfVisible = sql`suggestions.suggested_by in (select id from profiles)`

/** Whether a person decides, as a condition on a suggestion and its `record`; nobody about their own. */
const decides = ({ id, ...viewer }: Deciding['viewer']): SQL => sql`(
  suggested_by <> ${id}::uuid and (
    ${id}::uuid = any (record.owner_ids)
    or ${isStaff({ id, ...viewer })} and (array_remove(record.owner_ids, suggested_by) = '{}' or ${isOverdue})
  )
)`

async function lock(tx: Database, id: string): Promise<LockedSuggestion | undefined> {
  const read = () =>
    tx
      .select({ suggestion: suggestions, is_overdue: sql<boolean>`${isOverdue}` })
      .from(suggestions)
      .where(and(eq(suggestions.id, id), isOfVisible))
  const [unlocked] = await read()
  const record = unlocked && (await lockRecord(tx, unlocked.suggestion.kind, unlocked.suggestion.record_id))
  // Again, since it may have been decided before the record was locked.
  const [locked] = record ? await read().for('update') : []
  return record && locked && { ...locked, record }
}

export type Compared = Pick<typeof suggestions.$inferSelect, 'kind' | 'changes' | 'former'> & {
  stored: Values
  /** What ids of speakers and tracks stand for. */
  names: Record<string, string> | null
}

const changedSince = ({ changes, former, stored }: Omit<Compared, 'names' | 'kind'>, field: string) =>
  !isSame(stored[field], former[field]) && !isSame(stored[field], changes[field])

/** Names what is stored in the fields of a suggestion. */
const optionOf = ({ changes, stored }: Pick<Compared, 'changes' | 'stored'>) =>
  createHash('sha256')
    .update(JSON.stringify(Object.keys(changes).map((field) => stored[field] ?? null)))
    .digest('base64url')
    .slice(0, 22)

/** The fields with their values as people read them. */
export function comparedFields({ names, ...compared }: Compared): {
  changes: ChangedField[]
  option: string
} {
  const { kind, changes, former, stored } = compared
  const text = (value: unknown) =>
    [value]
      .flat()
      .map((part) => names?.[String(part)] ?? part ?? '')
      .join(', ') || null
  return {
    changes: fieldsOf(kind, changes).map((field) => ({
      ...{ field, label: labelOf(kind, field), before: text(former[field]), after: text(changes[field]) },
      ...(changedSince(compared, field) && { now: text(stored[field]) }),
    })),
    option: optionOf(compared),
  }
}

/** The keys of a `Compared`, of a suggestion and its `record`. */
export const comparedKeys = sql`
  'kind', suggestions.kind, 'changes', changes, 'former', former, 'stored', record.stored,
  'names', (
    select json_object_agg(id, name) from (select id, name from speakers union all select id, name from tracks) as named
    where suggestions.kind = 'talk' and id::text in (
      select jsonb_array_elements_text(version -> 'speaker_ids' || coalesce(version -> 'track_id', '[]'))
      from unnest(array[changes, former, record.stored]) as version
    )
  )`

/** Suggestions with their records. */
export const suggestionsWithRecords = sql`
  suggestions join lateral (${joinSuggestedRecord}) as record on true`

/** Whose suggestions about a record a person sees: those they decide about, and their own. */
export const isSeenBy = (viewer: Deciding['viewer']) =>
  sql`(${isOfVisible} and (${decides(viewer)} or suggested_by = ${viewer.id}::uuid))`

/** Fields of a suggestion are saved, as if whoever decides had typed them. */
export const suggestionDecision: Decision<LockedSuggestion> = {
  lock: (tx, id) => lock(tx, id),
  missing: 'This suggestion no longer exists',
  forbidden({ suggestion, record: { owner_ids }, is_overdue }, viewer) {
    if (suggestion.suggested_by === viewer.id) return 'You cannot decide about your own suggestion'
    if (owner_ids.includes(viewer.id)) return false
    if (!isStaff(viewer)) return 'You may not decide about this suggestion'
    const isOwned = owner_ids.some((id) => id !== suggestion.suggested_by)
    return isOwned && !is_overdue && `Its owner decides within ${serverLimits.daysOfOwner} days`
  },
  decided: ({ suggestion }) => suggestion.status !== 'open' && 'This suggestion has already been decided',
  mailSubject: 'A decision about your suggestion',
  reopensFrom: ['refused'],
  list: (state, viewer) => sql`
    select suggestions.id, suggestions.created_at, record.name, record.path, suggested_by as asked_by,
      exists (
        select from jsonb_object_keys(changes) as field
        where record.stored ->> field is distinct from former ->> field
          and record.stored ->> field is distinct from changes ->> field
      ) as is_doubtful
    from ${suggestionsWithRecords}
    where status = ${state === 'open' ? 'open' : 'rejected'} and ${isOfVisible} and ${decides(viewer)}`,
  evidence: sql`(
    select json_build_object('words', reason, ${comparedKeys}) from ${suggestionsWithRecords} where suggestions.id = item.id
  )`,
  complete: (evidence) => ({
    words: evidence.words,
    ...comparedFields(evidence as Evidence & Compared),
  }),
  isLogged: true,
  async accept(step) {
    const { tx, viewer, site, today, fields, option } = step
    const { suggestion, record } = step.subject
    const { kind, record_id, changes, former } = suggestion
    const chosen = fields ?? Object.keys(changes)
    if (chosen.length === 0 || !chosen.every((field) => Object.hasOwn(changes, field)))
      throw refusal('BAD_REQUEST', 'Choose at least one of the suggested fields')
    const compared = { changes, former, stored: record.stored }
    const isSeen = fields && option === optionOf(compared)
    const conflicts = isSeen ? [] : chosen.filter((field) => changedSince(compared, field))
    if (conflicts.length > 0) {
      const names = conflicts.map((field) => labelOf(kind, field)).join(', ')
      throw refusal('CONFLICT', `This was changed since it was suggested: ${names}. Look at it again.`)
    }
    const picked = Object.fromEntries(chosen.map((field) => [field, changes[field]]))
    const { success, data } = suggestedRecords[kind].changes(record.stored).safeParse(picked)
    if (!success) throw refusal('BAD_REQUEST', 'This no longer fits the record. Please edit it instead.')
    await suggestedRecords[kind].save({ tx, viewer, site, today, id: record_id }, data)
    const rest = chosen.length < Object.keys(changes).length ? ' in part' : ''
    return close(step, 'accepted', `was accepted${rest}`)
  },
  reject: (step) => close(step, 'rejected', 'was not accepted'),
  async reopen({ tx, subject: { suggestion } }) {
    if (suggestion.status !== 'rejected') throw refusal('CONFLICT', 'This suggestion was not rejected')
    await tx
      .update(suggestions)
      .set({ status: 'open', decided_by: null, decided_at: null })
      .where(eq(suggestions.id, suggestion.id))
    return []
  },
}

async function close(
  { tx, viewer, subject: { suggestion, record } }: Step<LockedSuggestion>,
  status: 'accepted' | 'rejected',
  outcome: string,
) {
  await tx
    .update(suggestions)
    .set({ status, decided_by: viewer.id, decided_at: sql`now()` })
    .where(eq(suggestions.id, suggestion.id))
  const message = `Your suggestion for ${record.name} ${outcome}.`
  return { notice: { to: suggestion.suggested_by, message, path: record.path } }
}
