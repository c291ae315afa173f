import { z } from 'zod'
import { changedField } from '#features/decisions/decisions.schemas.ts'
import { suggestionFields } from '#features/decisions/suggestion-fields.ts'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { newTalk } from '#features/programme/programme-editing.schemas.ts'
import { seriesForm } from '#features/series/series.schemas.ts'
import { speakerFields } from '#features/speakers/speaker-editing.schemas.ts'
import { rulesOf } from '#lib/form-fields.ts'

const suggestion = {
  ...rulesOf(suggestionFields),
  id: z.uuid(),
  /** The version that was looked at; without it, the stored one. */
  updated_at: z.string().max(64).optional(),
}

/** Any fields of an edit; those that are left out, or are the same, are not suggested. */
export const suggestionInputs = {
  event: z.object(rulesOf(eventFields)).partial().extend(suggestion),
  talk: newTalk.partial().extend(suggestion),
  speaker: z.object(rulesOf(speakerFields)).partial().extend(suggestion),
  series: seriesForm.partial().extend(suggestion),
}

export const openSuggestion = z.object({
  id: z.uuid(),
  created_at: z.string(),
  reason: z.string().nullable(),
  suggested_by: personCard.nullable(),
  changes: z.array(changedField),
  /** Names what is stored now: needed to accept a field that was changed since. */
  option: z.string(),
})

/** Which of the fields are accepted, all if not given; and the `option` of the suggestion. */
export const acceptance = z.object({
  fields: z.array(z.string().max(100)).min(1, 'Choose at least one field').max(50).optional(),
  option: z.string().max(100).optional(),
})
