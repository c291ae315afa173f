import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EventSearch, searchAfterChoice } from '#features/events/event-search.ts'
import { SpeakerPopup } from '#features/speakers/components/speaker-popup.tsx'
import type { SpeakerDetail } from '#features/speakers/speakers.schemas.ts'
import { api } from '#lib/api.ts'
import type { DaySchedule, SavedTalk, TalkResult } from '../programme.schemas.ts'
import { Schedule } from './schedule.tsx'

/** The loaded part of the programme: one day, and what is open in it. */
type Programme = {
  schedule: DaySchedule
  openTalk: { id: string; description: string | null } | undefined
  speaker: SpeakerDetail | undefined
  talkResults: TalkResult[] | undefined
}

type Props = {
  event: { id: string }
  programme: Programme
  search: EventSearch
  /** The viewer's own talks; undefined for a visitor, who has none to save. */
  savedTalks: SavedTalk[] | undefined
  onNavigate: (search: EventSearch, replace?: boolean) => void
}

/** The schedule of an event with what is open in it. */
export function EventProgramme({ event, programme, search, savedTalks, onNavigate }: Props) {
  const event_id = event.id
  const { mutate: save } = useSaveTalk()
  const { mutate: remove } = useRemoveTalk()
  const plan = useMemo(
    () =>
      savedTalks && {
        talks: new Set(savedTalks.map(({ id }) => id)),
        onChange: (talk_id: string, isSaved: boolean) => (isSaved ? save : remove)({ event_id, talk_id }),
      },
    [savedTalks, event_id, save, remove],
  )
  return (
    <>
      <Schedule
        schedule={programme.schedule}
        search={search}
        openTalk={programme.openTalk}
        talkResults={programme.talkResults}
        plan={plan}
        onChoose={(values) => onNavigate(searchAfterChoice(search, values))}
      />
      {programme.speaker && (
        <SpeakerPopup
          speaker={programme.speaker}
          onClose={() => onNavigate({ ...search, speaker: undefined }, true)}
        />
      )}
    </>
  )
}

/** Takes a talk out of one's schedule, from the programme or from My Schedule. */
export function useRemoveTalk(onSuccess?: () => void) {
  const { mutate: save } = useSaveTalk()
  return useMutation({
    ...api.savedTalks.remove.mutationOptions(),
    onSuccess,
    meta: {
      success: 'Talk removed from your schedule',
      failure: 'Failed to remove talk from your schedule',
      undo: (talk: { event_id: string; talk_id: string }) => () => save(talk),
    },
  })
}

const useSaveTalk = () =>
  useMutation({
    ...api.savedTalks.save.mutationOptions(),
    meta: { success: 'Talk added to your schedule', failure: 'Failed to add talk to your schedule' },
  })
