import { ORPCError } from '@orpc/server'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type AdminEntry, recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { beginSet } from '#features/change-log/undo.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import type { MailSubject } from '#features/notifications/notifications.ts'
import type { Database } from '#platform/database/db.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import { callForEach, type refusals } from '#platform/procedures/several.ts'
import type { DecisionState, Evidence } from './decisions.schemas.ts'

/** Who decides, and where. */
export type Deciding = Pick<Context, 'db' | 'site' | 'today'> & { viewer: NonNullable<Viewer> }

/** What is chosen besides yes or no: one of the options that the person saw, words of their own, some of the changed fields. */
export type Choice = { option?: string | null; words?: string | null; fields?: string[] }

export type Step<Subject> = Deciding & Choice & { tx: Database; subject: Subject }

/** What a decision comes to besides the change itself: an entry of the audit trail, and who is notified. */
export type Outcome = {
  entry?: AdminEntry
  notice?: { to: string | null; message: string; path: string }
  /** Of how many rows, where several are decided as one. */
  decided?: number
}
type Outcomes = Promise<Outcome | Outcome[]>

/** What is decided about the rows of one kind: claims, proposals, questions, reports. `Key` is several ids where these are decided as one. */
export type Decision<Subject, Key = string> = {
  /** The row with the record that it is about, locked until the transaction ends; to open it again, where that is another one, `isRefused`. */
  lock: (tx: Database, key: Key, deciding: Deciding, isRefused: boolean) => Promise<Subject | undefined>
  /** The refusal where there is no such row. */
  missing: string
  /** The refusal of who may not decide; nothing where the procedures are for administrators. */
  forbidden?: (subject: Subject, viewer: Deciding['viewer']) => string | false
  /** The refusal where it was decided already and the row is still there. */
  decided?: (subject: Subject) => string | false
  accept: (step: Step<Subject>) => Outcomes
  /** Not given where there is only one answer. */
  reject?: (step: Step<Subject>) => Outcomes
  /** Whether the log has its rows, so that an undo of the decision opens it again. */
  isLogged?: true
  /** Opens again what was decided by mistake. */
  reopen?: (step: Step<Subject>) => Outcomes
  /** Of the mail to whoever is notified. */
  mailSubject?: MailSubject
  /** What the words may be. */
  words?: z.ZodType<string | null | undefined>
  /** The rows in a state, which is `open` or one of these, as a select of id, created_at, name, path, asked_by and is_doubtful. */
  list: (state: DecisionState, viewer: Deciding['viewer']) => SQL
  reopensFrom?: Exclude<DecisionState, 'open'>[]
  /** What helps to decide about `item`, a row of that select: the JSON of an `evidence`. */
  evidence: SQL
  /** What SQL cannot add to it. */
  complete?: (evidence: Evidence) => Evidence
}

export const refusal = (code: 'NOT_FOUND' | 'FORBIDDEN' | 'CONFLICT' | 'BAD_REQUEST', message: string) =>
  new ORPCError(code, { message })

export type Verdict = Choice & {
  isAccepted: boolean
  /** Whether it may have been decided before: the decision changes. */
  isAgain?: boolean
}

/** Decides on a row once, in one transaction with the notifications and the audit trail. */
export const decide = <Subject, Key>(
  decision: Decision<Subject, Key>,
  deciding: Deciding,
  key: Key,
  { isAccepted, isAgain, ...choice }: Verdict,
) =>
  inStep(decision, deciding, key, {
    async work(step) {
      const conflict = !isAgain && decision.decided?.(step.subject)
      if (conflict) throw refusal('CONFLICT', conflict)
      const act = isAccepted ? decision.accept : decision.reject
      if (!act) throw refusal('BAD_REQUEST', 'This cannot be rejected')
      return act({ ...step, ...choice })
    },
  })

/** Opens a row again. */
export const reopen = <Subject, Key>(decision: Decision<Subject, Key>, deciding: Deciding, key: Key) => {
  if (!decision.reopen) throw refusal('BAD_REQUEST', 'This cannot be opened again')
  return inStep(decision, deciding, key, { work: decision.reopen, isRefused: true })
}

/** Returns how many rows were decided. */
const inStep = <Subject, Key>(
  decision: Decision<Subject, Key>,
  deciding: Deciding,
  key: Key,
  { work, isRefused = false }: { work: (step: Step<Subject>) => Outcomes; isRefused?: boolean },
): Promise<number> =>
  deciding.db.transaction(async (tx) => {
    const subject = await decision.lock(tx, key, deciding, isRefused)
    if (!subject) throw refusal('NOT_FOUND', decision.missing)
    const forbidden = decision.forbidden?.(subject, deciding.viewer)
    if (forbidden) throw refusal('FORBIDDEN', forbidden)
    if (decision.isLogged) await beginSet(tx, { by: deciding.viewer.id, via: 'form' })
    const outcomes = [await work({ ...deciding, tx, subject })].flat()
    for (const outcome of outcomes) await announce(tx, deciding, outcome, decision.mailSubject)
    return outcomes.reduce((sum, { decided = 1 }) => sum + decided, 0)
  })

async function announce(
  tx: Database,
  { site, viewer }: Deciding,
  { entry, notice }: Outcome,
  subject: MailSubject = 'A decision about your claim',
): Promise<void> {
  if (notice?.to)
    await notify(tx, site, {
      from: viewer,
      kind: 'claim_decided',
      subject,
      to: sql`select ${notice.to}::uuid`,
      message: notice.message,
      path: notice.path,
    })
  if (entry) await recordAdminAction(tx, viewer, entry)
}

/** Decides on each row in a transaction of its own. Returns what was refused. */
export const decideMany = <Subject>(
  decision: Decision<Subject>,
  deciding: Deciding,
  ids: string[],
  verdict: Verdict,
): Promise<z.infer<typeof refusals>> => callForEach(ids, (id) => decide(decision, deciding, id, verdict))
