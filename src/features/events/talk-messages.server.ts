import { type SQL, sql } from 'drizzle-orm'
import { notify, type Sender } from '#features/notifications/notifications.server.ts'
import type { Database } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'

/** Days are yyyy-MM-dd, times HH:mm. */
type Place = { day: string | null; start_time: string | null; location: string | null }

const maxNamed = 5

const weekday = (day: string) =>
  new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** 'Mon 10:00 in Hall 2' */
export const placeText = ({ day, start_time, location }: Place) =>
  [[day && weekday(day), start_time].filter(Boolean).join(' '), location && `in ${location}`]
    .filter(Boolean)
    .join(' ')

/** '“Title” is now Mon 10:00 in Hall 2 (was 9:00 in Hall 1)' */
export function moveSentence(title: string, former: Place, now: Place): string {
  const wasDay = former.day !== now.day
  const was = [
    wasDay || former.start_time !== now.start_time
      ? [wasDay && former.day ? weekday(former.day) : '', former.start_time].filter(Boolean).join(' ')
      : '',
    former.location !== now.location && former.location ? `in ${former.location}` : '',
  ]
    .filter(Boolean)
    .join(' ')
  return `“${title}” is now ${placeText(now)}${was && ` (was ${was})`}`
}

/** Notifies each person of the changes that concern them, in one message. */
export async function notifyOfTalkChanges(
  tx: Database,
  site: Context['site'],
  event: { name: string; slug: string },
  {
    sentencesOf,
    ...options
  }: { from: Sender; sentencesOf: Map<string, string[]>; replaceKey?: string; mailFrom?: SQL | null },
): Promise<void> {
  if (sentencesOf.size === 0) return
  const indexes = new Map<string, number>()
  const readers = [...sentencesOf].map(([id, sentences]) => {
    const unnamed = sentences.length - maxNamed
    const visibleSentences = [
      ...sentences.slice(0, maxNamed),
      ...(unnamed > 0 ? [`${unnamed} more talks changed`] : []),
    ]
    const message = `At ${event.name}: ${visibleSentences.join('; ')}`
    const n = indexes.get(message) ?? indexes.size
    indexes.set(message, n)
    return { id, n }
  })
  await notify(tx, site, {
    kind: 'talk_changed',
    subject: 'Talks in your schedule have changed',
    to: sql`select id, n from jsonb_to_recordset(${JSON.stringify(readers)}::jsonb) as reader (id uuid, n integer)`,
    message: [...indexes.keys()],
    path: `/conferences/${event.slug}`,
    ...options,
  })
}
