import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActionButton } from '#components/forms/post-form.tsx'
import { AdministratorMark } from '#features/people/components/administrator-mark.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'

type Props = {
  /** Who asks; null if they are gone. */
  from: PersonCard | null
  /** What they ask, after their name. */
  children: ReactNode
  /** What the buttons answer, for those who hear them. */
  subject: string
  /** The PostForm of the page that answers without script, and what about. */
  form: string
  eventId: string
  isPending: boolean
  onAnswer: (isAccepted: boolean) => void
}

const answers = [
  { name: 'accept', label: 'Accept', look: 'primary' },
  { name: 'decline', label: 'Decline', look: 'outline' },
] as const

export function AnswerCard({ from, children, subject, form, eventId, isPending, onAnswer }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-4 border-accent bg-wash px-4 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        {from ? (
          <Link to="/u/$id" params={{ id: from.id }} className="font-semibold hover:underline">
            {from.full_name ?? 'Anonymous User'}
          </Link>
        ) : (
          'Someone'
        )}
        <AdministratorMark person={from} /> {children}
      </div>
      <div className="flex gap-2">
        {answers.map(({ name, label, look }) => (
          <ActionButton
            key={name}
            {...{ form, name, look, isPending }}
            value={eventId}
            onPress={() => onAnswer(name === 'accept')}
          >
            {label}
            <span className="sr-only"> {subject}</span>
          </ActionButton>
        ))}
      </div>
    </div>
  )
}
