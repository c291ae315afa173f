import { Link } from '@tanstack/react-router'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import { ProposalList } from '#components/layout/proposal-list.tsx'
import { Progress } from '#components/layout/selection.tsx'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { useActionInParts } from '#lib/use-action.ts'
import type { ListedProposal } from '../sources.schemas.ts'

/** Conferences that sources propose: listed, linked to one that is there, or never. */
export function SourceProposals({ proposals }: { proposals: ListedProposal[] }) {
  const decide = useActionInParts(api.sourceProposals.decide, {
    combine: (parts) => ({ decided: parts.reduce((sum, { decided }) => sum + decided, 0) }),
    // Each request lists its conferences as one import.
    partSize: 25,
    onError: useRefreshOnRefusal(),
    success: ({ decided }) => `${count(decided, 'proposal is', 'proposals are')} decided`,
  })
  const actions = (chosen: ListedProposal[], name?: string) => {
    const ids = chosen.map(({ id }) => id)
    return (
      <>
        <Button
          size="small"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ ids, decision: 'new' })}
        >
          List<span className="sr-only"> {name ?? 'the selected conferences'}</span>
        </Button>
        {name === undefined && chosen.every(({ candidates }) => candidates.length > 0) && (
          <Button
            size="small"
            look="outline"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ ids, decision: 'same' })}
          >
            They are the listed ones
          </Button>
        )}
        <Button
          size="small"
          look="quiet"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ ids, decision: 'never' })}
        >
          Never<span className="sr-only"> list {name ?? 'the selected conferences'}</span>
        </Button>
        {name === undefined && <Progress progress={decide.progress} />}
      </>
    )
  }
  const content = ({ id, values, candidates, source_name, licence }: ListedProposal) => {
    const { name, start_date, end_date, location_name, country_name, website, tags } = values
    return (
      <>
        <p>
          <strong dir="auto">{name}</strong>, {dateRange(start_date, end_date)}, {location_name}
          {location_name !== country_name && `, ${country_name}`}
        </p>
        <p className="text-[0.9375rem] text-quiet">
          {source_name} ({licence})
          {website && (
            <>
              {' · '}
              <a href={website} className="link" rel="noreferrer nofollow">
                {website}
              </a>
            </>
          )}
          {tags.length > 0 && ` · ${tags.join(', ')}`}
        </p>
        {candidates.map((event) => (
          <p key={event.id} className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              Perhaps{' '}
              <Link to="/conferences/$slug" params={event} className="link">
                {event.name}
              </Link>
              , {dateRange(event.start_date, event.end_date)}, {event.location_name}
            </span>
            <Button
              size="small"
              look="outline"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ ids: [id], decision: 'same', event_id: event.id })}
            >
              The same<span className="sr-only"> as {event.name}</span>
            </Button>
          </p>
        ))}
      </>
    )
  }
  const namedProposals = proposals.map((proposal) => ({ ...proposal, name: proposal.values.name }))
  return <ProposalList proposals={namedProposals} content={content} actions={actions} />
}
