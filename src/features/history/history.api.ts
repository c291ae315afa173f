import { z } from 'zod'
import { adminChange, adminOnly, get, memberChange, post, signedIn } from '#platform/procedures/procedure.ts'
import { readDeletedRecords } from './deleted-records.server.ts'
import {
  changeFilters,
  deletedRecord,
  memberUndo,
  type RecordKind,
  recentChanges,
  recordComparison,
  recordHistory,
  undoPreview,
  undoResult,
  undoScopes,
} from './history.schemas.ts'
import { readComparison, readHistory } from './read-history.server.ts'
import { readRecent } from './read-recent.server.ts'
import {
  isGone,
  isUnchanged,
  isUndone,
  mayNot,
  returnTo,
  tooManySince,
  undoOne,
} from './undo-changes.server.ts'
import { previewUndo, tooMany, undoAll } from './undo-of-member.server.ts'

const nouns: Record<RecordKind, string> = {
  events: 'Conference',
  talks: 'Talk',
  speakers: 'Speaker',
  series: 'Series',
}

const changeId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const recordId = z.object({ id: z.uuid() })
const deleted = signedIn
  .route(
    get(
      '/deleted-records',
      'Records that I deleted and can restore by undoing that (administrators: of anybody)',
    ),
  )
  .input(z.object({ after: changeId.optional() }))
  .output(z.object({ records: z.array(deletedRecord), next: z.number().int().nullable() }))
  .handler(({ context: { db, viewer }, input: { after } }) => readDeletedRecords(db, viewer, after))

const historyOf = (kind: RecordKind) =>
  signedIn
    .route(get(`/${kind}/{id}/history`, `Changes of a ${nouns[kind].toLowerCase()}, newest first (members)`))
    .errors({ NOT_FOUND: { message: `${nouns[kind]} not found` } })
    .input(recordId.extend({ after: changeId.optional() }))
    .output(recordHistory)
    .handler(async ({ context: { db, viewer }, input: { id, after }, errors }) => {
      const history = await readHistory(db, { kind, id }, viewer, after)
      if (!history) throw errors.NOT_FOUND()
      return history
    })

const comparisonOf = (kind: RecordKind) =>
  signedIn
    .route(
      get(
        `/${kind}/{id}/history/comparison`,
        `What the changes of a ${nouns[kind].toLowerCase()} after one, up to another, come to (members)`,
      ),
    )
    .errors({ NOT_FOUND: { message: `${nouns[kind]} not found` } })
    .input(recordId.extend({ from: changeId, to: changeId }))
    .output(recordComparison)
    .handler(async ({ context: { db, viewer }, input: { id, from, to }, errors }) => {
      const comparison = await readComparison(db, { kind, id }, viewer, { from, to })
      if (!comparison) throw errors.NOT_FOUND()
      return comparison
    })

const returnOf = (kind: RecordKind) =>
  memberChange
    .route(
      post(
        `/${kind}/{id}/history/{change_id}/return`,
        `Return a ${nouns[kind].toLowerCase()} to what it was after a change: undo all newer ones`,
      ),
    )
    .errors({
      NOT_FOUND: isGone,
      FORBIDDEN: mayNot,
      CONFLICT: isUnchanged,
      TOO_MANY: tooManySince,
    })
    .input(recordId.extend({ change_id: changeId }))
    .output(undoResult)
    .handler(({ context: { tx, viewer }, input: { id, change_id } }) =>
      returnTo(tx, viewer, { kind, id }, change_id),
    )

const recent = adminOnly
  .route(get('/changes', 'Changes of all records, newest first (administrators)'))
  .input(changeFilters.extend({ after: changeId.optional() }))
  .output(recentChanges)
  .handler(({ context: { db, viewer }, input }) => readRecent(db, viewer, input))

const undo = memberChange
  .meta({ isUndoable: true })
  .route(post('/changes/{id}/undo', 'Undo a change, as far as nobody has changed it since'))
  .errors({ NOT_FOUND: isGone, FORBIDDEN: mayNot, CONFLICT: isUndone })
  .input(z.object({ id: changeId }))
  .output(undoResult)
  .handler(({ context: { tx, viewer }, input: { id } }) => undoOne(tx, viewer, id))

const ofMember = { NOT_FOUND: { message: 'Unknown user' } }
const byMember = z.object({ user_id: z.uuid(), scope: z.enum(undoScopes).default('member') })
const membersChanges = '/users/{user_id}/changes/undo'

const previewUndoMember = adminOnly
  .route(get(membersChanges, 'What an undo of all that a member changed since a moment would do'))
  .errors(ofMember)
  .input(byMember.extend({ since: z.iso.datetime().optional() }))
  .output(undoPreview)
  .handler(({ context: { db, viewer }, input: { user_id: userId, ...request } }) =>
    previewUndo(db, viewer, { userId, ...request }),
  )

const undoMember = adminChange
  .route(post(membersChanges, 'Undo all that a member changed since a moment'))
  .errors({ ...ofMember, TOO_MANY: tooMany })
  .input(byMember.extend({ since: z.iso.datetime() }))
  .output(memberUndo)
  .handler(({ context: { tx, viewer }, input: { user_id: userId, ...request } }) =>
    undoAll(tx, viewer, { userId, ...request }),
  )

export const historyApi = {
  deleted,
  recent,
  undo,
  undoMember,
  previewUndoMember,
  ofEvent: historyOf('events'),
  ofTalk: historyOf('talks'),
  ofSpeaker: historyOf('speakers'),
  ofSeries: historyOf('series'),
  compareEvent: comparisonOf('events'),
  compareTalk: comparisonOf('talks'),
  compareSpeaker: comparisonOf('speakers'),
  compareSeries: comparisonOf('series'),
  returnEvent: returnOf('events'),
  returnTalk: returnOf('talks'),
  returnSpeaker: returnOf('speakers'),
  returnSeries: returnOf('series'),
}
