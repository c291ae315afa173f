import { Link } from '@tanstack/react-router'
import { Badge } from '#components/ui/badge.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'
import type { EditableCall } from '../calls.schemas.ts'
import { kindLabels, openUntil } from '../calls.ts'
import { CoverageMarks } from './coverage-marks.tsx'

type Props = {
  call: EditableCall
  canEdit: boolean
  /** The page on which it is edited. */
  slug: string
}

/** A call for those who edit it, or wait until theirs is accepted. */
export function EditableCallRow({ call, canEdit, slug }: Props) {
  const accept = useAction(api.decisions.decide, {
    success: 'The call is listed now',
    failure: 'Failed to accept the call',
  })
  const remove = useAction(api.calls.remove, {
    success: 'Call deleted',
    failure: 'Failed to delete the call',
  })
  const isSuggested = call.status === 'suggested'
  const isPending = accept.isPending || remove.isPending
  const name = <span className="sr-only"> the call: {kindLabels[call.kind]}</span>
  return (
    <li className="border border-hairline px-4 py-3">
      <p className="font-semibold">
        {kindLabels[call.kind]} {isSuggested && <Badge look="strong">Suggested</Badge>}
        {call.status === 'planned' && <Badge look="strong">Needs its days</Badge>}
      </p>
      {call.url && (
        <a href={call.url} rel="noopener nofollow" className="link text-sm break-all">
          {call.url}
        </a>
      )}
      <p className="text-[0.9375rem] text-quiet">
        {call.status === 'planned' ? 'Not listed until you save it.' : openUntil(call)}
      </p>
      <CoverageMarks call={call} />
      {isSuggested && <SuggestionNote by={canEdit ? call.added_by : null} />}
      <div className="mt-2 flex flex-wrap gap-2">
        {canEdit && isSuggested && (
          <Button
            size="small"
            disabled={isPending}
            onClick={() => accept.mutate({ kind: 'call', id: call.id, is_accepted: true })}
          >
            Accept{name}
          </Button>
        )}
        {canEdit && (
          <Link
            to="/conferences/$slug/calls"
            params={{ slug }}
            search={{ call: call.id }}
            className={buttonClass({ look: 'outline', size: 'small' })}
          >
            Edit{name}
          </Link>
        )}
        <Button look="quiet" size="small" disabled={isPending} onClick={() => remove.mutate({ id: call.id })}>
          {isSuggested ? (canEdit ? 'Reject' : 'Withdraw') : 'Delete'}
          {name}
        </Button>
      </div>
    </li>
  )
}

const SuggestionNote = ({ by }: { by: EditableCall['added_by'] }) => (
  <p className="text-sm text-quiet">
    {by && (
      <>
        by <PersonLink person={by} unnamed="a member" />.{' '}
      </>
    )}
    It is listed once the owner accepts it, or {limits.suggestedCallDays} days after it was suggested.
  </p>
)
