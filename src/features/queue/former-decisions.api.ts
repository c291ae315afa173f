import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  claimantOf,
  claimCountInput,
  claimListInput,
  claimListOf,
  listClaims,
} from '#features/claims/claim-list.server.ts'
import { claimReason } from '#features/claims/claims.schemas.ts'
import { listedEventClaim } from '#features/claims/event-claims.schemas.ts'
import { listedSpeakerClaim } from '#features/claims/speaker-claims.schemas.ts'
import { type Choice, type Deciding, decide } from '#features/decisions/decide.server.ts'
import type { DecisionKind } from '#features/decisions/decisions.ts'
import { invitationRequest } from '#features/invitations/invitations.schemas.ts'
import { personWithId } from '#features/people/person-card.server.ts'
import { report, settleForm } from '#features/reports/reports.schemas.ts'
import { seriesProposal } from '#features/series/series.schemas.ts'
import { withUnconfirmed } from '#features/series/series-decision.server.ts'
import { confirmedOf, type Listed } from '#features/series/series-proposals.server.ts'
import { likeliest, proposalDecision } from '#features/sources/proposal-decision.server.ts'
import { listedProposal } from '#features/sources/sources.schemas.ts'
import { topicForm, topicProposal } from '#features/topics/topics.schemas.ts'
import { groupCursor } from '#lib/cursor.ts'
import { rows } from '#platform/database/db.ts'
import { adminOnly, del, deprecated, get, post } from '#platform/procedures/procedure.ts'
import { refusals, severalIds } from '#platform/procedures/several.ts'
import { countDecisions, kinds, readDecisions } from './open-decisions.server.ts'

// What 1.4.0 answered about single kinds of decisions, at its addresses: the queue does it.

const decided = { message: 'This has already been decided' }
const former = adminOnly.errors({
  NOT_FOUND: decided,
  CONFLICT: decided,
  UNCONFIRMED: { status: 409, message: decided.message },
  NO_EVENT: { status: 422, message: decided.message },
})
type Route = ReturnType<typeof get | typeof post | typeof del>
const byId = z.object({ id: z.uuid() })

const one = (
  kind: DecisionKind,
  isAccepted: boolean,
  route: Route,
  input: z.ZodType<{ id: string } & Choice> = byId,
) =>
  former
    .route(deprecated(route))
    .input(input)
    .output(z.void())
    .handler(async ({ context, input: { id, ...choice } }) => {
      await kinds[kind].decide(context, id, { isAccepted, ...choice })
    })

const verdict = severalIds.extend({ is_accepted: z.boolean() })

const several = (
  kind: DecisionKind,
  route: Route,
  input: z.ZodType<{ ids: string[]; is_accepted: boolean } & Choice> = verdict,
) =>
  former
    .route(deprecated(route))
    .input(input)
    .output(refusals)
    .handler(({ context, input: { ids, is_accepted, ...choice } }) =>
      kinds[kind].decideMany(context, ids, { isAccepted: is_accepted, ...choice }),
    )

/** Those of a kind that wait, and how many. */
async function readOpen({ db, viewer }: Deciding, kind: DecisionKind) {
  const { decisions } = await readDecisions(db, viewer, { kind, state: 'open' })
  const counts = await countDecisions(db, viewer, 'open')
  return { decisions, total: counts.find((counted) => counted.kind === kind)?.n ?? 0 }
}

type Series = z.infer<typeof seriesProposal>
type SeriesFacts = Pick<Series, 'score' | 'series'> & {
  records: (Series['editions'][number] & Listed)[]
}

export const formerSeriesProposals = {
  list: former
    .route(deprecated(get('/series-proposals', 'Conferences that look like the editions of one')))
    .output(z.object({ proposals: z.array(seriesProposal), total: z.number().int() }))
    .handler(async ({ context }) => {
      const { decisions, total } = await readOpen(context, 'series')
      const proposals = decisions.map(({ id, name, evidence }) => {
        const { score, series, records } = evidence as unknown as SeriesFacts
        const confirmed = confirmedOf(records)
        const editions = records.map((record) => ({ ...record, is_unconfirmed: !confirmed.includes(record) }))
        return { ...{ id, name, score, series }, editions }
      })
      return { proposals, total }
    }),
  accept: one(
    'series',
    true,
    post('/series-proposals/{id}/accept', 'Make proposed conferences the editions of a series'),
    byId
      .extend({ with_unconfirmed: z.boolean().default(false) })
      .transform(({ id, with_unconfirmed }) => ({ id, option: with_unconfirmed ? withUnconfirmed : null })),
  ),
  dismiss: one(
    'series',
    false,
    post('/series-proposals/{id}/dismiss', 'Dismiss a proposed series; it is not proposed again'),
  ),
  decideMany: several(
    'series',
    post('/series-proposals/decision', 'Accept several proposed series, or dismiss them'),
  ),
}

