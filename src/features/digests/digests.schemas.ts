import { z } from 'zod'
import { followKinds } from '#features/follows/follows.ts'
import { isTimeZone } from '#lib/time-zones.ts'

export const digestTime = z.object({
  is_on: z.boolean(),
  /** Monday is 1, Sunday 7. */
  weekday: z.int().min(1).max(7),
  hour: z.int().min(0).max(23),
  time_zone: z.string().max(64).refine(isTimeZone, 'Unknown time zone'),
})
export type DigestTime = z.infer<typeof digestTime>

/** The zone is null until the person chose one. */
export const digestSettings = digestTime.extend({ time_zone: z.string().nullable() })
export type DigestSettings = z.infer<typeof digestSettings>

const digestItem = z.object({
  id: z.uuid(),
  /** 'New', 'Changed', 'Call', or the kind of a link. */
  label: z.string(),
  title: z.string(),
  /** Path on this site that it links to. */
  path: z.string(),
  text: z.string(),
})
export type DigestItem = z.infer<typeof digestItem>

/** What is told about one thing that a person follows: its first items, and how many there are in all. */
export const digestPart = z.object({
  /** A change of a followed conference is a message of its own. `check`: what the reader is asked about. */
  kind: z.enum([...followKinds, 'check']).exclude(['event', 'series']),
  /** The name of a topic, a city or a country, the id of a speaker or a person. */
  key: z.string(),
  name: z.string(),
  items: z.array(digestItem),
  total: z.int(),
})
export type DigestPart = z.infer<typeof digestPart>

export const digestPreview = z.object({
  /** The person's local time of the next digest, yyyy-MM-dd HH:mm; null while there is none. */
  next_at: z.string().nullable(),
  time_zone: z.string().nullable(),
  parts: z.array(digestPart),
})
