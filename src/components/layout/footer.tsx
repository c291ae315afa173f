import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contactUrl } from '#lib/contact.ts'
import { PlainLink } from './plain-link.tsx'

const quickLinks = [
  { to: '/conferences', label: 'Browse Conferences' },
  { to: '/speakers', label: 'Find Speakers' },
  { to: '/topics', label: 'Explore Topics' },
  { to: '/places', label: 'Browse Places' },
  { to: '/coverage', label: 'Coverage' },
  { to: '/about', label: 'About Us' },
] as const

const legal = [
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
] as const

/** Pages of records, which can be reported (features/reports/reports.ts). */
const recordPath = /^\/(conferences|speakers|u)\/(?!new$)[^/]+(\/talks\/\d+)?$/

export function Footer({ siteName, year, contact }: { siteName: string; year: string; contact?: string }) {
  const { pathname } = useLocation()
  return (
    <footer className="mt-20 border-t-2 border-ink">
      <div className="page grid gap-8 py-10 sm:grid-cols-[2fr_1fr_1fr]">
        <div>
          <h2 className="text-lg">About</h2>
          <p className="mt-2 max-w-prose text-quiet">
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
        <p className="border-t border-hairline py-5 text-sm text-quiet">
          © {year} {siteName}. All rights reserved.
        </p>
      </div>
    </footer>
  )
}

type Links = { title: string; links: ReadonlyArray<{ to: string; label: string }>; children?: ReactNode }

function LinkList({ title, links, children }: Links) {
  return (
    <nav aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 grid gap-1">
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
