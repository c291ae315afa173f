import { Link } from '@tanstack/react-router'

const cards = [
  { to: '/admin/decisions', title: 'Decisions', of: 'decisions', one: 'pending decision' },
  { to: '/admin/events', title: 'Event Management', of: 'events', one: 'event' },
  {
    to: '/admin/claims',
    title: 'Event Claims Management',
    of: 'event_claim',
    one: 'pending event claim',
  },
  {
    to: '/admin/speaker-claims',
    title: 'Speaker Claims Management',
    of: 'speaker_claim',
    one: 'pending speaker claim',
  },
  { to: '/admin/reports', title: 'Reports', of: 'report', one: 'pending report' },
  {
    to: '/admin/duplicates',
    title: 'Duplicate Conferences',
    of: 'duplicates',
    one: 'pending pair',
  },
  { to: '/admin/topics', title: 'Topic Management', of: 'topics', one: 'topic' },
  { to: '/admin/users', title: 'User Management', of: 'people', one: 'profile' },
  {
    to: '/admin/invitations',
    title: 'Invitation Management',
    of: 'codes',
    one: 'active invitation code',
  },
] as const

/** The pages for administrators, with how much is there or waits. */
export const OverviewCards = ({ counts }: { counts: Partial<Record<string, number>> }) => (
  <ul className="grid border-t-2 border-ink grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-8">
    {cards.map(({ to, title, of, one }) => {
      const n = counts[of] ?? 0
      const waits = one.startsWith('pending') && n > 0
      return (
        <li key={to} className="border-b border-hairline">
          <Link to={to} className="group flex items-baseline justify-between gap-4 py-4">
            <span>
              <span className="block font-display text-xl font-bold group-hover:text-accent">{title}</span>
              <span className={waits ? 'font-semibold text-accent' : 'text-quiet'}>
                {n === 1 ? one : `${one}s`}
              </span>
            </span>
            <span className={`font-display text-4xl font-bold tabular-nums ${waits ? 'text-accent' : ''}`}>
              {n.toLocaleString('en')}
            </span>
          </Link>
        </li>
      )
    })}
  </ul>
)
