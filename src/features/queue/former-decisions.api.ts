import { z } from 'zod'
import { claimReason, claimStatus } from '#features/claims/claims.schemas.ts'
import { claimStates } from '#features/claims/claims.server.ts'
import { listedEventClaim } from '#features/claims/event-claims.schemas.ts'
import { listedSpeakerClaim } from '#features/claims/speaker-claims.schemas.ts'
import { type Choice, type Deciding, decide } from '#features/decisions/decide.server.ts'
import type { DecisionState } from '#features/decisions/decisions.schemas.ts'
import type { DecisionKind } from '#features/decisions/decisions.ts'
import { invitationRequest } from '#features/invitations/invitations.schemas.ts'
import { report, settleForm } from '#features/reports/reports.schemas.ts'
import { seriesProposal } from '#features/series/series.schemas.ts'
import { withUnconfirmed } from '#features/series/series-decision.server.ts'
import { confirmedOf, type Listed } from '#features/series/series-proposals.server.ts'
import { likeliest, proposalDecision } from '#features/sources/proposal-decision.server.ts'
import { listedProposal } from '#features/sources/sources.schemas.ts'
import { topicForm, topicProposal } from '#features/topics/topics.schemas.ts'
import { groupCursor } from '#lib/cursor.ts'
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

/** What is decided about a proposal at its former addresses. */
const ofProposals = (
  kind: 'series' | 'topic',
  path: `/${string}`,
  acceptance: z.ZodType<{ id: string } & Choice>,
) => ({
  accept: one(kind, true, post(`${path}/{id}/accept`, 'Accept a proposal'), acceptance),
  dismiss: one(kind, false, post(`${path}/{id}/dismiss`, 'Dismiss a proposal')),
  decideMany: several(kind, post(`${path}/decision`, 'Accept several proposals, or dismiss them')),
})

const countOf = async ({ db, viewer }: Deciding, kind: DecisionKind, state: DecisionState = 'open') =>
  (await countDecisions(db, viewer, state)).find((counted) => counted.kind === kind)?.n ?? 0

/** Those of a kind that wait, and how many. */
async function readOpen(context: Deciding, kind: DecisionKind) {
  const { decisions } = await readDecisions(context.db, context.viewer, { kind, state: 'open' })
  return { decisions, total: await countOf(context, kind) }
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
        return { id, name, score, series, editions }
      })
      return { proposals, total }
    }),
  ...ofProposals(
    'series',
    '/series-proposals',
    byId
      .extend({ with_unconfirmed: z.boolean().default(false) })
      .transform(({ id, with_unconfirmed }) => ({ id, option: with_unconfirmed ? withUnconfirmed : null })),
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
  ...ofProposals(
    'topic',
    '/topic-proposals',
    byId.extend(topicForm.partial().shape).transform(({ id, name }) => ({ id, words: name })),
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
        id,
        candidates: (records ?? []) as unknown as Proposal['candidates'],
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

/** `owner_id`: of a conference, the owner whom the claimant replaces. `reason`: of the rejection of a speaker's. */
const formerClaims = <Claim extends z.ZodType>(kind: 'event_claim' | 'speaker_claim', claim: Claim) => {
  const path = `/${kind.replace('_', '-')}s` as const
  const byClaim = z.object({ claim_id: z.uuid() })
  const ofStatus = z.object({ status: claimStatus.default('pending') })
  const ofClaim = <Fields extends { claim_id: string }>(
    fields: z.ZodType<Fields>,
    choice: (fields: Fields) => Choice,
  ) => fields.transform((input) => ({ id: input.claim_id, ...choice(input) }))
  return {
    list: former
      .route(deprecated(get(path, 'Claims by status, newest first')))
      .input(ofStatus.extend({ after: groupCursor.optional() }))
      .output(z.object({ claims: z.array(claim), next: z.string().nullable() }))
      .handler(async ({ context: { db, viewer }, input: { status, after } }) => {
        const filter = { kind, state: claimStates[status], after, isNewestFirst: true }
        const { decisions, next } = await readDecisions(db, viewer, filter)
        const claims = decisions.map(({ evidence: { decided_by = null, ...facts } }) => {
          const { claim, claimant } = facts as { claim?: object; claimant?: object }
          return { ...claim, ...facts, claimant, requester: claimant, decided_by }
        })
        return { claims: claims as z.input<Claim>[], next }
      }),
    total: former
      .route(deprecated(get(`${path}/count`, 'How many claims have a status')))
      .input(ofStatus)
      .output(z.number().int())
      .handler(({ context, input: { status } }) => countOf(context, kind, claimStates[status])),
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

export const formerEventClaims = formerClaims('event_claim', listedEventClaim)
export const formerSpeakerClaims = formerClaims('speaker_claim', listedSpeakerClaim)
