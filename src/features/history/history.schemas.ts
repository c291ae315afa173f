import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { changeMeans } from '#platform/database/changed-by.ts'
import { limits } from '#src/limits.ts'

export const recordKinds = ['events', 'talks', 'speakers', 'series'] as const
export type RecordKind = (typeof recordKinds)[number]

/** Of a long text the part that differs. A part of a record that was added has no value before, one that was removed none after. */
export const changedField = z.object({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ChangedField = z.infer<typeof changedField>

const rowActions = ['added', 'changed', 'removed'] as const

/** The talks of a conference that changed: how many, and the first of them. */
export const changedTalks = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  first: z.array(
    z.object({ title: z.string(), number: z.number().int().nullable(), action: z.enum(rowActions) }),
  ),
})
export type ChangedTalks = z.infer<typeof changedTalks>

export const recordChange = z.object({
  id: z.number().int(),
  at: z.string(),
  by: personCard.nullable(),
  via: z.enum(changeMeans),
  /** The change that this one took back, and the one that took this back. */
  undoes: z.number().int().nullable(),
  undone_by: z.number().int().nullable(),
  can_undo: z.boolean(),
  fields: z.array(changedField),
  talks: changedTalks.nullable(),
})
export type RecordChange = z.infer<typeof recordChange>

export const recordHistory = z.object({
  changes: z.array(recordChange),
  /** Whether the viewer may return the record to an earlier version. */
  can_return: z.boolean(),
  next: z.number().int().nullable(),
})

export const changedKinds = [...recordKinds, 'topics'] as const
export type ChangedKind = (typeof changedKinds)[number]

/** What changed, by kind of record. */
const changeCount = z.object({
  kind: z.enum(changedKinds),
  action: z.enum(rowActions),
  count: z.number().int(),
})
export type ChangeCount = z.infer<typeof changeCount>

/** A record as administrators see it: hidden ones have no page, and deleted ones no name once the log has lost it. */
const changedRecord = z.object({
  id: z.uuid(),
  kind: z.enum(changedKinds),
  name: z.string().nullable(),
  path: z.string().nullable(),
  state: z.enum(['present', 'hidden', 'deleted']),
  fields: z.array(changedField),
})
export type ChangedRecord = z.infer<typeof changedRecord>

export const recentChange = recordChange.omit({ fields: true, talks: true }).extend({
  counts: z.array(changeCount),
  /** Whether only its first rows are counted. */
  has_more: z.boolean(),
  /** The first ones. */
  records: z.array(changedRecord),
})
export type RecentChange = z.infer<typeof recentChange>

// PostgreSQL has no year 0.
const day = z.iso.date().refine((value) => !value.startsWith('0000'))

/** `person` and `record` are names or addresses; days are those of UTC. */
export const changeFilters = z.object({
  person: z.string().trim().min(1).max(limits.email).optional(),
  record: z.string().trim().min(1).max(limits.url).optional(),
  kind: z.enum(changedKinds).optional(),
  via: z.enum(changeMeans).optional(),
  from: day.optional(),
  to: day.optional(),
  /** One change, to which the audit trail leads. */
  change: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type ChangeFilters = z.infer<typeof changeFilters>

export const recentChanges = z.object({
  changes: z.array(recentChange),
  /** Whom and what the filters mean; null without them. */
  people: z.array(personCard.pick({ id: true, full_name: true })).nullable(),
  records: z.array(changedRecord.pick({ id: true, name: true })).nullable(),
  next: z.number().int().nullable(),
})
export type RecentChanges = z.infer<typeof recentChanges>

/** The net difference between two points of a history. */
export const recordComparison = z.object({
  fields: z.array(changedField),
  talks: changedTalks.nullable(),
})
export type RecordComparison = z.infer<typeof recordComparison>

/** How much was undone, and what stays as it is because it was changed since. */
export const undoResult = z.object({
  undone: z.number().int(),
  kept: z.array(z.object({ name: z.string(), current: z.string().nullable() })),
})
export type UndoResult = z.infer<typeof undoResult>

/** What an undo of all changes of a member does, or would do. */
export const memberUndo = undoResult.pick({ kept: true }).extend({
  changes: z.number().int(),
  records: z.number().int(),
  /** Of the first records. */
  names: z.array(z.string()),
})
export type MemberUndo = z.infer<typeof memberUndo>

/** A record that was deleted, and comes back if that change is undone. */
export const deletedRecord = z.object({
  change_id: z.number().int(),
  kind: z.enum(['conference', 'talk', 'speaker', 'series', 'topic']),
  name: z.string(),
  /** The conference of a talk. */
  of_event: z.string().nullable(),
  /** Where it was, and is again once it is restored. */
  path: z.string(),
  at: z.string(),
  by: personCard.nullable(),
})
export type DeletedRecord = z.infer<typeof deletedRecord>

/** Whose changes are undone at once: the member's, those of all who came through them, or of all who were suspended with them. */
export const undoScopes = ['member', 'branch', 'suspended'] as const
export type UndoScope = (typeof undoScopes)[number]

export const undoPreview = memberUndo.extend({
  /** Null if nothing that they changed lately holds. */
  since: z.string().nullable(),
  is_too_many: z.boolean(),
})
export type UndoPreview = z.infer<typeof undoPreview>
