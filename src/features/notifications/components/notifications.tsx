import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import type { Notification } from '../notifications.schemas.ts'
import { momentAndId } from '../notifications.ts'
import { NotificationList } from './notification-list.tsx'

/** Milliseconds in sight after which a notification counts as read. */
const readAfter = 3000

/** A page of notifications. They are read once they were in sight for a moment, and stay marked as new until the page is left. */
export function Notifications({ notifications }: { notifications: Notification[] }) {
  const list = useRef<HTMLDivElement>(null)
  const [marked, mark] = useState<readonly string[]>([])
  const readQuietly = useMutation(api.notifications.markRead.mutationOptions())
  const readAll = useMutation({
    ...api.notifications.markRead.mutationOptions(),
    onSuccess: () => {
      mark([])
      list.current?.focus()
    },
    meta: { success: 'All notifications are marked as read', failure: (message) => message },
  })
  const isNew = ({ id, read_at }: Notification) => read_at === null || marked.includes(id)

  const unread = notifications.filter(({ read_at }) => read_at === null)
  const newest = unread[0] && momentAndId(unread[0])
  const ids = unread.map(({ id }) => id).join(' ')
  const { mutate } = readQuietly
  useEffect(() => {
    if (!newest) return
    let timer: ReturnType<typeof setTimeout>
    let isRead = false
    const read = () => {
      isRead = true
      mark((before) => [...before, ...ids.split(' ')])
      mutate({ until: newest })
    }
    const wait = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(read, readAfter)
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
      // Left sooner, maybe through one of them.
      if (!isRead) mutate({ until: newest })
    }
  }, [newest, ids, mutate])

  return (
    <div ref={list} tabIndex={-1} className="stack gap-4 outline-none">
      {notifications.some(isNew) && (
        <Button look="outline" className="justify-self-start" onClick={() => readAll.mutate(undefined)}>
          Mark all as read
        </Button>
      )}
      <NotificationList notifications={notifications} isNew={isNew} />
    </div>
  )
}
