import { useMutation } from '@tanstack/react-query'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import type { AccountSession } from '#features/people/people.schemas.ts'
import { callAccount } from '#lib/account.ts'

export function SessionList({ sessions }: { sessions: AccountSession[] }) {
  const signOut = useMutation({
    mutationFn: () => callAccount('revoke-other-sessions'),
    meta: { success: 'You are signed out everywhere else', failure: (message) => message },
  })
  return (
    <>
      <ul className="max-w-prose">
        {sessions.map(({ id, device, address, created_at, used_at, is_current }) => (
          <li key={id} className="border-b border-hairline py-2.5 last:border-b-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              {device}
              {is_current && <Badge>This device</Badge>}
            </p>
            <p className="text-sm text-quiet wrap-anywhere">
              Signed in <Moment at={created_at} />, last used <Moment at={used_at} />
              {address && `, from ${address}`}
            </p>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          look="outline"
          className="mt-4"
          aria-disabled={signOut.isPending}
          onClick={() => !signOut.isPending && signOut.mutate()}
        >
          Sign out everywhere else
        </Button>
      )}
    </>
  )
}
