import { Link } from '@tanstack/react-router'

const cards = [
  ['/admin/events', 'Event Management', 'events', 'event'],
  ['/admin/claims', 'Event Claims Management', 'event_claim', 'pending event claim'],
  ['/admin/speaker-claims', 'Speaker Claims Management', 'speaker_claim', 'pending speaker claim'],
  ['/admin/reports', 'Reports', 'report', 'pending report'],
  ['/admin/duplicates', 'Duplicate conferences', 'duplicates', 'pending pair'],
  ['/admin/topics', 'Topic Management', 'topics', 'topic'],
  ['/admin/users', 'User Management', 'people', 'profile'],
  ['/admin/invitations', 'Invitation Management', 'codes', 'active invitation code'],
] as const

/** The pages for administrators, with how much is there or waits. */
export const OverviewCards = ({ counts }: { counts: Partial<Record<string, number>> }) => (
  <ul className="grid border-t-2 border-ink grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-8">
    {cards.map(([to, title, of, one]) => {
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
