import { type SQL, sql } from 'drizzle-orm'
import { notify } from '#features/notifications/notifications.server.ts'
import type { Database } from '#server/database/db.ts'
import type { Context } from '#server/procedures/procedure.ts'

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

/** Notifies each person of the changes that concern them, in one message; who read the same gets it in one statement. */
export async function tellOfTalks(
  tx: Database,
  site: Context['site'],
  event: { name: string; slug: string },
  sentencesOf: Map<string, string[]>,
  more: { replaceKey?: string; mailFrom?: SQL | null } = {},
): Promise<void> {
  const readers = Map.groupBy(sentencesOf, ([, sentences]) => sentences.join('\n'))
  for (const people of readers.values()) {
    const [, sentences] = people[0]!
    const unnamed = sentences.length - maxNamed
    const named = [...sentences.slice(0, maxNamed), ...(unnamed > 0 ? [`${unnamed} more talks changed`] : [])]
    await notify(tx, site, {
      kind: 'talk_changed',
      to: sql`select unnest(${sql.param(people.map(([id]) => id))}::uuid[])`,
      message: `At ${event.name}: ${named.join('; ')}`,
      path: `/conferences/${event.slug}`,
      ...more,
    })
  }
}
