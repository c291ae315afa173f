import { z } from 'zod'
import { type PersonCard, personCard } from '#features/people/people.schemas.ts'
import { isUsablePicture, unknownPicture } from '#features/pictures/pictures.server.ts'
import { containing } from '#lib/text.ts'
import { rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { changedMeanwhile } from '#platform/procedures/changed-meanwhile.ts'
import { adminOnly, get, memberChange, open, postNew, put } from '#platform/procedures/procedure.ts'
import { consume, speakerLimit } from '#platform/rate-limits.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { editedSpeaker, newSpeaker, speakerEdit, speakerResult } from './speaker-editing.schemas.ts'
import { insertLinks, lockSpeakers, saveSpeaker, withListedCountry } from './speaker-editing.server.ts'
import { canEditSpeaker, canLinkSpeaker } from './speakers.rules.ts'
import { speakers } from './speakers.tables.ts'

const create = memberChange
  .route(postNew('/speakers', 'Add a speaker'))
  .errors({
    FORBIDDEN: { message: 'You can only link a speaker to your own account' },
    CONFLICT: { message: 'This user already has a speaker profile' },
    UNKNOWN_USER: { status: 409, message: 'Please select a user to link to this speaker' },
    UNKNOWN_PICTURE: unknownPicture,
    TOO_MANY_REQUESTS: {
      message: "You have reached today's limit for new speakers. Please try again tomorrow.",
    },
  })
  .input(newSpeaker)
  .output(z.object({ id: z.uuid(), name: z.string() }))
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const { twitter, github, website, ...fields } = withListedCountry(input)
    if (fields.user_id && !canLinkSpeaker(viewer, fields.user_id)) throw errors.FORBIDDEN()
    if (!(await isUsablePicture(tx, viewer, fields.image_url))) throw errors.UNKNOWN_PICTURE()
    if (!viewer.isAdmin && (await consume(tx, speakerLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
    const [createdSpeaker] = await tx
      .insert(speakers)
      .values({ ...fields, created_by: viewer.id })
      .returning({ id: speakers.id, name: speakers.name })
      .catch(
        byConstraint({
          speakers_one_profile_per_user: errors.CONFLICT,
          speakers_user_id_fkey: errors.UNKNOWN_USER,
        }),
      )
    await insertLinks(tx, createdSpeaker!.id, { twitter, github, website })
    return createdSpeaker!
  })

const update = memberChange
  .meta({ isUndoable: true })
  .route(put('/speakers/{id}', "Edit a speaker's record"))
  .errors({
    NOT_FOUND: { message: 'Speaker not found' },
    FORBIDDEN: { message: 'You do not have permission to edit this speaker' },
    UNKNOWN_PICTURE: unknownPicture,
    CONFLICT: changedMeanwhile('speaker', editedSpeaker),
  })
  .input(speakerEdit)
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const { id, updated_at, ...fields } = withListedCountry(input)
    const [before] = await lockSpeakers(tx, id)
    if (!before) throw errors.NOT_FOUND()
    if (!canEditSpeaker(viewer, before)) throw errors.FORBIDDEN()
    if (before.updated_at !== updated_at)
      throw errors.CONFLICT({ data: { now: editedSpeaker.parse(before) } })
    await saveSpeaker(tx, viewer, before, fields)
  })

const search = open
  .route(get('/speakers/search', 'Speakers whose name contains some words, by name'))
  .input(z.object({ search: z.string().trim().min(limits.searchTermMin).max(limits.searchTerm) }))
  .output(z.array(speakerResult))
  .handler(({ context: { db }, input }) => {
    const pattern = containing(input.search)
    // The index is on doc, which begins with the name.
    return rows<z.infer<typeof speakerResult>>(db)`
      select id, name, location_name, country_name, events_spoken_at, user_id from speakers
      where joined(doc) like ${pattern} and joined(name_key) like ${pattern}
      order by name_key, id limit ${serverLimits.speakerSearchResults}`
  })

const linkableUsers = adminOnly
  .route(get('/speakers/linkable-users', 'People to whom an administrator may link a new speaker, by name'))
  .output(z.array(personCard))
  .handler(
    ({ context: { db } }) =>
      rows<PersonCard>(db)`
      select id, full_name, avatar_url, is_administrator from profiles
      order by name_key, id limit ${serverLimits.linkableUsers}`,
  )

export const speakerEditingApi = { create, update, search, linkableUsers }
