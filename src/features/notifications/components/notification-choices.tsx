import { useMutation } from '@tanstack/react-query'
import { type NotificationKind, notificationKinds, notificationLabels } from '../notifications.ts'

type Choice = { kind: NotificationKind; isMuted: boolean }
type Props = {
  isAdmin: boolean
  muted: NotificationKind[]
  choose: (choice: Choice) => Promise<void>
}

/** Notification settings: one switch for each kind, saved immediately. */
export function NotificationChoices({ isAdmin, muted, choose }: Props) {
  return (
    <fieldset className="grid max-w-prose">
      <legend className="mb-2">Notify me on the site and by email when:</legend>
      {notificationKinds
        .filter((kind) => kind !== 'claim_received' || isAdmin)
        .map((kind) => (
          <Switch key={kind} kind={kind} isMuted={muted.includes(kind)} choose={choose} />
        ))}
    </fieldset>
  )
}

function Switch({ kind, isMuted, choose }: Choice & Pick<Props, 'choose'>) {
  const change = useMutation({
    mutationFn: choose,
    meta: { success: 'Notification settings saved', failure: 'Failed to save notification settings' },
  })
  const isOn = !(change.isPending ? change.variables.isMuted : isMuted)
  return (
    <label className="flex items-center gap-3 border-b border-hairline py-2.5">
      <input
        type="checkbox"
        checked={isOn}
        onChange={() => !change.isPending && change.mutate({ kind, isMuted: isOn })}
        className="size-6 shrink-0 accent-accent"
      />
      {notificationLabels[kind]}
    </label>
  )
}
