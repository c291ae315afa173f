import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { kindLabels } from '#features/programme/link-labels.ts'
import { api } from '#lib/api.ts'
import { hostOf } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import type { OpenLink } from '../coverage.schemas.ts'
import { KindIcon } from './kind-icon.tsx'
import { useDecision } from './use-decision.ts'

type Props = {
  links: OpenLink[]
  /** Whether the viewer decides; else they are the viewer's own suggestions. */
  canDecide: boolean
}

export function OpenLinks({ links, canDecide }: Props) {
  return (
    <ul className="mt-3 grid gap-3">
      {links.map((link) => (
        <OpenLinkRow key={link.id} link={link} canDecide={canDecide} />
      ))}
    </ul>
  )
}

type RowProps = { link: OpenLink; canDecide: boolean }

function OpenLinkRow({ link, canDecide }: RowProps) {
  const { mutate: decide, isPending } = useDecision()
  const withdraw = useAction(api.coverage.withdraw, {
    success: 'Suggestion withdrawn',
    failure: 'Failed to withdraw the suggestion',
  })
  const isSuggested = link.status === 'suggested'
  const name = <span className="sr-only"> {link.title ?? link.url}</span>
  return (
    <li className="flex gap-3 border border-dashed border-edge px-3 py-2.5">
      <KindIcon kind={link.kind} />
      <div className="min-w-0 flex-1">
        <LinkFacts link={link} canDecide={canDecide} />
        <div className="mt-2 flex flex-wrap gap-2">
          {canDecide && (
            <Button
              size="small"
              disabled={isPending}
              onClick={() => decide({ id: link.id, is_accepted: true })}
            >
              {isSuggested ? 'Accept' : 'Show again'}
              {name}
            </Button>
          )}
          {canDecide && isSuggested && (
            <Button
              look="outline"
              size="small"
              disabled={isPending}
              onClick={() => decide({ id: link.id, is_accepted: false })}
            >
              Reject{name}
            </Button>
          )}
          {!canDecide && (
            <Button
              look="quiet"
              size="small"
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate({ id: link.id })}
            >
              Withdraw{name}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

const LinkFacts = ({ link, canDecide }: RowProps) => (
  <p className="break-words">
    <a href={link.url} rel="noopener nofollow" className="font-semibold hover:text-accent">
      {kindLabels[link.kind]}: {link.title ?? hostOf(link.url)}
    </a>{' '}
    <Badge>{link.status === 'suggested' ? 'Suggested' : 'Taken down'}</Badge>
    <span className="block text-sm break-all text-quiet">{link.url}</span>
    <span className="block text-sm text-quiet">
      {link.added_by && canDecide && (
        <>
          by <PersonLink person={link.added_by} unnamed="a member" />,{' '}
        </>
      )}
      <Moment at={link.created_at} />.{' '}
      {canDecide
        ? 'Only the speakers, the organiser and administrators see this.'
        : 'It will appear once a speaker or the organiser accepts it.'}
    </span>
  </p>
)
