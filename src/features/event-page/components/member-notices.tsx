import { PostForm } from '#components/forms/post-form.tsx'
import { InvitationCard } from '#features/attendance/components/invitation-card.tsx'
import { HandoverCard } from '#features/claims/components/handover-card.tsx'
import { TakeOver } from '#features/claims/components/take-over.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { InstallHint } from '#features/offline/components/install-hint.tsx'
import type { loadViewerPart } from '../load-event-page.ts'
import { AdminActions } from './admin-actions.tsx'

type Mine = NonNullable<Awaited<ReturnType<typeof loadViewerPart>>>

/** What waits for a signed-in person above the tabs of a conference. */
export const MemberNotices = ({ event, mine }: { event: EventDetail; mine: Mine }) => (
  <>
    {mine.savedTalks.length > 0 && <InstallHint />}
    {mine.viewer.isAdmin && <AdminActions event={event} />}
    {mine.mayTakeOver && <TakeOver event={event} />}
    <PostForm name="handover" />
    {mine.handover && <HandoverCard handover={mine.handover} />}
    <PostForm name="invitation" />
    {mine.invitation && <InvitationCard invitation={mine.invitation} />}
  </>
)
