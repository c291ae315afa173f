import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { api } from '#lib/api.ts'
import type { Mark } from '../calls.schemas.ts'
import { markLabels } from '../calls.ts'

type Props = { callId: string; name: string; marks: Mark[]; size?: 'small' | 'medium' }

/** Tracks a call, or stops; what has been submitted leads to the list of calls that the person tracks. */
export function InterestButton({ callId, name, marks, size = 'small' }: Props) {
  const state = marks.find(({ call_id }) => call_id === callId)?.state ?? null
  const set = useMutation({
    ...api.callMarks.set.mutationOptions(),
    meta: {
      success: (answer: { state: string | null }) =>
        answer.state ? 'You will be reminded a week and a day before it closes' : 'No longer in your calls',
      failure: 'Failed to save this',
    },
  })
  if (state && state !== 'interested')
    return (
      <PlainLink to="/dashboard/calls" className="chip font-semibold">
        {markLabels[state]}
      </PlainLink>
    )
  return (
    <Button
      look="outline"
      size={size}
      aria-pressed={state === 'interested'}
      aria-disabled={set.isPending}
      onClick={() => !set.isPending && set.mutate({ id: callId, state: state ? null : 'interested' })}
    >
      {state && <Icon icon={Check} className="size-4" />}
      Interested
      <span className="sr-only"> in the call of {name}</span>
    </Button>
  )
}
