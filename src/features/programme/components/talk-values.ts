import { type Difference, differencesBetween, formValues } from '#lib/form-fields.ts'
import { mainTrack } from '#src/limits.ts'
import { type TalkDetail, type TalkValues, type Track, talkFields } from '../programme-editing.schemas.ts'

/** A talk as its form holds it. */
export const talkValues = (talk: TalkDetail): TalkValues => ({
  ...formValues(talkFields, talk),
  updated_at: talk.updated_at,
  reason: '',
})

/** Where what is typed differs from what somebody else has saved. */
export const talkDifferences = (mine: TalkValues, other: TalkValues, tracks: Track[]): Difference[] =>
  differencesBetween(talkFields, mine, other, {
    speakers: (speakers) => speakers.map(({ name }) => name).join(', '),
    track_id: (id) => tracks.find((track) => track.id === id)?.name ?? mainTrack,
    topics: (topics) => [...topics].sort().join(', '),
  })
