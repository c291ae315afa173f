import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { decisionKinds } from './decisions.ts'

/** `refused` and `accepted` are only what can be opened again. */
export const decisionState = z.enum(['open', 'refused', 'accepted'])
export type DecisionState = z.infer<typeof decisionState>

const fact = z.object({
  start_date: z.string().nullish(),
  end_date: z.string().nullish(),
  place: z.string().nullish(),
  text: z.string().nullish(),
})

/** With `field`, it can be accepted without the others; with `now`, it was changed since. `origin`: of the value that is there. */
export const changedField = z.object({
  field: z.string().optional(),
  label: z.string(),
  before: z.string().nullable(),
  origin: z.string().nullish(),
  now: z.string().nullish(),
  after: z.string().nullable(),
})
export type ChangedField = z.infer<typeof changedField>

/** What helps to decide. */
export const evidence = fact.extend({
  url: z.string().nullish(),
  picture: z.string().nullish(),
  /** Of whoever asks. */
  words: z.string().nullish(),
  /** Where it was decided. */
  decided_at: z.string().nullish(),
  decided_by: personCard.nullish(),
  note: z.string().nullish(),
  warning: z.string().nullish(),
  /** The fields that differ: what is there, or was, and what would be. */
  changes: z.array(changedField).nullish(),
  /** Conferences that it is about. */
  records: z.array(fact.extend({ name: z.string(), path: z.string() })).nullish(),
  /** What accepting it confirms that the person saw: the owner of a conference, its version. */
  option: z.string().nullish(),
  /** Other ways to accept it. */
  choices: z.array(z.object({ option: z.string(), label: z.string() })).nullish(),
})
export type Evidence = z.infer<typeof evidence>

/** Who asks, and how often that was right. */
export const asker = personCard.extend({
  member_since: z.string(),
  accepted: z.number().int(),
  rejected: z.number().int(),
})

/** Something that waits for a decision. */
export const openDecision = z.object({
  kind: z.enum(decisionKinds),
  id: z.uuid(),
  created_at: z.string(),
  name: z.string(),
  path: z.string().nullable(),
  is_doubtful: z.boolean(),
  asked_by: asker.nullable(),
  evidence,
})
export type OpenDecision = z.infer<typeof openDecision>

export const decisionCounts = z.array(z.object({ kind: z.enum(decisionKinds), n: z.number().int() }))
export type DecisionCounts = z.infer<typeof decisionCounts>
