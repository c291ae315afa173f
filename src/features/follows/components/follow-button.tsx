import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import type { Followable } from '../follows.schemas.ts'

type Props = {
  what: Followable
  name: string
  isFollowing: boolean
  /** What the button says before and after. */
  labels?: [follow: ReactNode, following: ReactNode]
} & Pick<ButtonLook, 'size'>

/** Toggles following. One element for both states, so that it keeps the focus. */
export function FollowButton({ what, name, isFollowing, labels = ['Follow', 'Following'], size }: Props) {
  const set = useAction(api.follows.set, {
    success: ({ is_following }) =>
      is_following ? `You now follow ${name}.` : `You no longer follow ${name}.`,
    undo: ({ is_following }): (() => void) | undefined =>
      is_following ? undefined : () => set.mutate({ ...what, is_following: true }),
  })
  return (
    <Button
      look="outline"
      size={size}
      aria-pressed={isFollowing}
      aria-disabled={set.isPending}
      onClick={() => !set.isPending && set.mutate({ ...what, is_following: !isFollowing })}
    >
      {isFollowing && <Icon icon={Check} className="size-4.5" />}
      {labels[isFollowing ? 1 : 0]}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}
