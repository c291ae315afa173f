import { Clock } from 'lucide'
import { useState } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { useIsPending } from '#lib/use-pending.ts'
import type { Plan } from './use-plan.ts'

type Props = {
  talk: { id: string; number: number; title: string }
  isSaved: boolean | undefined
  /** What is over is not planned any more. */
  isOver: boolean
  onPlan: Plan['onChange']
  className?: string
}

/**
 * 'Plan to attend', or 'Going'; pale while that is saved, dashed while it waits for the network. One element for both, so that it keeps the focus. The page has
 * the form (PostForm) that it sends without script.
 */
export function PlanButton({ talk, isSaved = false, isOver, onPlan, className }: Props) {
  const [isSaving, setSaving] = useState(false)
  const isPending = useIsPending(talk.id)
  const [plan, planned] = isOver ? ['I was there', 'You were there'] : ['Plan to attend', 'Going']
  const text = isSaved ? planned : plan
  return (
    <button
      type="submit"
      form="post-plan"
      name={isSaved ? 'remove' : 'save'}
      value={talk.number}
      aria-label={`${text}: ${talk.title}${isPending ? ', not sent yet' : ''}`}
      data-pending={isPending || undefined}
      aria-pressed={isSaved}
      aria-disabled={isSaving || undefined}
      onClick={async (click) => {
        click.preventDefault()
        if (isSaving) return
        setSaving(true)
        await onPlan(talk.id, !isSaved)
        setSaving(false)
      }}
      className={className}
    >
      {isPending && <Icon icon={Clock} className="me-1.5 inline size-4" />}
      {text}
    </button>
  )
}
