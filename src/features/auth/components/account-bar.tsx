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

export function AccountBar({ viewer }: { viewer: Viewer }) {
  const { pathname } = useLocation()
  const linkTo = (to: string) => ({ to, 'aria-current': pathname === to ? ('page' as const) : undefined })
  // Rows leave lists for members alone. Once it runs, it runs for the life of the document.
  useEffect(() => void import('#lib/row-focus.ts'), [])
  return (
    <>
      <PlainLink
        {...linkTo('/conferences/new')}
        aria-label="Create Event"
        className="icon-button border-ink! text-2xl max-[23rem]:hidden"
      >
        +
      </PlainLink>
      {(viewer.isAdmin || viewer.needsSecondFactor) && (
        <PlainLink {...linkTo('/admin')} className={buttonClass({ look: 'outline', size: 'small' })}>
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
