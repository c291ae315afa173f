import { useState } from 'react'
import type { Plan } from './use-plan.ts'

type Props = {
  talk: { id: string; title: string }
  isSaved: boolean | undefined
  onPlan: Plan['onChange']
  className?: string
}

/** 'Plan to attend', or 'Going'; pale while that is saved. One element for both, so that it keeps the focus. */
export function PlanButton({ talk, isSaved = false, onPlan, className }: Props) {
  const [isSaving, setSaving] = useState(false)
  const text = isSaved ? 'Going' : 'Plan to attend'
  return (
    <button
      type="button"
      aria-label={`${text}: ${talk.title}`}
      aria-pressed={isSaved}
      aria-disabled={isSaving || undefined}
      onClick={async () => {
        if (isSaving) return
        setSaving(true)
        await onPlan(talk.id, !isSaved)
        setSaving(false)
      }}
      className={className}
    >
      {text}
    </button>
  )
}
