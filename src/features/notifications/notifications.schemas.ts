import { z } from 'zod'
import { mailKinds, notificationChannels, notificationKinds } from './notifications.ts'

export const notificationKind = z.enum(notificationKinds)

export const notification = z.object({
  id: z.uuid(),
  kind: notificationKind,
  message: z.string(),
  /** Path on this site that it links to. */
  path: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
})
export type Notification = z.infer<typeof notification>

export const notificationPage = z.object({
  notifications: z.array(notification),
  next: z.string().nullable(),
})

export const muted = z.object({ kind: z.enum(mailKinds), channel: z.enum(notificationChannels) })
export type Muted = z.infer<typeof muted>
