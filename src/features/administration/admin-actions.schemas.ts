import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'

/** The actions of the audit trail, with their verbs in the interface. */
export const adminActions = {
  event_edited: 'edited the conference',
  event_deleted: 'deleted the conference',
  event_owner_changed: 'changed the owner of',
  event_topic_added: 'added a topic to',
  event_topic_removed: 'removed a topic from',
  programme_added: 'added to the programme of',
  programme_edited: 'edited the programme of',
  programme_deleted: 'deleted from the programme of',
  event_claim_approved: 'approved the claim of',
  event_claim_undone: 'took back the approved claim of',
  event_claim_rejected: 'rejected the claim of',
  speaker_claim_approved: 'approved the claim of the speaker',
  speaker_claim_undone: 'took back the approved claim of the speaker',
  speaker_claim_rejected: 'rejected the claim of the speaker',
  speaker_edited: 'edited the speaker',
  speaker_deleted: 'deleted the speaker',
  speaker_merged: 'merged a record into the speaker',
  speaker_merge_undone: 'undid a merge into the speaker',
  talk_links_changed: 'changed slides or video of a talk of',
  link_suggested: 'suggested a link of the talk',
  link_added: 'added a link to the talk',
  link_edited: 'edited a link of the talk',
  link_accepted: 'accepted a link of the talk',
  link_rejected: 'took down a link of the talk',
  link_withdrawn: 'took back a suggested link of the talk',
  topic_added: 'added the topic',
  topic_renamed: 'renamed the topic',
  topic_merged: 'merged a topic into',
  topic_deleted: 'deleted the topic',
  topic_proposal_dismissed: 'dismissed the proposed topic',
  report_settled: 'settled a report about',
  admin_added: 'gave the admin role to',
  admin_removed: 'removed the admin role from',
  member_suspended: 'suspended',
  member_restored: 'restored',
  member_signed_out: 'signed out',
  member_confirmed: 'confirmed the address of',
  password_link_made: 'made a link for a new password of',
  password_set: 'set the password of',
  second_factor_removed: 'turned off two-factor authentication of',
  account_deleted: 'deleted',
  event_restored: 'brought back the hidden conference',
  code_made: 'made',
  code_revoked: 'revoked the invitation code',
  import_begun: 'imported',
  import_undone: 'undid the import of',
} as const
export type AdminAction = keyof typeof adminActions

/** One entry of the audit trail. `admin` is null for a command and if the account was deleted; `before` and `after` hold the changed fields. */
export const recordedAction = z.object({
  id: z.number().int(),
  admin: personCard.nullable(),
  /** Whether the operator did it, with a command. */
  is_command: z.boolean(),
  action: z.enum(Object.keys(adminActions) as [AdminAction]),
  subject: z.string(),
  path: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
})
export type RecordedAction = z.infer<typeof recordedAction>
