import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { rows } from '#platform/database/db.ts'
import { adminChange, adminOnly, del, get, post } from '#platform/procedures/procedure.ts'
import { speakerFields } from './speaker-editing.schemas.ts'
import { type LockedSpeaker, lockSpeakers } from './speaker-editing.server.ts'
import { type MergePreview, mergePreview } from './speaker-merging.schemas.ts'
import { deleteSpeaker, fillingOf, mergeSpeakers } from './speaker-merging.server.ts'
import { areClaimedByTwo } from './speakers.rules.ts'

const notFound = { message: 'Speaker not found' }
const twoSpeakers = z.object({ id: z.uuid(), other_id: z.uuid() })
const claimedByTwo = 'These records are claimed by two different accounts, so they can’t become one.'

const previewMerge = adminOnly
  .route(get('/speakers/{id}/merge', 'What a merge of another record into this one would do'))
  .errors({ NOT_FOUND: notFound })
  .input(twoSpeakers)
  .output(mergePreview)
  .handler(async ({ context: { db }, input: { id, other_id }, errors }) => {
    const link = (platform: string) =>
      sql`(select handle from social_links where speaker_id = speakers.id and platform = ${platform})`
    const sides = await rows<LockedSpeaker & MergePreview['kept'] & { claims: number; shared: number }>(db)`
      select id, name, bio, location_name, country_name, country_code, image_url, user_id, created_by,
        updated_at::text as updated_at,
        ${link('twitter')} as twitter, ${link('github')} as github, ${link('website')} as website,
        (select count(*)::integer from talk_speakers where speaker_id = speakers.id) as talks,
        (select count(*)::integer from speaker_claims where speaker_id = speakers.id) as claims,
        (select count(*)::integer from talk_speakers as own join talk_speakers as theirs using (talk_id)
         where own.speaker_id = ${id}::uuid and theirs.speaker_id = ${other_id}::uuid) as shared
      from speakers where id in (${id}::uuid, ${other_id}::uuid)`
    const [survivor, removed] = [id, other_id].map((sideId) => sides.find((side) => side.id === sideId))
    if (!survivor || !removed || survivor === removed) throw errors.NOT_FOUND()
    const labels = { ...speakerFields, user_id: { label: 'The account' } }
    return {
      kept: survivor,
      removed,
      shared: survivor.shared,
      claims: removed.claims,
      refusal: areClaimedByTwo(survivor, removed) ? claimedByTwo : null,
      filled: Object.keys(fillingOf(survivor, removed)).map(
        (name) => labels[name as keyof typeof labels].label,
      ),
    }
  })

const merge = adminChange
  .meta({ isUndoable: true })
  .route(post('/speakers/{id}/merge', 'Merge another record into this one; its address redirects here'))
  .errors({ NOT_FOUND: notFound, CONFLICT: { message: claimedByTwo } })
  .input(twoSpeakers)
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id, other_id }, errors }) => {
    const [survivor, removed] = await lockSpeakers(tx, id, other_id)
    if (!survivor || !removed || id === other_id) throw errors.NOT_FOUND()
    if (areClaimedByTwo(survivor, removed)) throw errors.CONFLICT()
    const { talks } = await mergeSpeakers(tx, viewer, survivor, removed)
    await recordAdminAction(tx, viewer, {
      action: 'speaker_merged',
      subject: survivor.name,
      path: `/speakers/${id}`,
      before: { name: removed.name, talks },
    })
  })

const remove = adminChange
  .meta({ isUndoable: true })
  .route(del('/speakers/{id}', 'Delete a record and take it off its talks'))
  .errors({ NOT_FOUND: notFound })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, site, viewer }, input: { id }, errors }) => {
    const [speaker] = await lockSpeakers(tx, id)
    if (!speaker) throw errors.NOT_FOUND()
    await notify(tx, site, {
      from: viewer,
      kind: 'follow_ended',
      subject: 'Something you follow was removed',
      to: sql`select user_id from follows where speaker_id = ${id}::uuid and user_id <> ${viewer.id}::uuid`,
      message: `The speaker profile of ${speaker.name} was removed, so you no longer follow it.`,
      path: '/following',
    })
    const { talks } = await deleteSpeaker(tx, id)
    const before = { talks, user: speaker.user_id }
    await recordAdminAction(tx, viewer, { action: 'speaker_deleted', subject: speaker.name, before })
  })

export const speakerMergingApi = { previewMerge, merge, remove }
