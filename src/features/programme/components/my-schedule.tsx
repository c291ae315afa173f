import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { PostForm } from '#components/forms/post-form.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { isOver } from '#features/events/events.ts'
import { longDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { SavedTalk } from '../programme.schemas.ts'
import { groupByDay, overlapLabel, overlaps } from '../saved-talks.ts'
import { timeRange } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { TalkTitle } from './talk-title.tsx'
import { useRemoveTalk } from './use-plan.ts'

type Props = {
  event: { id: string; slug: string; end_date: string; today: string }
  talks: SavedTalk[]
  isAttending: boolean
}

/** The talks that the viewer plans to attend, day by day, those at the same time marked. */
export function MySchedule({ event, talks, isAttending }: Props) {
  const hasEnded = isOver(event, event.today)
  const remove = useRemoveTalk()
  const overlapsById = overlaps(talks)
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
      {talks.length === 0 && <EmptySchedule hasEnded={hasEnded} />}
      <div className="stack gap-8">
        {groupByDay(talks).map(({ day, talks }) => (
          <Day key={day} day={day}>
            {talks.map((talk) => (
              <Row
                key={talk.id}
                eventSlug={event.slug}
                talk={talk}
                overlapCount={overlapsById.get(talk.id)?.length}
                onRemove={() => !remove.isPending && remove.mutate({ event_id: event.id, talk_id: talk.id })}
              />
            ))}
          </Day>
        ))}
      </div>
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

function Day({ day, children }: { day: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="border-b-2 border-ink pb-1.5 text-xl">
        {longDay(day)}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

function Row({
  eventSlug,
  talk,
  overlapCount,
  onRemove,
}: {
  eventSlug: string
  talk: SavedTalk
  overlapCount: number | undefined
  onRemove: () => void
}) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[8rem_1fr_auto]">
      <span className="col-span-2 text-[0.9375rem] font-semibold tabular-nums sm:col-span-1 sm:pt-0.5">
        {timeRange(talk.start_time, talk.end_time) || 'Any time'}
      </span>
      <div className="min-w-0">
        <h4 className="text-[1.0625rem] leading-snug">
          <Link {...talkLink(eventSlug, talk.number)} className="hover:text-accent">
            <TalkTitle talk={talk} />
          </Link>
        </h4>
        <p className="text-[0.9375rem] text-quiet">
          {[talk.speakers.join(', '), talk.track_name, talk.location].filter(Boolean).join(' · ')}
        </p>
        {overlapCount && (
          <p className="mt-1 text-[0.9375rem] font-semibold text-accent">{overlapLabel(overlapCount)}</p>
        )}
      </div>
      <Button
        type="submit"
        form="post-plan"
        name="remove"
        value={talk.number}
        look="quiet"
        size="small"
        className="no-print"
        onClick={(click) => {
          click.preventDefault()
          onRemove()
        }}
      >
        Remove<span className="sr-only"> {talk.title} from my schedule</span>
      </Button>
    </li>
  )
}
