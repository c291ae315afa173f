import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Mark } from './mark.tsx'
import { PlainLink } from './plain-link.tsx'

const links = [
  { to: '/conferences', label: 'Conferences' },
  { to: '/speakers', label: 'Speakers' },
  { to: '/topics', label: 'Topics' },
  { to: '/places', label: 'Places' },
  { to: '/cfp', label: 'Calls' },
] as const

export function Header({
  siteName,
  account,
  find,
}: {
  siteName: string
  account?: ReactNode
  find: ReactNode
}) {
  const { pathname } = useLocation()
  const section = `${pathname}/`.replace(/^\/(?:cities|countries)\//, '/places/')
  return (
    <header className="border-b-2 border-ink">
      <div className="page header-row">
        <PlainLink
          to="/"
          aria-current={pathname === '/' ? 'page' : undefined}
          className="flex items-center gap-2.5 font-display text-[min(1.4rem,7vw)] font-bold tracking-tight"
        >
          <Mark />
          {/* Beside the buttons of members there is less room. */}
          <span className={account ? 'max-sm:sr-only md:max-lg:sr-only' : 'whitespace-nowrap'}>
            {siteName}
          </span>
        </PlainLink>
        <nav aria-label="Main" className="main-nav" data-account={account ? true : undefined}>
          {links.map(({ to, label }) => (
            <PlainLink key={to} to={to} aria-current={section.startsWith(`${to}/`) ? 'page' : undefined}>
              {label}
            </PlainLink>
          ))}
        </nav>
        <div className="flex min-w-9 flex-1 justify-end gap-1.5 max-md:absolute lg:basis-24">
          <SearchBox />
          {find}
        </div>
        {account ? (
          <div className="flex items-center gap-2 max-md:ml-auto">{account}</div>
        ) : (
          <PlainLink to="/auth" className={`${buttonClass()} max-md:hidden`}>
            Sign in
          </PlainLink>
        )}
      </div>
    </header>
  )
}

/** On wide screens only; elsewhere the directory's own search is one tap away. A plain form, so it works without script too. */
function SearchBox() {
  const navigate = useNavigate()
  return (
    <search className="hidden min-w-0 lg:block">
      <form
        action="/conferences"
        onSubmit={(event) => {
          event.preventDefault()
          const box = event.currentTarget.elements.namedItem('search') as HTMLInputElement
          const search = box.value.trim()
          if (!search) return
          box.value = ''
          navigate({ to: '/conferences', search: { search } })
        }}
      >
        <input
          type="search"
          name="search"
          required
          aria-label="Search conferences"
          placeholder="Search conferences"
          className="header-search"
        />
      </form>
    </search>
  )
}
