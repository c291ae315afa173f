import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'

type Props = {
  /** Who asks; null if they are gone. */
  from: PersonCard | null
  /** What they ask, after their name. */
  children: ReactNode
  /** What the buttons answer, for those who hear them. */
  subject: string
  isPending: boolean
  onAnswer: (isAccepted: boolean) => void
}

export function AnswerCard({ from, children, subject, isPending, onAnswer }: Props) {
  const answer = (isAccepted: boolean) => !isPending && onAnswer(isAccepted)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-4 border-accent bg-wash px-4 py-3">
      <p className="min-w-0">
        {from ? (
          <Link to="/u/$id" params={{ id: from.id }} className="font-semibold hover:underline">
            {from.full_name ?? 'Anonymous User'}
          </Link>
        ) : (
          'Someone'
        )}{' '}
        {children}
      </p>
      <div className="flex gap-2">
        <Button aria-disabled={isPending} onClick={() => answer(true)}>
          Accept<span className="sr-only"> {subject}</span>
        </Button>
        <Button look="outline" aria-disabled={isPending} onClick={() => answer(false)}>
          Decline<span className="sr-only"> {subject}</span>
        </Button>
      </div>
    </div>
  )
}
