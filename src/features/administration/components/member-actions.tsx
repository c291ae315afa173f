import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import type { MemberForAdmins } from '../members.schemas.ts'

const failure = (message: string) => ({ title: 'Error', detail: message })
const peopleCount = (people: number) => count(people, 'person', 'people')

export function MemberActions({ member, isSelf }: { member: MemberForAdmins; isSelf: boolean }) {
  const [question, setQuestion] = useState<'member' | 'branch'>()
  const onError = useRefreshOnRefusal()
  const restore = useAction(api.people.restore, { onError, success: 'Restored', failure })
  const signOut = useAction(api.people.signOut, { onError, success: 'Signed out everywhere', failure })
  const input = { user_id: member.id }
  const isSuspended = member.suspended_at !== null
  const isPending = restore.isPending || signOut.isPending
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap gap-1.5">
        {member.is_admin && <Badge look="strong">Admin</Badge>}
        {isSuspended && <Badge look="accent">Suspended</Badge>}
        {!member.is_confirmed && <Badge>Email not confirmed</Badge>}
      </p>
      {isSuspended && (
        <SuspendedNotice since={member.suspended_at!} suspendedTogether={member.suspended_together} />
      )}
      <div className="flex flex-wrap gap-2">
        {isSuspended ? (
          <Button size="small" disabled={isPending} onClick={() => restore.mutate(input)}>
            {restore.isPending ? 'Restoring...' : 'Restore'}
          </Button>
        ) : (
          !isSelf && (
            <>
              <Button size="small" look="danger" disabled={isPending} onClick={() => setQuestion('member')}>
                Suspend
              </Button>
              {member.branch > 0 && (
                <Button size="small" look="danger" disabled={isPending} onClick={() => setQuestion('branch')}>
                  Suspend with everyone they invited
                </Button>
              )}
            </>
          )
        )}
        {member.sessions > 0 && (
          <Button size="small" look="quiet" disabled={isPending} onClick={() => signOut.mutate(input)}>
            Sign out everywhere
          </Button>
        )}
        {!isSuspended && !member.is_admin && <ExtraInvitations member={member} />}
        {!isSuspended && (
          <Link to="/u/$id" params={{ id: member.id }} className="link self-center py-1 text-[0.9375rem]">
            Public profile
          </Link>
        )}
      </div>
      {question && (
        <SuspendDialog
          member={member}
          hasBranch={question === 'branch'}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  )
}

type NoticeProps = {
  since: string
  suspendedTogether: number
}

const SuspendedNotice = ({ since, suspendedTogether }: NoticeProps) => (
  <p className="max-w-prose border-s-4 border-accent bg-wash px-4 py-2.5">
    Suspended since <Moment at={since} />. Their profile, attendance, links and conferences are hidden, they
    cannot sign in, and their invitation codes do not work.
    {suspendedTogether > 1 &&
      ` Restore brings back the ${suspendedTogether.toLocaleString('en')} people who were suspended together.`}
  </p>
)

type SuspendProps = {
  member: MemberForAdmins
  /** Together with everyone they invited. */
  hasBranch: boolean
  onClose: () => void
}

function SuspendDialog({ member, hasBranch, onClose }: SuspendProps) {
  const suspend = useAction(api.people.suspend, {
    onError: useRefreshOnRefusal(),
    onSettled: onClose,
    success: 'Suspended',
    failure,
  })
  const name = member.full_name ?? 'this user'
  const action = hasBranch ? `Suspend ${peopleCount(member.branch + 1)}` : 'Suspend'
  return (
    <ConfirmDialog
      title={
        hasBranch ? `Suspend ${name} and ${peopleCount(member.branch)} they invited?` : `Suspend ${name}?`
      }
      action={suspend.isPending ? 'Suspending...' : action}
      isPending={suspend.isPending}
      onConfirm={() => suspend.mutate({ user_id: member.id, has_branch: hasBranch })}
      onClose={onClose}
    >
      <p>
        They lose access immediately, and their profiles, conferences, attendance and links are hidden.
        Nothing is deleted, and you can restore everything at once.
      </p>
      {hasBranch && member.branch_admins > 0 && (
        <p className="mt-3">
          {count(member.branch_admins, 'administrator', 'administrators')} among them, and the people they
          invited, will not be suspended.
        </p>
      )}
    </ConfirmDialog>
  )
}

const ExtraInvitations = ({ member: { id, extra_invitations } }: { member: MemberForAdmins }) => {
  const change = useAction(api.people.setExtraInvitations, {
    onError: useRefreshOnRefusal(),
    success: 'Number of invitation codes changed',
    failure,
  })
  const set = (extra: number) => change.mutate({ user_id: id, extra })
  const more = Math.min(limits.invitationCodes, limits.extraInvitations - extra_invitations)
  return (
    <>
      {more > 0 && (
        <Button
          size="small"
          look="quiet"
          disabled={change.isPending}
          onClick={() => set(extra_invitations + more)}
        >
          Allow {more} more invitation codes
        </Button>
      )}
      {extra_invitations > 0 && (
        <Button size="small" look="quiet" disabled={change.isPending} onClick={() => set(0)}>
          Back to {limits.invitationCodes} invitation codes
        </Button>
      )}
    </>
  )
}
