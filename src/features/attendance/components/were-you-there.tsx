import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'

type Props = { event: { id: string; slug: string; name: string; saved_count: number } }

const answers = [
  { value: 'yes', label: 'I was there', look: 'outline' },
  { value: 'no', label: 'No', look: 'quiet' },
] as const

/** Asks somebody who planned talks of a conference that is over, once; also without script. */
export function WereYouThere({ event }: Props) {
  const set = useAction(api.attendance.set, {
    onSuccess: focusContent,
    success: ({ is_attending }) =>
      is_attending ? 'Added to the conferences you attended.' : 'You are not asked again',
    failure: 'Failed to update attendance status',
  })
  return (
    <div className="py-2.5">
      <p className="font-semibold">
        Were you at{' '}
        <PlainLink to="/conferences/$slug" params={{ slug: event.slug }} className="link">
          {event.name}
        </PlainLink>
        ?
      </p>
      <p className="text-[0.9375rem] text-quiet">
        You saved {count(event.saved_count, 'talk', 'talks')} of it
      </p>
      <PostForm name="attend" values={{ event_id: event.id }} />
      <div className="mt-2 flex flex-wrap gap-2">
        {answers.map(({ value, label, look }) => (
          <ActionButton
            key={value}
            form="attend"
            name="is_attending"
            value={value}
            look={look}
            size="small"
            isPending={set.isPending}
            onPress={() => set.mutate({ event_id: event.id, is_attending: value === 'yes' })}
          >
            {label}
            <span className="sr-only"> at {event.name}</span>
          </ActionButton>
        ))}
      </div>
    </div>
  )
}
