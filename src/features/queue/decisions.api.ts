import { z } from 'zod'
import { type Deciding, refusal } from '#features/decisions/decide.server.ts'
import { decisionCounts, decisionState, openDecision } from '#features/decisions/decisions.schemas.ts'
import { type DecisionKind, decisionKinds } from '#features/decisions/decisions.ts'
import { acceptance } from '#features/suggestions/suggestions.schemas.ts'
import { groupCursor } from '#lib/cursor.ts'
import { get, post, signedIn } from '#platform/procedures/procedure.ts'
import { refusals, severalIds } from '#platform/procedures/several.ts'
import { askedFor, countDecisions, kinds, kindsOf, readDecisions } from './open-decisions.server.ts'

const ofKind = z.object({ kind: z.enum(decisionKinds) })
const byId = ofKind.extend({ id: z.uuid() })
const verdict = z.object({
  is_accepted: z.boolean(),
  /** One of `choices`, or the `option` that the person saw. */
  option: z.string().max(100).optional(),
  /** Each kind has a limit of its own. */
  words: z.string().max(10_000).optional(),
  ...acceptance.pick({ fields: true }).shape,
})

const deciding = signedIn.meta({ isUndoable: true }).errors({
  NOT_FOUND: { message: 'This has already been decided' },
  CONFLICT: { message: 'This has already been decided' },
  FORBIDDEN: { message: 'You may not decide this' },
  BAD_REQUEST: { message: 'This cannot be done' },
})

/** The kind, where the viewer decides about it. */
async function kindFor({ db, viewer }: Deciding, kind: DecisionKind, ids: string[]) {
  if (!kindsOf(viewer).includes(kind) || (await askedFor(db, viewer, kind, ids)))
    throw refusal('FORBIDDEN', 'You may not decide this')
  return kinds[kind]
}

const list = signedIn
  .route(
    get(
      '/decisions',
      'What waits for a decision, the most important first, then the oldest; or, the newest first, what was decided and can be opened again',
    ),
  )
  .input(
    ofKind.partial().extend({
      state: decisionState.default('open'),
      search: z.string().max(200).optional(),
      after: groupCursor.optional(),
    }),
  )
  .output(z.object({ decisions: z.array(openDecision), next: z.string().nullable() }))
  .handler(({ context: { db, viewer }, input }) => readDecisions(db, viewer, input))

const counts = signedIn
  .route(
    get(
      '/counts/decisions',
      'How many decisions wait, or were made and can be opened again, of each kind that has some',
    ),
  )
  .input(
    ofKind.partial().extend({ state: decisionState.default('open'), path: z.string().max(300).optional() }),
  )
  .output(decisionCounts)
  .handler(({ context: { db, viewer }, input }) => countDecisions(db, viewer, input))

const decide = deciding
  .route(post('/decisions/{kind}/{id}', 'Accept or reject what waits for a decision'))
  .input(byId.extend(verdict.shape))
  .output(z.void())
  .handler(async ({ context, input: { kind, id, is_accepted, ...choice } }) => {
    await (await kindFor(context, kind, [id])).decide(context, id, { isAccepted: is_accepted, ...choice })
  })

const decideMany = deciding
  .route(post('/decisions/{kind}', 'Accept several that wait for a decision, or reject them'))
  .input(ofKind.extend({ ...severalIds.shape, ...verdict.shape }))
  .output(refusals)
  .handler(async ({ context, input: { kind, ids, is_accepted, ...choice } }) => {
    const { decideMany } = await kindFor(context, kind, ids)
    return decideMany(context, ids, { isAccepted: is_accepted, ...choice })
  })

const reopen = deciding
  .route(post('/decisions/{kind}/{id}/reopen', 'Open again what was decided by mistake, or refused'))
  .input(byId)
  .output(z.void())
  .handler(async ({ context, input: { kind, id } }) => {
    await (await kindFor(context, kind, [id])).reopen(context, id)
  })

export const decisionsApi = { list, counts, decide, decideMany, reopen }
