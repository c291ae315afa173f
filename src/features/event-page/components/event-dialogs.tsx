import { lazy, Suspense } from 'react'
import { ListPages } from '#components/layout/list-pages.tsx'
import type { RecipientCounts } from '#features/announcements/announcements.schemas.ts'
import { InvitePeopleDialog } from '#features/attendance/components/invite-people-dialog.tsx'
import type { SentInvitation } from '#features/attendance/event-invitations.schemas.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import type { EventSearch } from '#features/programme/event-search.ts'

/** With the script of forms, which readers of the page do not need. */
const AnnounceDialog = lazy(() =>
  import('#features/announcements/components/announce-dialog.tsx').then((module) => ({
    default: module.AnnounceDialog,
  })),
)

type Props = {
  event: EventDetail
  mine: {
    viewer: { id: string }
    sent?: { invitations: SentInvitation[]; next: string | null }
    recipients?: RecipientCounts
  }
  search: EventSearch
  onNavigate: (search: EventSearch, replace: boolean) => void
}

/** The dialogs in which an owner invites people and writes to them. */
export const EventDialogs = ({ event, mine: { viewer, sent, recipients }, search, onNavigate }: Props) => (
  <>
    {sent && (
      <InvitePeopleDialog
        event={event}
        viewer={viewer}
        invitations={sent.invitations}
        pages={
          <ListPages
            of="invitations"
            search={search}
            cursor="invited"
            next={sent.next}
            more="Earlier invitations"
          />
        }
        onClose={() => onNavigate({ ...search, invite: undefined, invited: undefined }, true)}
      />
    )}
    {recipients && (
      <Suspense>
        <AnnounceDialog
          event={event}
          recipients={recipients}
          onClose={() => onNavigate({ ...search, announce: undefined }, true)}
        />
      </Suspense>
    )}
  </>
)
