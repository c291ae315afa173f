import { Link } from '@tanstack/react-router'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { AdministratorMark } from '#features/people/components/administrator-mark.tsx'
import { count } from '#lib/text.ts'
import type { FirstAttendees } from '../attendance.schemas.ts'

type Props = {
  event: Pick<EventDetail, 'end_date' | 'today'>
  /** How many attend, listed or not. */
  total: number
  isMember: boolean
} & FirstAttendees

/** On the page of a conference: the first attendees whom the viewer may see, in a line, and how many there are; nothing while nobody does. */
export function WhoGoes({ event, people, visible_count, total, isMember }: Props) {
  if (total === 0) return null
  const isPast = isOver(event, event.today)
  const hidden = total - visible_count
  const hiddenText =
    hidden > 0 && `${hidden.toLocaleString('en')} ${isMember ? 'unlisted' : 'without a name here'}`
  return (
    <Section
      title={isPast ? 'Who was there' : 'Who goes'}
      aside={
        <Link to="." search={{ tab: 'attendees' }} resetScroll={false} className="link py-0.5 text-quiet">
          {visible_count > 0 ? `All ${visible_count.toLocaleString('en')}` : 'Attendees'}
          {visible_count > 0 && hiddenText && `, and ${hiddenText}`}
        </Link>
      }
    >
      {people.length > 0 ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <div className="flex flex-wrap gap-1.5">
            {people.map(({ id, full_name, avatar_url, group }) => (
              <span
                key={id}
                className={group === 'followed' ? 'rounded-full outline-2 -outline-offset-1 outline-ink' : ''}
              >
                <Avatar name={full_name} image={avatar_url} />
              </span>
            ))}
          </div>
          <p className="min-w-0 flex-[1_1_14rem]">
            <Names people={people} visible_count={visible_count} />
          </p>
        </div>
      ) : (
        <p className="text-quiet">
          {count(hidden, 'person', 'people')}, {isMember ? 'unlisted' : 'without a name here'}.
        </p>
      )}
    </Section>
  )
}

const maxNames = 3

/** 'A, B and C, whom you follow, and 10 more.' Those whom the viewer follows come first. */
function Names({ people, visible_count }: FirstAttendees) {
  const followed = people.filter(({ group }) => group === 'followed')
  const namedPeople = (followed.length > 0 ? followed : people).slice(0, maxNames)
  const more = visible_count - namedPeople.length
  return (
    <>
      {namedPeople.map(({ id, full_name, is_administrator }, index) => (
        <span key={id}>
          {index > 0 &&
            (index === namedPeople.length - 1 && (more === 0 || followed.length > 0) ? ' and ' : ', ')}
          <PlainLink to="/u/$id" params={{ id }} dir="auto" className="font-semibold hover:text-accent">
            {full_name ?? 'Anonymous User'}
          </PlainLink>
          <AdministratorMark person={{ is_administrator }} />
        </span>
      ))}
      {followed.length > 0 && ', whom you follow'}
      {more > 0 && `${followed.length > 0 ? ',' : ''} and ${more.toLocaleString('en')} more`}.
    </>
  )
}
