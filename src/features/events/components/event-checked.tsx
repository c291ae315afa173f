import { Link } from '@tanstack/react-router'
import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { api } from '#lib/api.ts'
import { dateRange, daysAway } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import { placeText } from '../event-text.ts'
import type { EventDetail, EventInQuestion } from '../events.schemas.ts'

const checkerNames = {
  owner: 'an organiser',
  member: 'a member',
  website: 'its website',
  source: 'a public list',
}

type Props = { event: EventDetail; isMember: boolean }

/** When somebody last said that a coming conference is listed right, and the way to say so, or that it is not. */
export function EventChecked({ event, isMember }: Props) {
  const { slug, checked_at, checked_by, end_date, today, status } = event
  if (end_date < today || status === 'cancelled') return null
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.9375rem] text-quiet">
      {checked_at && checked_by && (
        <span>
          Checked {daysAway(checked_at.slice(0, 10), today)} by {checkerNames[checked_by]}
        </span>
      )}
      {isMember && (
        <>
          <PostForm name="check" />
          <StillRight event={event} />
        </>
      )}
      <SomethingWrong slug={slug} />
    </div>
  )
}

/** Asks a member on the dashboard. */
export const CheckCard = ({ event }: { event: EventInQuestion }) => (
  <div className="grid gap-2 border-l-4 border-accent bg-wash px-4 py-3">
    <p>
      Is this still right?{' '}
      <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link">
        {event.name}
      </Link>
      , {dateRange(event.start_date, event.end_date)}, {placeText(event)}. Nobody has checked it for two
      months.
    </p>
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <StillRight event={event} />
      <SomethingWrong slug={event.slug} />
    </div>
  </div>
)

const SomethingWrong = ({ slug }: { slug: string }) => (
  <Link to="/suggest" search={{ path: `/conferences/${slug}` }} className="link py-0.5" rel="nofollow">
    Something is wrong?
  </Link>
)

/** Without script it sends its form. */
function StillRight({ event: { id, name } }: { event: Pick<EventDetail, 'id' | 'name'> }) {
  const confirm = useAction(api.eventChecks.confirm, {
    success: `Thank you: ${name} is checked`,
  })
  return (
    <ActionButton
      form="check"
      name="event_id"
      value={id}
      size="small"
      look="outline"
      isPending={confirm.isPending}
      onPress={() => confirm.mutate({ event_id: id })}
    >
      Still right<span className="sr-only">: {name}</span>
    </ActionButton>
  )
}
