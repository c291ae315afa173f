import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import type { Notification } from '../notifications.schemas.ts'
import { cursorOf } from '../notifications.ts'
import { NotificationList } from './notification-list.tsx'

/** After this time on a visible page notifications count as read. */
const readAfterMs = 3000

/** A page of notifications. They are marked as read after a moment in view, but keep their badge until the page is left. */
export function AllNotifications({ notifications }: { notifications: Notification[] }) {
  const list = useRef<HTMLDivElement>(null)
  const [newIds, setNewIds] = useState<readonly string[]>([])
  const markReadSilently = useMutation(api.notifications.markRead.mutationOptions())
  const markAllRead = useAction(api.notifications.markRead, {
    onSuccess: () => {
      setNewIds([])
      list.current?.focus()
    },
    success: 'All notifications marked as read',
  })
  const isNew = ({ id, read_at }: Notification) => read_at === null || newIds.includes(id)

  const unread = notifications.filter(({ read_at }) => read_at === null)
  const newest = unread[0] && cursorOf(unread[0])
  const ids = unread.map(({ id }) => id).join(' ')
  const { mutate } = markReadSilently
  useEffect(() => {
    if (!newest) return
    let timer: ReturnType<typeof setTimeout>
    let isRead = false
    const markRead = () => {
      isRead = true
      setNewIds((previous) => [...previous, ...ids.split(' ')])
      mutate({ until: newest })
    }
    const restartTimer = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(markRead, readAfterMs)
    }
    restartTimer()
    document.addEventListener('visibilitychange', restartTimer)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', restartTimer)
      // Left earlier, perhaps by following a notification.
      if (!isRead) mutate({ until: newest })
    }
  }, [newest, ids, mutate])

  return (
    <div ref={list} tabIndex={-1} className="stack gap-4 outline-none">
      {notifications.some(isNew) && (
        <Button look="outline" className="justify-self-start" onClick={() => markAllRead.mutate(undefined)}>
          Mark all as read
        </Button>
      )}
      <NotificationList notifications={notifications} isNew={isNew} />
    </div>
  )
}
