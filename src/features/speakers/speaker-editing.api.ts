import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { profiles } from '#features/people/people.tables.ts'
import { containing } from '#lib/text.ts'
import { constraintOf } from '#server/database/db.ts'
import { adminOnly, open, signedIn } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { newSpeaker, speakerResult } from './speaker-editing.schemas.ts'
import { canLinkSpeaker } from './speakers.rules.ts'
import { social_links, speakers } from './speakers.tables.ts'

const tags = ['Speakers']

const create = signedIn
  .route({ method: 'POST', path: '/speakers', tags, summary: 'Add a speaker', successStatus: 201 })
  .errors({
    FORBIDDEN: { message: 'You can only link a speaker to your own account' },
    CONFLICT: { message: 'This user already has a speaker profile' },
    UNKNOWN_USER: { status: 409, message: 'Please select a user to link to this speaker' },
  })
  .input(newSpeaker)
  .output(z.object({ id: z.uuid(), name: z.string() }))
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    const { twitter, github, website, ...fields } = input
    if (fields.user_id && !canLinkSpeaker(viewer, fields.user_id)) throw errors.FORBIDDEN()
    const links = Object.entries({ twitter, github, website }).flatMap(([platform, handle]) =>
      handle ? [{ platform: platform as 'twitter' | 'github' | 'website', handle }] : [],
    )
    try {
      return await db.transaction(async (tx) => {
        const [createdSpeaker] = await tx
          .insert(speakers)
          .values({ ...fields, created_by: viewer.id })
          .returning({ id: speakers.id, name: speakers.name })
        if (links.length > 0)
          await tx
            .insert(social_links)
            .values(links.map((link) => ({ speaker_id: createdSpeaker!.id, ...link })))
        return createdSpeaker!
      })
    } catch (error) {
      const constraint = constraintOf(error)
      if (constraint === 'speakers_one_profile_per_user') throw errors.CONFLICT()
      if (constraint === 'speakers_user_id_fkey') throw errors.UNKNOWN_USER()
      throw error
    }
  })

const search = open
  .route({
    method: 'GET',
    path: '/speakers/search',
    tags,
    summary: 'Speakers whose name contains some words, by name',
  })
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
          user_id: speakers.user_id,
        })
        .from(speakers)
        // The index is on doc, which begins with the name.
        .where(sql`${speakers.doc} like ${pattern} and ${speakers.name_key} like ${pattern}`)
        .orderBy(asc(speakers.name_key), asc(speakers.id))
        .limit(limits.speakerSearchResults)
    )
  })

const linkableUsers = adminOnly
  .route({
    method: 'GET',
    path: '/speakers/linkable-users',
    tags,
    summary: 'People to whom an administrator may link a new speaker, by name',
  })
  .output(z.array(personCard))
  .handler(({ context: { db } }) =>
    db
      .select({ id: profiles.id, full_name: profiles.full_name, avatar_url: profiles.avatar_url })
      .from(profiles)
      .orderBy(asc(profiles.name_key), asc(profiles.id))
      .limit(limits.linkableUsers),
  )

export const speakerEditingApi = { create, search, linkableUsers }
