import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRefreshOnRefusal } from '#components/layout/use-refresh-on-refusal.ts'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import type { TopicProposal } from '../topics.schemas.ts'

const failure = (message: string) => ({ title: 'Error', detail: message })

/** Topics that members miss, for administrators to add or dismiss. */
export function TopicProposals({ proposals }: { proposals: TopicProposal[] }) {
  const onError = useRefreshOnRefusal()
  const accept = useMutation({
    ...api.topicProposals.accept.mutationOptions(),
    onError,
    meta: { success: 'Topic added successfully!', failure },
  })
  const dismiss = useMutation({
    ...api.topicProposals.dismiss.mutationOptions(),
    onError,
    meta: { success: 'Proposal dismissed', failure },
  })
  const isPending = accept.isPending || dismiss.isPending
  return (
    <ul>
      {proposals.map(({ id, name, proposed_by }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-hairline py-2 first:pt-0"
        >
          <p className="min-w-0 flex-[1_1_14rem]">
            <strong dir="auto">{name}</strong>{' '}
            <span className="text-[0.9375rem] text-quiet">
              by{' '}
              <Link to="/admin/users/$id" params={{ id: proposed_by.id }} className="link">
                {proposed_by.full_name ?? 'Unnamed User'}
              </Link>
            </span>
          </p>
          <div className="flex gap-2">
            <Button size="small" disabled={isPending} onClick={() => accept.mutate({ id })}>
              Add<span className="sr-only"> {name}</span>
            </Button>
            <Button size="small" look="quiet" disabled={isPending} onClick={() => dismiss.mutate({ id })}>
              Dismiss<span className="sr-only"> {name}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
