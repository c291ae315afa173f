import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { FormStatus } from '#components/forms/form-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { useAction } from '#lib/use-action.ts'
import type { UnconfirmedEvent } from '../events.schemas.ts'

export function SpeakingCard({ event }: { event: UnconfirmedEvent }) {
  const confirm = useAction(api.speaking.confirm, {
    onSuccess: focusContent,
    success: ({ is_confirmed }) =>
      is_confirmed
        ? `You are notified of changes of your talks at ${event.name}`
        : `You are not notified as a speaker of ${event.name}`,
  })
  const answer = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault()
    const { submitter } = submitted.nativeEvent as SubmitEvent
    if (!confirm.isPending)
      confirm.mutate({
        event_id: event.id,
        is_confirmed: (submitter as HTMLButtonElement | null)?.value === 'yes',
      })
  }
  const otherTalkCount = event.talk_count - 1
  return (
    <form
      method="post"
      onSubmit={answer}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-4 border-accent bg-wash px-4 py-3"
    >
      <FormStatus name="speaking" error={confirm.error} />
      <input type="hidden" name="event_id" value={event.id} />
      <p className="min-w-0">
        <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link">
          {event.name}
        </Link>{' '}
        lists you as a speaker of “{event.talk_title}”{otherTalkCount > 0 && ` and ${otherTalkCount} more`}.
        Is that right?{' '}
        <Link to="/report" search={{ path: `/conferences/${event.slug}` }} className="link">
          Report it<span className="sr-only"> for {event.name}</span>
        </Link>{' '}
        if you do not speak there.
      </p>
      <div className="flex gap-2">
        <Button type="submit" name="is_confirmed" value="yes" aria-disabled={confirm.isPending}>
          Yes, notify me<span className="sr-only"> of {event.name}</span>
        </Button>
        <Button type="submit" name="is_confirmed" value="no" look="outline" aria-disabled={confirm.isPending}>
          No<span className="sr-only"> for {event.name}</span>
        </Button>
      </div>
    </form>
  )
}
