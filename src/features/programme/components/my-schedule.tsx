import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { isOver } from '#features/events/events.ts'
import { count } from '#lib/text.ts'
import type { SavedTalk } from '../programme.schemas.ts'
import { overlaps } from '../saved-talks.ts'
import { SavedTalksByDay } from './saved-talks-by-day.tsx'
import { useRemoveTalk } from './use-plan.ts'
import { ZoneNote } from './viewer-times.tsx'

type Props = {
  event: { id: string; slug: string; end_date: string; today: string }
  talks: SavedTalk[]
  isAttending: boolean
  /** Below the talks. */
  children?: ReactNode
}

/** The talks that the viewer plans to attend, day by day, those at the same time marked. */
export function MySchedule({ event, talks, isAttending, children }: Props) {
  const hasEnded = isOver(event, event.today)
  const remove = useRemoveTalk()
  return (
    <Section
      title="My Schedule"
      aside={
        <span className="text-quiet">
          {count(talks.length, 'talk', 'talks')} saved ·{' '}
          <Link to="/account/settings" hash="calendars" className="link">
            In my calendar
          </Link>
        </span>
      }
    >
      {!isAttending && !(hasEnded && talks.length === 0) && (
        <p className="mb-4 border-l-4 border-edge bg-wash px-4 py-2.5">
          {hasEnded ? (
            <>
              Were you there? Click <strong>I was there</strong> above.
            </>
          ) : (
            <>
              You are not attending this event yet. Click <strong>I'm Going</strong> above to attend it.
            </>
          )}
        </p>
      )}
      <PostForm name="plan" />
      <div className="mb-4 empty:hidden">{talks.length > 0 && <ZoneNote />}</div>
      {talks.length === 0 && <EmptySchedule hasEnded={hasEnded} />}
      <SavedTalksByDay
        event={event}
        talks={talks}
        overlapsById={overlaps(talks)}
        action={(talk) => (
          <ActionButton
            form="plan"
            name="remove"
            value={talk.number}
            look="quiet"
            size="small"
            className="no-print"
            onPress={() => {
              if (!remove.isPending) remove.mutate({ event_id: event.id, talk_id: talk.id })
            }}
          >
            Remove<span className="sr-only"> {talk.title} from my schedule</span>
          </ActionButton>
        )}
      />
      {children}
    </Section>
  )
}

const EmptySchedule = ({ hasEnded }: { hasEnded: boolean }) => (
  <EmptyState
    action={
      <Link to="." search={{}} className={buttonClass({ look: 'outline' })}>
        See the programme
      </Link>
    }
  >
    {hasEnded ? (
      'You saved no talks of this event.'
    ) : (
      <>
        Your schedule is empty. Choose <strong>Plan to attend</strong> on the talks you want to see.
      </>
    )}
  </EmptyState>
)
