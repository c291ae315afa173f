import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { afterChoosing, type EventSearch } from '#features/events/event-search.ts'
import { SpeakerPopup } from '#features/speakers/components/speaker-popup.tsx'
import type { SpeakerDetail } from '#features/speakers/speakers.schemas.ts'
import { api } from '#lib/api.ts'
import type { DaySchedule, FoundTalk, SavedTalk } from '../programme.schemas.ts'
import { Schedule } from './schedule.tsx'

/** What the page of an event has loaded of its programme: one day, and what is open in it. */
type Programme = {
  schedule: DaySchedule
  open: { id: string; description: string | null } | undefined
  speaker: SpeakerDetail | undefined
  found: FoundTalk[] | undefined
}

type Props = {
  event: { id: string }
  programme: Programme
  search: EventSearch
  /** The viewer's own talks; undefined for a visitor, who has none to save. */
  saved: SavedTalk[] | undefined
  onGo: (search: EventSearch, replace?: boolean) => void
}

/** The schedule of an event with what is open in it. */
export function EventProgramme({ event, programme, search, saved, onGo }: Props) {
  const event_id = event.id
  const { mutate: save } = useMutation({
    ...api.savedTalks.save.mutationOptions(),
    meta: { success: 'Talk added to your schedule', failure: 'Failed to add talk to your schedule' },
  })
  const { mutate: remove } = useRemoveTalk()
  const plan = useMemo(
    () =>
      saved && {
        talks: new Set(saved.map(({ id }) => id)),
        onChange: (talk_id: string, isSaved: boolean) => (isSaved ? save : remove)({ event_id, talk_id }),
      },
    [saved, event_id, save, remove],
  )
  return (
    <>
      <Schedule
        schedule={programme.schedule}
        search={search}
        open={programme.open}
        found={programme.found}
        plan={plan}
        onChoose={(values) => onGo(afterChoosing(search, values))}
      />
      {programme.speaker && (
        <SpeakerPopup
          speaker={programme.speaker}
          onClose={() => onGo({ ...search, speaker: undefined }, true)}
        />
      )}
    </>
  )
}

/** Takes a talk out of one's schedule, from the programme or from My Schedule. */
export const useRemoveTalk = (onSuccess?: () => void) =>
  useMutation({
    ...api.savedTalks.remove.mutationOptions(),
    onSuccess,
    meta: {
      success: 'Talk removed from your schedule',
      failure: 'Failed to remove talk from your schedule',
    },
  })
