import { Link } from '@tanstack/react-router'
import { ShieldMinus, ShieldPlus } from 'lucide'
import { useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { ListedUser } from '#features/people/people.schemas.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'

type Props = { users: ListedUser[]; caption: string; viewer: { id: string } }

export function UserTable({ users, caption, viewer }: Props) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="pb-2 text-left text-[0.9375rem] text-quiet">{caption}</caption>
      <thead>
        <tr className="border-b border-ink text-sm whitespace-nowrap">
          <th className="py-1.5 pr-4 font-semibold">User</th>
          <th className="py-1.5 pr-4 font-semibold">Roles</th>
          <th className="py-1.5 text-right font-semibold">Actions</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id} className="border-b border-hairline">
            <td className="py-2 pr-4">
              <Link
                to="/admin/users/$id"
                params={{ id: user.id }}
                className="font-semibold hover:text-accent"
              >
                {user.full_name ?? 'Unnamed User'}
              </Link>
              <span className="block font-mono text-xs text-quiet">{user.id}</span>
            </td>
            <td className="py-2 pr-4">
              <span className="flex flex-wrap gap-1.5 whitespace-nowrap">
                <Badge>User</Badge>
                {user.is_admin && <Badge look="strong">Admin</Badge>}
                {user.is_steward && <Badge>Steward</Badge>}
                {user.is_suspended && <Badge>Suspended</Badge>}
              </span>
            </td>
            <td className="py-2">
              <div className="flex flex-wrap justify-end">
                {!user.is_admin && <StewardToggle user={user} />}
                <AdminToggle user={user} isSelf={user.id === viewer.id} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const failure = (message: string) => ({ title: 'Error', detail: message })

/** Stewards decide what waits, except about accounts. */
function StewardToggle({ user }: { user: ListedUser }) {
  const { people } = api
  const change = useAction(user.is_steward ? people.removeStewardRole : people.addStewardRole, {
    success: user.is_steward ? 'No longer a steward' : 'Named a steward',
    failure,
  })
  return (
    <Button
      look="quiet"
      disabled={change.isPending}
      onClick={() => change.mutate({ user_id: user.id })}
      className="px-2.5 text-sm"
    >
      {user.is_steward ? 'Remove steward' : 'Make steward'}
      <span className="sr-only">: {user.full_name ?? 'Unnamed User'}</span>
    </Button>
  )
}

function AdminToggle({ user, isSelf }: { user: ListedUser; isSelf: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  const add = useAction(api.people.addAdminRole, {
    success: { title: 'Role added', detail: 'Admin role has been added to the user.' },
    failure,
  })
  const remove = useAction(api.people.removeAdminRole, {
    onSettled: () => setConfirming(false),
    success: { title: 'Role removed', detail: 'Admin role has been removed from the user.' },
    failure,
  })
  const input = { user_id: user.id }
  const label = user.is_admin ? 'Remove admin' : 'Make admin'
  const icon = user.is_admin ? ShieldMinus : ShieldPlus
  const toggle = () => {
    if (!user.is_admin) add.mutate(input)
    else if (isSelf) setConfirming(true)
    else remove.mutate(input)
  }
  return (
    <>
      <Button
        look="quiet"
        title={label}
        disabled={add.isPending || remove.isPending}
        onClick={toggle}
        className="px-2.5 text-sm"
      >
        <Icon icon={icon} className="size-4" />
        <span className="max-sm:sr-only">{label}</span>
        <span className="sr-only">: {user.full_name ?? 'Unnamed User'}</span>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Remove your own admin role?"
          action={remove.isPending ? 'Removing...' : 'Remove admin'}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(input)}
          onClose={() => setConfirming(false)}
        >
          <p>
            You will lose access to the admin pages immediately. Only another administrator can restore it.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