export const formerTopicProposals = {
  list: former
    .route(deprecated(get('/topic-proposals', 'Proposed topics: those for the most conferences first')))
    .output(z.array(topicProposal))
    .handler(async ({ context: { db, viewer } }) => {
      const { decisions } = await readDecisions(db, viewer, { kind: 'topic', state: 'open' })
      return decisions
        .map(({ id, name, asked_by, evidence: { text, records, ...facts } }) => ({
          ...{ id, name, proposed_by: asked_by, is_new: text === 'new' },
          event_count: (facts as { event_count?: number }).event_count ?? 0,
          event_names: records?.map((record) => record.name) ?? [],
        }))
        .toSorted((one, other) => other.event_count - one.event_count)
    }),
  accept: one(
    'topic',
    true,
    post(
      '/topic-proposals/{id}/accept',
      'Add a proposed topic, also to the conferences that it is proposed for; under another name, which may be that of a topic',
    ),
    byId.extend(topicForm.partial().shape).transform(({ id, name }) => ({ id, words: name })),
  ),
  dismiss: one('topic', false, post('/topic-proposals/{id}/dismiss', 'Dismiss a proposed topic')),
  decideMany: several(
    'topic',
    post('/topic-proposals/decision', 'Add several proposed topics, or dismiss them'),
  ),
}

type Proposal = z.infer<typeof listedProposal>

export const formerSourceProposals = {
  list: former
    .route(deprecated(get('/source-proposals', 'Conferences that sources propose')))
    .output(z.object({ proposals: z.array(listedProposal), total: z.number().int() }))
    .handler(async ({ context }) => {
      const { decisions, total } = await readOpen(context, 'proposal')
      const proposals = decisions.map(({ id, evidence: { records, ...facts } }) => ({
        ...(facts as unknown as Proposal),
        ...{ id, candidates: (records ?? []) as unknown as Proposal['candidates'] },
      }))
      return { proposals, total }
    }),
  decide: former
    .route(
      deprecated(
        post(
          '/source-proposals/decision',
          'List proposed conferences, link them to the ones they are, or never list them',
        ),
      ),
    )
    .input(
      severalIds.extend({
        decision: z.enum(['new', 'same', 'never']),
        /** With `same`: the listed conference; without it each proposal's likeliest one. */
        event_id: z.uuid().optional(),
      }),
    )
    .output(z.object({ decided: z.number().int() }))
    .handler(async ({ context, input: { ids, decision, event_id = likeliest } }) => {
      const option = decision === 'same' ? event_id : undefined
      return {
        decided: await decide(proposalDecision, context, ids, { isAccepted: decision !== 'never', option }),
      }
    }),
}

type ReportFacts = { kind: z.infer<typeof report>['kind']; reason: z.infer<typeof report>['reason'] }

export const formerReports = {
  list: former
    .route(deprecated(get('/reports', 'Open reports, the oldest first, or settled ones, the newest first')))
    .input(z.object({ status: z.enum(['open', 'settled']).default('open'), after: groupCursor.optional() }))
    .output(z.object({ reports: z.array(report), next: z.string().nullable() }))
    .handler(async ({ context: { db, viewer }, input: { status, after } }) => {
      const state = status === 'open' ? status : 'accepted'
      const { decisions, next } = await readDecisions(db, viewer, { kind: 'report', state, after })
      const reports = decisions.map(({ id, name, path, created_at, asked_by: reporter, evidence }) => ({
        ...{ id, name: path && name, path, created_at, reporter, ...(evidence as unknown as ReportFacts) },
        ...{ words: evidence.words ?? null, note: evidence.note ?? null },
        ...{ settled_at: evidence.decided_at ?? null, settled_by: evidence.decided_by ?? null },
      }))
      return { reports, next }
    }),
  settle: one(
    'report',
    true,
    post('/reports/{id}/settle', 'Settle a report, with a note for administrators'),
    settleForm.extend(byId.shape).transform(({ id, note }) => ({ id, words: note })),
  ),
  settleMany: several(
    'report',
    post('/reports/settlement', 'Settle several reports, with one note'),
    settleForm
      .extend(severalIds.shape)
      .transform(({ ids, note }) => ({ ids, is_accepted: true, words: note })),
  ),
}

