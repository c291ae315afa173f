import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import type { Invitation } from '../invitations.schemas.ts'
import { CopyCodeButton } from './copy-code-button.tsx'

const stateLabels = {
  used: 'Used',
  revoked: 'Revoked',
  expired: 'Expired',
  held: 'Tried, not used',
  active: 'Active',
}

export function InvitationList({ codes, withCreator }: { codes: Invitation[]; withCreator: boolean }) {
  if (codes.length === 0)
    return <EmptyState>No codes yet. Create one and send it to the person you want to invite.</EmptyState>
  return (
    <ul>
      {codes.map((invitation) => (
        <li
          key={invitation.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline py-3 first:pt-0"
        >
          <div className="min-w-0 flex-[1_1_14rem]">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <code className="text-lg font-semibold break-all">{invitation.code}</code>
              <Badge look={invitation.state === 'active' ? 'strong' : 'plain'}>
                {stateLabels[invitation.state]}
              </Badge>
            </p>
            <p className="text-[0.9375rem] text-quiet">
              <History invitation={invitation} withCreator={withCreator} />
            </p>
          </div>
          {invitation.state === 'active' && (
            <div className="flex flex-wrap gap-2">
              <CopyCodeButton code={invitation.code} withLink />
              <CopyCodeButton code={invitation.code} />
              {withCreator && <RevokeCode code={invitation.code} />}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** For administrators: makes the code worthless. It can't be undone, but another code is soon made. */
function RevokeCode({ code }: { code: string }) {
  const revoke = useAction(api.invitations.revoke, {
    success: 'Code revoked',
    failure: 'Failed to revoke the code',
  })
  return (
    <Button size="small" look="quiet" disabled={revoke.isPending} onClick={() => revoke.mutate({ code })}>
      Revoke<span className="sr-only"> {code}</span>
    </Button>
  )
}

function History({ invitation, withCreator }: { invitation: Invitation; withCreator: boolean }) {
  const { state, created_at, created_by, tried_at, used_at, used_by, last_day } = invitation
  return (
    <>
      Created {shortDay(created_at.slice(0, 10))}
      {withCreator && (
        <>
          {' '}
          by <PersonLink person={created_by} missing="a deleted account" />
        </>
      )}
      {state === 'used' && used_at && (
        <>
          , used {shortDay(used_at.slice(0, 10))} by{' '}
          <PersonLink person={used_by} missing="a deleted account" />
        </>
      )}
      {state !== 'used' &&
        tried_at &&
        `, tried ${shortDay(tried_at.slice(0, 10))} with an address that has an account, not used`}
      {state === 'held' && '. It works again an hour after that.'}
      {state !== 'used' &&
        state !== 'held' &&
        state !== 'revoked' &&
        last_day &&
        `, ${state === 'expired' ? 'expired after' : 'valid until'} ${shortDay(last_day)}`}
    </>
  )
}
