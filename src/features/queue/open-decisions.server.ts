import { type SQL, sql } from 'drizzle-orm'
import { callDecision } from '#features/calls/call-decision.server.ts'
import { eventClaimDecision } from '#features/claims/event-claim-decision.server.ts'
import { speakerClaimDecision } from '#features/claims/speaker-claim-decision.server.ts'
import { linkDecision } from '#features/coverage/link-decision.server.ts'
import {
  type Deciding,
  type Decision,
  decide,
  decideMany,
  refusal,
  reopen,
  type Verdict,
} from '#features/decisions/decide.server.ts'
import type { DecisionState, OpenDecision } from '#features/decisions/decisions.schemas.ts'
import { type DecisionKind, decisionKinds } from '#features/decisions/decisions.ts'
import { invitationDecision } from '#features/invitations/invitation-decision.server.ts'
import { personKeys } from '#features/people/person-card.server.ts'
import { reportDecision } from '#features/reports/report-decision.server.ts'
import { seriesDecision } from '#features/series/series-decision.server.ts'
import { proposalDecision } from '#features/sources/proposal-decision.server.ts'
import { questionDecision } from '#features/sources/question-decision.server.ts'
import { suggestionDecision } from '#features/suggestions/suggestion-decision.server.ts'
import { topicDecision } from '#features/topics/topic-decision.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import { isStaff } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'

type Shown = Pick<Decision<never>, 'list' | 'reopensFrom' | 'evidence' | 'complete'>
type Kind = Shown & {
  decide: (deciding: Deciding, id: string, verdict: Verdict) => Promise<unknown>
  decideMany: (deciding: Deciding, ids: string[], verdict: Verdict) => ReturnType<typeof decideMany>
  reopen: (deciding: Deciding, id: string) => Promise<unknown>
}

const kindOf = <Subject>(decision: Decision<Subject>): Kind => ({
  ...decision,
  decide: (deciding, id, verdict) => decide(decision, deciding, id, checked(decision, verdict)),
  decideMany: (deciding, ids, verdict) => decideMany(decision, deciding, ids, checked(decision, verdict)),
  reopen: (deciding, id) => reopen(decision, deciding, id),
})

/** Words go where the decision takes them; an empty field is none. */
function checked<Subject>({ words: schema }: Decision<Subject>, { words, ...verdict }: Verdict): Verdict {
  if (!schema || !words) return verdict
  const { success, data, error } = schema.safeParse(words)
  if (!success) throw refusal('BAD_REQUEST', error.issues[0]!.message)
  return { ...verdict, words: data }
}

export const kinds: Record<DecisionKind, Kind> = {
  report: kindOf(reportDecision),
  event_claim: kindOf(eventClaimDecision),
  speaker_claim: kindOf(speakerClaimDecision),
  invitation: kindOf(invitationDecision),
  suggestion: kindOf(suggestionDecision),
  question: kindOf(questionDecision),
  link: kindOf(linkDecision),
  call: kindOf(callDecision),
  proposal: {
    ...proposalDecision,
    decide: (deciding, id, verdict) => decide(proposalDecision, deciding, [id], verdict),
    async decideMany(deciding, ids, verdict) {
      await decide(proposalDecision, deciding, ids, verdict)
      return { refused: [] }
    },
    reopen: (deciding, id) => reopen(proposalDecision, deciding, [id]),
  },
  series: kindOf(seriesDecision),
  topic: kindOf(topicDecision),
}

/** Somebody waits for these; then what is about a conference that is listed, and what is doubtful; then the other proposals. */
const importance = (kind: DecisionKind): SQL => {
  const group = decisionKinds.indexOf(kind)
  return group < 4 ? sql`0` : group < 8 ? sql`1` : sql`case when is_doubtful then 1 else 2 end`
}

type Viewer = Deciding['viewer']

/** The kinds about which somebody decides here: administrators all, stewards what is not about accounts, members their own. */
export const kindsOf = (viewer: Viewer): readonly DecisionKind[] =>
  viewer.isAdmin
    ? decisionKinds
    : viewer.isSteward
      ? decisionKinds.filter((kind) => kind !== 'invitation')
      : ['suggestion', 'question', 'link', 'call']

/** Whether a steward has asked for one of these themselves: another one decides about it. */
export async function askedFor(db: Database, viewer: Viewer, kind: DecisionKind, ids: string[]) {
  if (viewer.isAdmin) return false
  const own = await rows(db)`
    select id from (${kinds[kind].list('open', viewer)}) as listed where id = any (${sql.param(ids)}::uuid[]) and asked_by = ${viewer.id}::uuid`
  return own.length > 0
}

