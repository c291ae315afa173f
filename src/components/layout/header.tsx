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
    <header className="group/header border-b-2 border-ink">
      <div className="page flex min-h-[min(4rem,64px)] flex-wrap items-center gap-x-2 gap-y-1 py-[min(0.5rem,8px)] text-[min(1rem,5vw)] sm:gap-x-3.5">
        <PlainLink
          to="/"
          aria-current={pathname === '/' ? 'page' : undefined}
          className="flex items-center gap-2.5 font-display text-[min(1.4rem,7vw)] font-bold tracking-tight"
        >
          <Mark />
          {/* Beside the buttons of members there is less room. */}
          <span
            className={
              account
                ? 'max-[26rem]:sr-only max-sm:group-has-[[href="/admin"]]/header:sr-only md:max-lg:group-has-[[href="/admin"]]/header:sr-only'
                : undefined
            }
          >
            {siteName}
          </span>
        </PlainLink>
        <nav aria-label="Main" className="main-nav" data-account={account ? true : undefined}>
          {links.map(({ to, label }) => (
            <PlainLink
              key={to}
              to={to}
              className="py-1.5 decoration-accent decoration-2 underline-offset-8 hover:text-accent aria-[current=page]:underline"
              aria-current={section.startsWith(`${to}/`) ? 'page' : undefined}
            >
              {label}
            </PlainLink>
          ))}
        </nav>
        <div className="ml-auto flex gap-1.5">
          <SearchBox />
          {find}
        </div>
        <div className="flex items-center gap-2">
          {account ?? (
            <PlainLink to="/auth" className={buttonClass()}>
              Sign in
            </PlainLink>
          )}
        </div>
      </div>
    </header>
  )
}

/** On wide screens only; elsewhere the directory's own search is one tap away. A plain form, so it works without script too. */
function SearchBox() {
  const navigate = useNavigate()
  return (
    <search className="hidden lg:block">
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
          className="min-h-9.5 w-48 rounded border border-edge bg-sheet px-2.5 text-sm placeholder:text-quiet xl:w-56 [&::-webkit-search-cancel-button]:appearance-none"
        />
      </form>
    </search>
  )
}
