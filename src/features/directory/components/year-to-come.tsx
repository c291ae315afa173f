import { Link } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import { count } from '#lib/text.ts'
import { MonthLinks } from './month-links.tsx'

/** The coming year as a picture, and where else to go on from the home page. */
export function YearToCome({ openCalls, today }: { openCalls: number; today: string }) {
  const links = [
    { to: '/places', label: 'Conferences on a map' },
    {
      to: '/cfp',
      label:
        openCalls > 0
          ? count(openCalls, 'open call for papers', 'open calls for papers')
          : 'Calls for papers',
    },
    { to: '/coverage', label: 'New videos and slides' },
    { to: '/trends', label: 'Trends' },
  ] as const
  return (
    <Section
      title="The year to come"
      aside={
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="link inline-block py-0.5">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      }
    >
      <MonthLinks
        today={today}
        monthLink={(month) => ({ month })}
        strip={
          <img
            src="/weeks.svg"
            alt="The coming year, a mark for each conference"
            className="h-20 w-full border-b border-ink sm:h-28"
          />
        }
      />
    </Section>
  )
}
