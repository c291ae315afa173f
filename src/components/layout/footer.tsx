import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contactUrl } from '#lib/contact.ts'
import { PlainLink } from './plain-link.tsx'

const quickLinks = [
  { to: '/conferences', label: 'Browse Conferences' },
  { to: '/series', label: 'Conference Series' },
  { to: '/speakers', label: 'Find Speakers' },
  { to: '/topics', label: 'Explore Topics' },
  { to: '/places', label: 'Browse Places' },
  { to: '/trends', label: 'Trends' },
  { to: '/cfp', label: 'Calls for Papers' },
  { to: '/coverage', label: 'Coverage' },
  { to: '/about', label: 'About Us' },
] as const

const legal = [
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
] as const

/** On a phone the links are rows without headings. */
const headingClass = 'text-lg max-sm:sr-only'

/** Pages of records, which can be reported (features/reports/reports.ts). */
const recordPath = /^\/(conferences|speakers|u)\/(?!new$)[^/]+(\/talks\/\d+)?$/

export function Footer({ siteName, year, contact }: { siteName: string; year: string; contact?: string }) {
  const { pathname } = useLocation()
  return (
    <footer className="mt-14 border-t-2 border-ink max-sm:text-sm sm:mt-20">
      <div className="page grid gap-2 py-4 sm:grid-cols-[2fr_1fr_1fr] lg:grid-cols-[2fr_2fr_1fr] sm:gap-8 sm:py-10">
        <div>
          <h2 className={headingClass}>About</h2>
          <p className="max-w-prose text-quiet sm:mt-2">
            {siteName} is the conference directory. It links conferences, slides, videos and coverage to the
            people who were there.
          </p>
        </div>
        <LinkList title="Quick Links" links={quickLinks} />
        <LinkList title="Legal" links={legal}>
          {contact && (
            <li>
              <a href={contactUrl(contact)} className="footer-link">
                Contact
              </a>
            </li>
          )}
          {recordPath.test(pathname) && (
            <li>
              <PlainLink to="/report" search={{ path: pathname }} rel="nofollow" className="footer-link">
                Report this page
              </PlainLink>
            </li>
          )}
        </LinkList>
      </div>
      <div className="page">
        <p className="border-t border-hairline py-3 text-sm sm:py-5 text-quiet">
          © {year} {siteName}. All rights reserved.
        </p>
      </div>
    </footer>
  )
}

type Links = {
  title: string
  links: ReadonlyArray<{ to: string; label: string }>
  children?: ReactNode
}

function LinkList({ title, links, children }: Links) {
  return (
    <nav aria-label={title}>
      <h2 className={headingClass}>{title}</h2>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 sm:mt-2 sm:grid lg:has-[>:nth-child(5)]:grid-cols-2">
        {links.map(({ to, label }) => (
          <li key={to}>
            <PlainLink to={to} className="footer-link">
              {label}
            </PlainLink>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  )
}
