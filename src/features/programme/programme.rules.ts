import { isSpeaker } from '#features/claims/speaker-claims.rules.ts'
import { canEditEvent, type EventViewer } from '#features/events/events.rules.ts'

/** Speakers may edit slides and video, too: the event's owner need not know them. */
export const canEditTalkLinks = (
  viewer: EventViewer,
  event: { id: string; created_by: string | null },
  speakers: { user_id: string | null }[],
) => canEditEvent(viewer, event) || speakers.some((speaker) => isSpeaker(viewer, speaker))

/** Whether 'Plan to attend' stands at a talk. Who plans to hear one that is cancelled can still take it away. */
export const canPlan = ({ status }: { status: string }, isSaved = false) => isSaved || status !== 'cancelled'
