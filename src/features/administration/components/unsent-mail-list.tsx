import { Link } from '@tanstack/react-router'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { UnsentMail } from '../members.schemas.ts'

const kindOf = (kind: string | null) => (kind === null ? 'Account' : kind.replaceAll('_', ' '))

export function UnsentMailList({ mails }: { mails: UnsentMail[] }) {
  const retry = useAction(api.unsentMail.retry, {
    success: 'Sending the mail again',
    failure: 'Failed to try again',
  })
  if (mails.length === 0) return <EmptyState>All mail has been sent.</EmptyState>
  return (
    <ul>
      {mails.map(({ id, person, kind, created_at, tries, next_try_at, last_error }) => (
        <li
          key={id}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-hairline py-3 first:pt-0"
        >
          <div className="min-w-0 flex-[1_1_18rem]">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold first-letter:uppercase">{kindOf(kind)}</span>
              {person ? (
                <span>
                  to{' '}
                  <Link to="/admin/users/$id" params={{ id: person.id }} className="link">
                    {person.full_name ?? 'Unnamed User'}
                  </Link>
                </span>
              ) : (
                'to someone without an account'
              )}
              {next_try_at === null && <Badge look="accent">Failed</Badge>}
            </p>
            {last_error && <p className="mt-1 font-mono text-sm break-words">{last_error}</p>}
            <p className="mt-1 text-sm text-quiet">
              Written <Moment at={created_at} />, {count(tries, 'try', 'tries')}
              {next_try_at && (
                <>
                  , next <Moment at={next_try_at} />
                </>
              )}
            </p>
          </div>
          <Button size="small" look="outline" disabled={retry.isPending} onClick={() => retry.mutate({ id })}>
            Try again<span className="sr-only">: mail to {person?.full_name ?? 'somebody'}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
