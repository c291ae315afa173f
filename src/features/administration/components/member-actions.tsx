import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import type { MemberForAdmins } from '../members.schemas.ts'

const failure = (message: string) => ({ title: 'Error', detail: message })

export function MemberActions({ member, isSelf }: { member: MemberForAdmins; isSelf: boolean }) {
  const signOut = useAction(api.people.signOut, { success: 'Signed out everywhere', failure })
  const input = { user_id: member.id }
  const isSuspended = member.suspended_at !== null
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
          <ActLink act="restore" label="Restore" />
        ) : (
          !isSelf && (
            <>
              <ActLink act="suspend" label="Suspend" look="danger" />
              {member.branch > 0 && (
                <ActLink act="branch" label="Suspend with everyone they invited" look="danger" />
              )}
            </>
          )
        )}
        <ActLink act="undo" label="Undo their changes" look="outline" />
        {member.sessions > 0 && (
          <Button
            size="small"
            look="quiet"
            disabled={signOut.isPending}
            onClick={() => signOut.mutate(input)}
          >
            Sign out everywhere
          </Button>
        )}
        {!isSuspended && !member.is_admin && <ExtraInvitations member={member} />}
        <Link
          to="/admin/changes"
          search={{ person: member.id }}
          className="link self-center py-1 text-[0.9375rem]"
        >
          All their changes
        </Link>
        {!isSuspended && (
          <Link to="/u/$id" params={{ id: member.id }} className="link self-center py-1 text-[0.9375rem]">
            Public profile
          </Link>
        )}
      </div>
    </div>
  )
}

type ActProps = { act: 'suspend' | 'branch' | 'restore' | 'undo'; label: string; look?: 'danger' | 'outline' }

/** Opens the question at its own address, so it works without script. */
const ActLink = ({ act, ...props }: ActProps) => (
  <ButtonLink to="." search={{ act }} resetScroll={false} size="small" {...props} />
)

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

const ExtraInvitations = ({ member: { id, extra_invitations } }: { member: MemberForAdmins }) => {
  const change = useAction(api.people.setExtraInvitations, {
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
