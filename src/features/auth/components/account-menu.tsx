import { Menu } from '@base-ui/react/menu'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Avatar } from '#components/ui/avatar.tsx'
import { callAccount } from '#lib/account.ts'
import { removeAllDrafts } from '#lib/drafts.ts'
import { removeOfflineData } from '#lib/offline.ts'
import { count } from '#lib/text.ts'
import type { Viewer } from '../viewer.ts'

const itemClass =
  'flex min-h-9 pointer-coarse:min-h-11 items-center justify-between gap-4 px-4 py-1.5 outline-none data-highlighted:bg-wash'

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const signOut = useSignOut()
  return (
    <Menu.Root>
      <Trigger viewer={viewer} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={8} className="z-10">
          <Menu.Popup className="min-w-64 rounded border-2 border-ink bg-paper py-1 outline-none">
            <div className="border-b border-hairline px-4 py-2.5">
              <p className="font-semibold">{viewer.name ?? viewer.email}</p>
              <p className="text-sm text-quiet">{viewer.email}</p>
            </div>
            <Menu.Item render={<Link to="/dashboard" />} className={itemClass}>
              Dashboard
            </Menu.Item>
            <Menu.Item render={<Link to="/conferences/new" />} className={itemClass}>
              Create Event
            </Menu.Item>
            <Menu.Item render={<Link to="/schedule" />} className={itemClass}>
              My Schedule
            </Menu.Item>
            <Menu.Item render={<Link to="/dashboard/calls" />} className={itemClass}>
              My calls
            </Menu.Item>
            <Menu.Item render={<Link to="/u/$id" params={{ id: viewer.id }} />} className={itemClass}>
              Profile
            </Menu.Item>
            <Menu.Item render={<Link to="/notifications" />} className={itemClass}>
              Notifications
              {viewer.unread > 0 && (
                <span className="text-sm font-semibold text-accent">{viewer.unread}</span>
              )}
            </Menu.Item>
            <Menu.Item render={<Link to="/following" />} className={itemClass}>
              Following
            </Menu.Item>
            <Menu.Item render={<Link to="/invitations" />} className={itemClass}>
              Manage Invitations
            </Menu.Item>
            <Menu.Item render={<Link to="/account/settings" />} className={itemClass}>
              Account Settings
            </Menu.Item>
            <Menu.Separator className="my-1 border-t border-hairline" />
            <Menu.Item onClick={() => signOut.mutate()} className={`${itemClass} w-full cursor-pointer`}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const Trigger = ({ viewer }: { viewer: Viewer }) => (
  <Menu.Trigger className="relative rounded-full">
    <span className="sr-only">
      Account menu
      {viewer.unread > 0 && `, ${count(viewer.unread, 'unread notification', 'unread notifications')}`}
    </span>
    <Avatar name={viewer.name} image={viewer.avatar_url} />
    {viewer.unread > 0 && (
      <span
        aria-hidden="true"
        className="absolute -end-2.5 -top-2.5 min-w-5 border-2 border-paper rounded-full bg-accent px-1 text-xs leading-5 font-bold text-on-accent"
      >
        {viewer.unread > 9 ? '9+' : viewer.unread}
      </span>
    )}
  </Menu.Trigger>
)

function useSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      await callAccount('sign-out')
      removeAllDrafts()
      await removeOfflineData()
      // Navigates before the data is reloaded: the old page's guard would redirect to the sign-in page.
      await queries.invalidateQueries({ refetchType: 'none' })
      await navigate({ to: '/' })
    },
    meta: { success: 'Signed out successfully', failure: (message) => message },
  })
}
