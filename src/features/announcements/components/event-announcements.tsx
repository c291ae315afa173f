import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Moment } from '#components/layout/moment.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { Section } from '#components/ui/section.tsx'
import type { Viewer } from '#features/auth/viewer.ts'
import { AdministratorMark } from '#features/people/components/administrator-mark.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { canAnnounce, canRemoveAnnouncement } from '../announcements.rules.ts'
import type { Announcement } from '../announcements.schemas.ts'

type Props = {
  event: { id: string; created_by: string | null }
  viewer: Viewer | null
  announcements: Announcement[]
}

/** What the owner of an event wrote to its attendees: the newest open, earlier ones folded. */
export function EventAnnouncements({ event, viewer, announcements }: Props) {
  const [newest, ...earlier] = announcements
  const canWrite = canAnnounce(viewer, event)
  if (!newest && !canWrite) return null
  const canRemove = canRemoveAnnouncement(viewer, event)
  return (
    <Section
      title="Announcements"
      anchor="announcements"
      aside={
        canWrite && (
          <Link
            from="/conferences/$slug"
            to="."
            search={(now) => ({ ...now, announce: 'new' })}
            resetScroll={false}
            className={buttonClass({ look: 'outline', size: 'small' })}
          >
            Write to attendees
          </Link>
        )
      }
    >
      {newest ? (
        <Item announcement={newest} canRemove={canRemove} />
      ) : (
        <p className="text-quiet">You have not written to attendees yet.</p>
      )}
      {earlier.length > 0 && (
        <details className="mt-4">
          <summary className="link inline-block min-h-6 cursor-pointer">Earlier announcements</summary>
          <ul className="stack mt-4 gap-5">
            {earlier.map((announcement) => (
              <li key={announcement.id}>
                <Item announcement={announcement} canRemove={canRemove} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function Item({ announcement, canRemove }: { announcement: Announcement; canRemove: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  const remove = useAction(api.announcements.remove, {
    onSuccess: () => setConfirming(false),
    success: 'Announcement deleted',
    failure: 'Failed to delete the announcement',
  })
  const { id, author, created_at, message } = announcement
  return (
    <article className="max-w-prose border-l-4 border-ink bg-wash px-4 py-3">
      <p dir="auto" className="whitespace-pre-line wrap-break-word">
        <LinkedText text={message} />
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.9375rem] text-quiet">
        {author ? (
          <PlainLink to="/u/$id" params={{ id: author.id }} className="hover:text-accent hover:underline">
            {author.full_name ?? 'Anonymous User'}
          </PlainLink>
        ) : (
          'A former owner'
        )}
        <AdministratorMark person={author} />· <Moment at={created_at} />
        {canRemove && (
          <Button look="quiet" size="small" className="ml-auto" onClick={() => setConfirming(true)}>
            Delete
          </Button>
        )}
      </p>
      {isConfirming && (
        <ConfirmDialog
          title="Delete this announcement"
          action="Delete"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
          onClose={() => setConfirming(false)}
        >
          It disappears from this page and from unread notifications. Mail that has been sent cannot be taken
          back.
        </ConfirmDialog>
      )}
    </article>
  )
}
