import { ClientOnly, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import type { Viewer } from '../viewer.ts'

/** Loaded on demand: visitors need no menu. */
const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })),
)

/** On a phone the name of the site, both buttons and the menu are one row. */
const narrowClass =
  'max-sm:min-h-8 max-sm:px-2.5 max-sm:text-[min(0.875rem,4.5vw)] max-[22rem]:px-1.5 max-[22rem]:text-xs'

export function AccountBar({ viewer }: { viewer: Viewer }) {
  const { pathname } = useLocation()
  const linkTo = (to: string) => ({ to, 'aria-current': pathname === to ? ('page' as const) : undefined })
  // Rows leave lists for members alone. Once it runs, it runs for the life of the document.
  useEffect(() => void import('#lib/row-focus.ts'), [])
  return (
    <>
      {/* The dashboard has this button beside its title. */}
      {pathname !== '/dashboard' && (
        <PlainLink {...linkTo('/conferences/new')} className={`${buttonClass()} ${narrowClass}`}>
          Create Event
        </PlainLink>
      )}
      {(viewer.isAdmin || viewer.needsSecondFactor) && (
        <PlainLink {...linkTo('/admin')} className={`${buttonClass({ look: 'outline' })} ${narrowClass}`}>
          Admin
        </PlainLink>
      )}
      <ClientOnly fallback={<ProfileLink viewer={viewer} />}>
        <Suspense fallback={<ProfileLink viewer={viewer} />}>
          <AccountMenu viewer={viewer} />
        </Suspense>
      </ClientOnly>
    </>
  )
}

/** What stands there until the menu does, and without script. */
function ProfileLink({ viewer }: { viewer: Viewer }) {
  return (
    <PlainLink to="/u/$id" params={{ id: viewer.id }} className="rounded-full">
      <Avatar name={viewer.name} image={viewer.avatar_url} />
      <span className="sr-only">Profile</span>
    </PlainLink>
  )
}
