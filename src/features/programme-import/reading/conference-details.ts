import { type OptionalEventField, optionalEventFields } from '#features/events/event-editing.schemas.ts'

export type ConferenceDetail = Exclude<OptionalEventField, 'website' | 'time_zone'>
/** The fields of a conference that no format has a place for. */
export const conferenceDetails = optionalEventFields.filter(
  (name): name is ConferenceDetail => name !== 'website' && name !== 'time_zone',
)
