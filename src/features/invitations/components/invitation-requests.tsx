import { Moment } from '#components/layout/moment.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { InvitationRequest } from '../invitations.schemas.ts'

type Props = { total: number; requests: InvitationRequest[] }

export function InvitationRequests({ total, requests }: Props) {
  // The row goes with its buttons, and the focus would be lost.
  const onSuccess = () => document.getElementById('requests')?.focus({ preventScroll: true })
  const accept = useAction(api.invitationRequests.accept, {
    onSuccess,
    success: 'Invitation sent',
    failure: 'Failed to send the invitation',
  })
  const remove = useAction(api.invitationRequests.remove, {
    onSuccess,
    success: 'Request deleted',
    failure: 'Failed to delete the request',
  })
  const isPending = accept.isPending || remove.isPending
  return (
    <Section
      title={
        <span id="requests" tabIndex={-1} className="outline-none">
          Requests for an invitation
        </span>
      }
      aside={<span className="text-quiet">{count(total, 'request', 'requests')}</span>}
    >
      {requests.length === 0 && <EmptyState>No requests for an invitation.</EmptyState>}
      <ul>
        {requests.map(({ id, email, reason, created_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-hairline py-3 first:pt-0"
          >
            <div className="min-w-0 flex-[1_1_18rem]">
              <p className="font-semibold">{email}</p>
              <p className="whitespace-pre-line" dir="auto">
                {reason}
              </p>
              <p className="text-sm text-quiet">
                <Moment at={created_at} />
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="small" disabled={isPending} onClick={() => accept.mutate({ id })}>
                Send a code<span className="sr-only"> to {email}</span>
              </Button>
              <Button size="small" look="quiet" disabled={isPending} onClick={() => remove.mutate({ id })}>
                Delete<span className="sr-only"> the request of {email}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
