import { Link } from '@tanstack/react-router'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { Notification } from '../notifications.schemas.ts'

type Props = { notifications: Notification[]; isNew: (notification: Notification) => boolean }

export function NotificationList({ notifications, isNew }: Props) {
  return (
    <ol className="border-t border-hairline">
      {notifications.map((notification) => (
        <li key={notification.id} className="border-b border-hairline">
          <Link
            to="/"
            // Overrides `to`: the path comes from the data.
            href={notification.path}
            preload={false}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 hover:text-accent"
          >
            <span
              className={`min-w-0 flex-[1_1_18rem] whitespace-pre-line ${isNew(notification) ? 'font-semibold' : ''}`}
            >
              {notification.message}
            </span>
            <span className="flex items-baseline gap-3 text-sm text-quiet">
              {isNew(notification) && <Badge look="accent">New</Badge>}
              <Moment at={notification.created_at} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
