import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { count } from '#lib/text.ts'
import type { Attendee } from '../attendance.schemas.ts'
import { attendeeGroups } from '../attendance.ts'
import { AttendeeRow } from './attendee-row.tsx'
import { AttendeeSearch } from './attendee-search.tsx'

type Props = {
  event: Pick<EventDetail, 'slug' | 'end_date' | 'today'>
  viewer: { id: string } | null
  people: Attendee[]
  total: number
  visible_count: number
  /** The part of a name that is searched for. */
  search: string | undefined
  onSearch: (name: string | undefined, isTyping: boolean) => void
  followButton: (person: Attendee, isFollowing: boolean) => ReactNode
  pages?: ReactNode
  /** Beside the list: how the viewer is listed. */
  children?: ReactNode
}

const groupTitles = { followed: 'People you follow', met: 'Met before', other: 'Everyone else' }
/** A shorter list is read faster than searched. */
const searchedFrom = 12

/** The attendees whom the viewer may see; to members those first whom they follow, then those they share conferences with. */
export function Attendees(props: Props) {
  const { event, people, total, visible_count, search, onSearch, pages, children } = props
  const isPast = isOver(event, event.today)
  const hasGroups = people.some(({ group }) => group !== 'other')
  const groups = attendeeGroups
    .map((group) => ({ group, members: people.filter((person) => person.group === group) }))
    .filter(({ members }) => members.length > 0)
  return (
    <div className={children ? 'grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_19rem]' : ''}>
      <Section
        title={isPast ? 'Who was there' : "Who's Going"}
        aside={
          // What nobody has said is not that nobody was there.
          !(isPast && total === 0) && (
            <span className="text-quiet">
              {count(total, 'person', 'people')} {isPast ? 'attended' : 'attending'}
            </span>
          )
        }
      >
        {total === 0 && (
          <EmptyState>
            {isPast ? 'Nobody has said here yet that they were there.' : 'No attendees yet. Be the first.'}
            {!props.viewer && <AskMembers event={event} />}
          </EmptyState>
        )}
        {(visible_count >= searchedFrom || search) && <AttendeeSearch name={search} onSearch={onSearch} />}
        {search && people.length === 0 && <p className="mt-4">Nobody in this list has such a name.</p>}
        <div className="stack gap-8">
          {groups.map(({ group, members }) =>
            hasGroups ? (
              <section key={group} aria-labelledby={group}>
                <h3 id={group} className="text-lg">
                  {groupTitles[group]}
                </h3>
                <AttendeeList {...props} people={members} />
              </section>
            ) : (
              <AttendeeList key={group} {...props} people={members} />
            ),
          )}
        </div>
        {pages}
        {total > visible_count && <Unlisted {...props} isPast={isPast} />}
      </Section>
      {children}
    </div>
  )
}

const AttendeeList = ({ people, viewer, followButton }: Props) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-x-8">
    {people.map((person) => (
      <AttendeeRow key={person.id} person={person} isViewer={person.id === viewer?.id}>
        {viewer && person.id !== viewer.id && followButton(person, person.group === 'followed')}
      </AttendeeRow>
    ))}
  </ul>
)

/** How many attend without a name that this viewer sees. */
function Unlisted({ total, visible_count, viewer, isPast }: Props & { isPast: boolean }) {
  const unlisted = total - visible_count
  const people = count(unlisted, 'person', 'people')
  const go = isPast ? 'attended' : unlisted === 1 ? 'goes' : 'go'
  return (
    <p className="mt-4 text-quiet">
      {visible_count > 0 ? `And ${people} who ${go}` : `${people} ${go}`}{' '}
      {viewer ? 'unlisted' : 'without a name here'}.
    </p>
  )
}

/** How a visitor can say that they go. */
const AskMembers = ({ event }: Pick<Props, 'event'>) => {
  const next = `/conferences/${event.slug}`
  return (
    <>
      {' '}
      Members say here where they go:{' '}
      <PlainLink to="/auth" search={{ next }} className="link">
        sign in
      </PlainLink>
      , or{' '}
      <PlainLink to="/auth" search={{ tab: 'request', next }} className="link">
        ask for an invitation
      </PlainLink>
      .
    </>
  )
}
