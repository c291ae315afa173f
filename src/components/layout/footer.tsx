import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contactUrl } from '#lib/contact.ts'
import { PlainLink } from './plain-link.tsx'

type SiteLink = readonly [to: string, label: string]

const quickLinks: SiteLink[] = [
  ['/conferences', 'Browse Conferences'],
  ['/speakers', 'Find Speakers'],
  ['/topics', 'Explore Topics'],
  ['/series', 'Series'],
  ['/trends', 'Trends'],
  ['/coverage', 'Coverage'],
  ['/about', 'About Us'],
]
const legal: SiteLink[] = [
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms of Service'],
]
/** At the thumb: what a visitor or a member looks for besides the directory, the search and the calls. */
const ofVisitors: SiteLink[] = [
  ['/places', 'Places'],
  ['/auth', 'Sign in'],
]
const ofMembers: SiteLink[] = [
  ['/schedule', 'Schedule'],
  ['/dashboard', 'Me'],
]

/** Pages of records, which can be reported (features/reports/reports.ts). */
const recordPath = /^\/(conferences|speakers|u)\/(?!new$)[^/]+(\/talks\/\d+)?$/

type Props = { name: string; today: string; contact?: string; isMember: boolean }

/** One line of links, on a phone one row that moves sideways, and what the site is. */
export function Footer({ name, today, contact, isMember }: Props) {
  const { pathname } = useLocation()
  return (
    <>
      <footer className="mt-14 border-t-2 border-ink text-sm sm:mt-20">
        <div className="page py-3">
          <div className="flex gap-x-4 overflow-x-auto whitespace-nowrap sm:flex-wrap">
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
          <p className="mt-1 text-quiet">
            {name} is the conference directory. It links conferences, slides, videos and coverage to the
            people who were there. © {today.slice(0, 4)} {name}. All rights reserved.
          </p>
        </div>
      </footer>
      <ThumbBar pathname={pathname} isMember={isMember} />
    </>
  )
}

type Links = { title: string; links: SiteLink[]; children?: ReactNode }

const LinkList = ({ title, links, children }: Links) => (
  <nav aria-label={title}>
    <ul className="flex gap-x-4">
      {links.map(([to, label]) => (
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

/** On a phone five places at the thumb; the search is the command menu (features/find). */
function ThumbBar({ pathname, isMember }: { pathname: string; isMember: boolean }) {
  const link = ([to, label]: SiteLink) => (
    <PlainLink key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
      {label}
    </PlainLink>
  )
  return (
    <nav aria-label="Main places" className="thumb-bar no-print">
      {link(['/conferences', 'Directory'])}
      <button type="submit" form="find">
        Search
      </button>
      {link(['/cfp', 'Calls'])}
      {(isMember ? ofMembers : ofVisitors).map(link)}
    </nav>
  )
}