export const formerInvitationRequests = {
  list: former
    .route(deprecated(get('/invitation-requests', 'Who asks for a code, the oldest first, and how many')))
    .output(z.object({ total: z.number().int(), requests: z.array(invitationRequest) }))
    .handler(async ({ context }) => {
      const { decisions, total } = await readOpen(context, 'invitation')
      const requests = decisions.map(({ id, name: email, created_at, evidence }) => ({
        ...{ id, email, created_at, reason: evidence.words ?? '' },
      }))
      return { total, requests }
    }),
  accept: one(
    'invitation',
    true,
    post('/invitation-requests/{id}/accept', 'Create a code for whoever asked, and send it by mail'),
  ),
  remove: one(
    'invitation',
    false,
    del('/invitation-requests/{id}', 'Delete a request for a code without an answer'),
  ),
}

type FormerClaim = { id: string; created_at: string }

/** `owner_id`: of a conference, the owner whom the claimant replaces. `reason`: of the rejection of a speaker's. */
const formerClaims = <Claim extends FormerClaim>(
  noun: 'event' | 'speaker',
  claim: z.ZodType<Claim>,
  columns: SQL,
) => {
  const [kind, table, path] = [
    `${noun}_claim` as const,
    sql.raw(`${noun}_claims`),
    `/${noun}-claims` as const,
  ]
  const byClaim = z.object({ claim_id: z.uuid() })
  const ofClaim = <Fields extends { claim_id: string }>(
    fields: z.ZodType<Fields>,
    choice: (fields: Fields) => Choice,
  ) => fields.transform((input) => ({ id: input.claim_id, ...choice(input) }))
  return {
    list: former
      .route(deprecated(get(path, 'Claims by status, newest first')))
      .input(claimListInput)
      .output(claimListOf(claim))
      .handler(({ context: { db }, input }) => {
        const subject = sql.raw(`${noun}s on ${noun}s.id = claim.${noun}_id`)
        return listClaims<Claim>(db, input, { table, subject, columns })
      }),
    total: former
      .route(deprecated(get(`${path}/count`, 'How many claims have a status')))
      .input(claimCountInput)
      .output(z.number().int())
      .handler(async ({ context: { db }, input: { status } }) => {
        const [counted] = await rows<{ n: number }>(db)`
          select count(*)::integer as n from ${table} where status = ${status}`
        return counted!.n
      }),
    approve: one(
      kind,
      true,
      post(`${path}/{claim_id}/approve`, 'Approve a claim; other pending claims are rejected'),
      ofClaim(byClaim.extend({ owner_id: z.uuid().optional() }), ({ owner_id }) => ({ option: owner_id })),
    ),
    reject: one(
      kind,
      false,
      post(`${path}/{claim_id}/reject`, 'Reject a claim'),
      ofClaim(byClaim.extend({ reason: claimReason }), ({ reason }) => ({ words: reason })),
    ),
    undo: former
      .route(deprecated(post(`${path}/{claim_id}/undo`, 'Withdraw an approval or a rejection')))
      .input(byClaim)
      .output(z.void())
      .handler(async ({ context, input: { claim_id } }) => {
        await kinds[kind].reopen(context, claim_id)
      }),
  }
}

export const formerEventClaims = formerClaims(
  'event',
  listedEventClaim,
  sql`
    claim.event_id, claim.reason,
    json_build_object(
      'id', events.id, 'name', name, 'slug', slug, 'start_date', start_date, 'end_date', end_date,
      'location_name', location_name, 'country_name', country_name, 'website', website,
      'owner', ${personWithId(sql`events.created_by`)}
    ) as event,
    ${claimantOf(sql`claim.user_id`)} as requester`,
)

export const formerSpeakerClaims = formerClaims(
  'speaker',
  listedSpeakerClaim,
  sql`
    claim.speaker_id, claim.rejection_reason,
    json_build_object(
      'id', speakers.id, 'name', name, 'bio', bio, 'image_url', image_url,
      'location_name', location_name, 'country_name', country_name,
      'talk_count', (select count(*) from talk_speakers where talk_speakers.speaker_id = speakers.id)
    ) as speaker,
    ${claimantOf(sql`claim.user_id`)} as claimant`,
)