/** All rows of some kinds that are in a state. */
const rowsOf = (some: readonly DecisionKind[], state: DecisionState, viewer: Viewer): SQL =>
  sql.join(
    some.map(
      (kind) =>
        sql`select ${kind}::text as kind, ${state === 'open' ? importance(kind) : sql`0`} as importance, * from (${kinds[kind].list(state, viewer)}) as listed`,
    ),
    sql` union all `,
  )

/** Who asks, and how many of their claims, suggestions and links were accepted and rejected. */
const asker = sql`(
  select json_build_object(
    ${personKeys(sql`person`)},
    'member_since', (select created_at from "user" where "user".id = person.id),
    'accepted', count(*) filter (where status in ('approved', 'accepted', 'live')), 'rejected', count(*) filter (where status = 'rejected')
  )
  from profiles as person left join lateral (
    select status from event_claims where user_id = person.id
    union all select status from speaker_claims where user_id = person.id
    union all select status from suggestions where suggested_by = person.id
    union all select status from talk_links where added_by = person.id and decided_by <> added_by
  ) as earlier on true
  where person.id = item.asked_by group by person.id, person.full_name, person.avatar_url, person.is_administrator
)`

type CountFilter = { kind?: DecisionKind; state: DecisionState; path?: string }
type Filter = Omit<CountFilter, 'path'> & {
  search?: string
  after?: string
}

/** The kinds, or the one, of which the viewer sees what is in a state. */
const kindsIn = (state: DecisionState, viewer: Viewer, one?: DecisionKind) =>
  kindsOf(viewer).filter(
    (kind) => (one ?? kind) === kind && (state === 'open' || kinds[kind].reopensFrom?.includes(state)),
  )

/** A page of what waits, the most important first, then the oldest; of what was decided, the newest first. */
export async function readDecisions(db: Database, viewer: Viewer, filter: Filter) {
  const { kind, state, search, after } = filter
  const [group, moment, id] = after?.split('_') ?? []
  const some = kindsIn(state, viewer, kind)
  if (some.length === 0) return { decisions: [], next: null }
  const [comparison, order] = state === 'open' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const page = await rows<OpenDecision & { importance: number }>(db)`
    with item as materialized (
      select * from (${rowsOf(some, state, viewer)}) as waiting
      where ${search ? sql`position(fold(${search}) in fold(name)) > 0` : sql`true`}
        and ${group ? sql`(importance, created_at, id) ${comparison} (${group}::integer, ${moment}::timestamptz, ${id}::uuid)` : sql`true`}
      order by importance, created_at ${order}, id ${order} limit ${limits.recordsAtOnce + 1}
    )
    select kind, importance, id, created_at::text as created_at, name, path, is_doubtful, ${asker} as asked_by,
      coalesce(case kind ${sql.join(
        some.map((name) => sql`when ${name} then ${kinds[name].evidence}`),
        sql` `,
      )} end, '{}') as evidence
    from item order by importance, item.created_at ${order}, id ${order}`
  const { items, next } = pageOf(
    page.map((item) => ({ ...item, evidence: kinds[item.kind].complete?.(item.evidence) ?? item.evidence })),
    limits.recordsAtOnce,
    (last) => `${last.importance}_${last.created_at}_${last.id}`,
  )
  return { decisions: items, next }
}

/** Whether anything waits, for whomever, of the kinds about which members decide: mostly nothing, and which are theirs stands in a dozen tables. */
const isAnyOpen = sql.raw(`select exists (select from suggestions where status = 'open') as suggestion,
  exists (select from source_questions) as question, exists (select from talk_links where status = 'suggested') as link,
  exists (select from calls where status = 'suggested') as call`)

/** How many are in a state, of each kind that has some; with `path`, about the record of this page. */
export async function countDecisions(db: Database, viewer: Viewer, { state, kind, path }: CountFilter) {
  const isShort = state === 'open' && !isStaff(viewer)
  const [open] = isShort ? await rows<Partial<Record<DecisionKind, boolean>>>(db, isAnyOpen) : []
  const some = kindsIn(state, viewer, kind).filter((name) => !open || open[name])
  if (some.length === 0) return []
  // All that is open is counted, whoever asks: one plan suits it.
  return rows<{ kind: DecisionKind; n: number }>(db)`
    select kind, count(*)::integer as n from (${rowsOf(some, state, viewer)}) as waiting
    where ${path ? sql`path = ${path}` : sql`true`} group by kind order by min(importance), kind ${genericPlan}`
}
