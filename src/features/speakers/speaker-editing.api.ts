import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { profiles } from '#features/people/people.tables.ts'
import { isUsablePicture, unknownPicture } from '#features/pictures/pictures.server.ts'
import { countryOf } from '#lib/country-names.ts'
import { containing } from '#lib/text.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { changedMeanwhile } from '#platform/procedures/changed-meanwhile.ts'
import { adminOnly, get, open, post, put, signedIn } from '#platform/procedures/procedure.ts'
import { consume, speakerLimit } from '#platform/rate-limits.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { editedSpeaker, newSpeaker, speakerEdit, speakerResult } from './speaker-editing.schemas.ts'
import { insertLinks, lockSpeakers } from './speaker-editing.server.ts'
import { canEditSpeaker, canLinkSpeaker } from './speakers.rules.ts'
import { social_links, speakers } from './speakers.tables.ts'

/** A country of the list under its name there, with its code; without a country, both stay as they are. */
function withListedCountry<Input extends { country_name?: string | null; country_code?: string | null }>(
  input: Input,
): Input {
  const country = input.country_name ? countryOf(input.country_name) : undefined
  return country
    ? { ...input, country_name: country.name, country_code: input.country_code || country.code }
    : input
}

const create = signedIn
  .route({ ...post('/speakers', 'Add a speaker'), successStatus: 201 })
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
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    const { twitter, github, website, ...fields } = withListedCountry(input)
    if (fields.user_id && !canLinkSpeaker(viewer, fields.user_id)) throw errors.FORBIDDEN()
    return await db
      .transaction(async (tx) => {
        if (!(await isUsablePicture(tx, viewer, fields.image_url))) throw errors.UNKNOWN_PICTURE()
        if (!viewer.isAdmin && (await consume(tx, speakerLimit(viewer.id))) > 0)
          throw errors.TOO_MANY_REQUESTS()
        const [createdSpeaker] = await tx
          .insert(speakers)
          .values({ ...fields, created_by: viewer.id })
          .returning({ id: speakers.id, name: speakers.name })
        await insertLinks(tx, createdSpeaker!.id, { twitter, github, website })
        return createdSpeaker!
      })
      .catch(
        byConstraint({
          speakers_one_profile_per_user: errors.CONFLICT,
          speakers_user_id_fkey: errors.UNKNOWN_USER,
        }),
      )
  })

const update = signedIn
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
  .handler(({ context: { db, viewer }, input, errors }) =>
    db.transaction(async (tx) => {
      const { id, updated_at, twitter, github, website, shows_former_names, ...fields } =
        withListedCountry(input)
      const [before] = await lockSpeakers(tx, id)
      if (!before) throw errors.NOT_FOUND()
      if (!canEditSpeaker(viewer, before)) throw errors.FORBIDDEN()
      if (before.updated_at !== updated_at)
        throw errors.CONFLICT({ data: { now: editedSpeaker.parse(before) } })
      if (!(await isUsablePicture(tx, viewer, fields.image_url, before.image_url)))
        throw errors.UNKNOWN_PICTURE()
      // A field that is left out stays as it is.
      const links = {
        twitter: twitter === undefined ? before.twitter : twitter,
        github: github === undefined ? before.github : github,
        website: website === undefined ? before.website : website,
      }
      // Unchanged links are not written again: the log would show an edit of them.
      const newLinks = Object.entries(links).filter(
        ([platform, handle]) => handle !== before[platform as keyof typeof links],
      )
      // Links are in a table of their own, so the trigger does not see that the record has a new version.
      const version = newLinks.length > 0 ? { updated_at: sql`now()` } : {}
      await tx
        .update(speakers)
        .set({ ...fields, ...version, ...(viewer.id === before.user_id && { shows_former_names }) })
        .where(eq(speakers.id, id))
      if (newLinks.length > 0) {
        const platforms = sql.param(newLinks.map(([platform]) => platform))
        await tx
          .delete(social_links)
          .where(sql`speaker_id = ${id}::uuid and platform = any (${platforms}::text[])`)
        await insertLinks(tx, id, Object.fromEntries(newLinks))
      }
      if (viewer.id === before.user_id || viewer.id === before.created_by) return
      await recordAdminAction(tx, viewer, {
        action: 'speaker_edited',
        subject: fields.name,
        path: `/speakers/${id}`,
        before: editedSpeaker.parse(before),
        after: editedSpeaker.parse({ ...before, ...definedOf({ ...fields, ...links }) }),
      })
    }),
  )

/** What was given of an edit. */
const definedOf = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const search = open
  .route(get('/speakers/search', 'Speakers whose name contains some words, by name'))
  .input(z.object({ search: z.string().trim().min(limits.searchTermMin).max(limits.searchTerm) }))
  .output(z.array(speakerResult))
  .handler(({ context, input }) => {
    const pattern = containing(input.search)
    return (
      context.db
        .select({
          id: speakers.id,
          name: speakers.name,
          location_name: speakers.location_name,
          country_name: speakers.country_name,
          events_spoken_at: speakers.events_spoken_at,
          user_id: speakers.user_id,
        })
        .from(speakers)
        // The index is on doc, which begins with the name.
        .where(sql`${speakers.doc} like ${pattern} and ${speakers.name_key} like ${pattern}`)
        .orderBy(asc(speakers.name_key), asc(speakers.id))
        .limit(serverLimits.speakerSearchResults)
    )
  })

const linkableUsers = adminOnly
  .route(get('/speakers/linkable-users', 'People to whom an administrator may link a new speaker, by name'))
  .output(z.array(personCard))
  .handler(({ context: { db } }) =>
    db
      .select({
        id: profiles.id,
        full_name: profiles.full_name,
        avatar_url: profiles.avatar_url,
        is_administrator: profiles.is_administrator,
      })
      .from(profiles)
      .orderBy(asc(profiles.name_key), asc(profiles.id))
      .limit(serverLimits.linkableUsers),
  )

export const speakerEditingApi = { create, update, search, linkableUsers }
