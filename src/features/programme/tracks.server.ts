import { constraintOf } from '#server/database/db.ts'

/** Whether a statement failed because the track belongs to another event, or is gone. */
export const isForeignTrack = (error: unknown) =>
  /^(breaks|talks)_track_id_event_id_fkey$/.test(constraintOf(error) ?? '')

export const foreignTrack = { status: 409, message: 'This track does not belong to the event' }
