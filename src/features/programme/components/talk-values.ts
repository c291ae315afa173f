import type { Difference } from '#components/layout/conflict-notice.tsx'
import { mainTrack } from '#src/limits.ts'
import type { TalkValues, Track, WholeTalk } from '../programme-editing.schemas.ts'

/** A talk as its form holds it. */
export const typedTalk = ({ id: _, ...talk }: WholeTalk): TalkValues => ({
  ...talk,
  description: talk.description ?? '',
  start_time: talk.start_time ?? '',
  end_time: talk.end_time ?? '',
  location: talk.location ?? '',
  track_id: talk.track_id ?? '',
  slides_url: talk.slides_url ?? '',
  video_url: talk.video_url ?? '',
})

/** Where what is typed differs from what somebody else has saved. */
export function differencesOf(mine: TalkValues, theirs: WholeTalk, tracks: Track[]): Difference[] {
  const trackName = (id: string) => tracks.find((track) => track.id === id)?.name ?? mainTrack
  const told = (talk: TalkValues) => ({
    Title: talk.title,
    Speakers: talk.speakers.map(({ name }) => name).join(', '),
    Date: talk.date,
    'Start time': talk.start_time ?? '',
    'End time': talk.end_time ?? '',
    Track: trackName(talk.track_id ?? ''),
    Room: talk.location ?? '',
    Description: talk.description ?? '',
    Topics: [...talk.topics].sort().join(', '),
    Slides: talk.slides_url ?? '',
    Video: talk.video_url ?? '',
  })
  const others = Object.values(told(typedTalk(theirs)))
  return Object.entries(told(mine))
    .map(([label, text], index) => ({ label, mine: text, theirs: others[index] ?? '' }))
    .filter(({ mine, theirs }) => mine !== theirs)
}
