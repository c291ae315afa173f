import { useMutation } from '@tanstack/react-query'
import type { Muted } from '../notifications.schemas.ts'
import {
  adminKinds,
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
  notificationLabels,
} from '../notifications.ts'

type Choice = { kind: NotificationKind; channel: NotificationChannel; isMuted: boolean }
type Props = {
  isAdmin: boolean
  muted: Muted[]
  choose: (choice: Choice) => Promise<void>
}

const channels = [
  { channel: 'mail', title: 'Email' },
  { channel: 'list', title: 'On the site' },
] as const

/** Notification settings: two switches for each kind, saved immediately. */
export function NotificationChoices({ isAdmin, muted, choose }: Props) {
  return (
    <table className="w-full max-w-3xl text-left">
      <caption className="mb-2 text-left">Notify me when:</caption>
      <thead className="border-b-2 border-ink text-sm text-quiet">
        <tr>
          <th scope="col" className="py-1.5 pr-4 font-semibold">
            What happens
          </th>
          {channels.map(({ channel, title }) => (
            <th key={channel} scope="col" className="w-14 py-1.5 text-center font-semibold sm:w-20">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds
          .filter((kind) => isAdmin || !adminKinds.includes(kind))
          .map((kind) => (
            <tr key={kind} className="border-b border-hairline">
              <th scope="row" className="py-2.5 pr-4 font-normal">
                {notificationLabels[kind]}
              </th>
              {channels.map(({ channel, title }) => (
                <td key={channel} className="py-2.5 text-center">
                  <Switch
                    kind={kind}
                    channel={channel}
                    title={title}
                    isMuted={muted.some((choice) => choice.kind === kind && choice.channel === channel)}
                    choose={choose}
                  />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function Switch({
  kind,
  channel,
  title,
  isMuted,
  choose,
}: Choice & Pick<Props, 'choose'> & { title: string }) {
  const change = useMutation({
    mutationFn: choose,
    meta: { success: 'Notification settings saved', failure: 'Failed to save notification settings' },
  })
  const isOn = !(change.isPending ? change.variables.isMuted : isMuted)
  return (
    <input
      type="checkbox"
      aria-label={`${title}: ${notificationLabels[kind]}`}
      checked={isOn}
      onChange={() => !change.isPending && change.mutate({ kind, channel, isMuted: isOn })}
      className="size-6 accent-accent"
    />
  )
}
