import { PostForm } from '#components/forms/post-form.tsx'
import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import { SpeakerPopup } from '#features/speakers/components/speaker-popup.tsx'
import type { SpeakerDetail } from '#features/speakers/speakers.schemas.ts'
import { type EventSearch, searchAfterChoice } from '../event-search.ts'
import type { DaySchedule, SavedTalk, TalkResult } from '../programme.schemas.ts'
import { NextTalkBar } from './next-talk-bar.tsx'
import { ScheduleView } from './schedule-view.tsx'
import { usePlan } from './use-plan.ts'

/** The loaded part of the programme: one day, and what is open in it. */
type Programme = {
  schedule: DaySchedule
  openTalk: { id: string; description: string | null } | undefined
  speaker: SpeakerDetail | undefined
  talkResults: TalkResult[] | undefined
}

type Props = {
  event: { id: string; slug: string; status: string; today: string }
  programme: Programme
  search: EventSearch
  /** The viewer's own talks; undefined for a visitor, who has none to save. */
  savedTalks: SavedTalk[] | undefined
  /** Whether the viewer may add talks. */
  canEdit: boolean
  onNavigate: (search: EventSearch, replace?: boolean) => void
}

/** The schedule of an event with what is open in it. */
export function EventProgramme({ event, programme, search, savedTalks, canEdit, onNavigate }: Props) {
  const plan = usePlan(event, savedTalks)
  const schedule = (
    <ScheduleView
      event={event}
      schedule={programme.schedule}
      search={search}
      openTalk={programme.openTalk}
      talkResults={programme.talkResults}
      plan={plan}
      savedTalks={savedTalks}
      canEdit={canEdit}
      onChoose={(values) => onNavigate(searchAfterChoice(search, values))}
    />
  )
  return (
    <>
      {plan && <PostForm name="plan" />}
      {programme.schedule.now ? schedule : <RenderAfterFirstFrame>{schedule}</RenderAfterFirstFrame>}
      {programme.speaker && (
        <SpeakerPopup
          speaker={programme.speaker}
          onClose={() => onNavigate({ ...search, speaker: undefined }, true)}
        />
      )}
      {programme.schedule.now && savedTalks && (
        <NextTalkBar event={event} talks={savedTalks} serverNow={programme.schedule.now} />
      )}
    </>
  )
}
