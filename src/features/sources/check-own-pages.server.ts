import { sql } from 'drizzle-orm'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { OutboundError } from '#platform/fetch-safely.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { readPageInThread } from './reading/read-in-thread.server.ts'
import { ask, notifyOrganisers } from './sync-source.server.ts'

type Run = Pick<Context, 'site' | 'today' | 'fetchSafely'> & { signal?: AbortSignal }

type CheckedEvent = { id: string; website: string; start_date: string; end_date: string; status: string }

/** Pages per minute: some 14,000 a day. */
const perTick = 10

/** Reads the websites of upcoming conferences that are due: each weekly, one after the other. */
export async function checkDuePages(db: Database, run: Run): Promise<void> {
  // Claiming a page notes when it was read, so no other process reads it.
  const due = await rows<CheckedEvent>(db)`
    with due as (
      select events.id from events left join page_checks on event_id = events.id
      where events.end_date >= ${run.today}::date and website is not null and status = 'scheduled'
        and (checked_at is null or checked_at < now() - interval '7 days')
      order by checked_at nulls first, events.start_date, events.id limit ${perTick}
    ), claimed as (
      insert into page_checks (event_id) select id from due on conflict (event_id) do update set checked_at = now()
    )
    select events.id, website, start_date::text as start_date, end_date::text as end_date, status from events join due using (id)`
  for (const event of due) {
    if (run.signal?.aborted) return
    await checkPage(db, event, run)
  }
}

async function checkPage(db: Database, event: CheckedEvent, run: Run) {
  const { differences, agrees } = await readPage(event, run)
  if (agrees)
    await db.execute(sql`update page_checks set agreed_at = now() where event_id = ${event.id}::uuid`)
  if (Object.keys(differences).length === 0) return
  await db.transaction(async (tx) => {
    // What a person has left as it is, is asked again only when the page changes.
    const [answered] = await rows(tx)`
      select from page_checks where event_id = ${event.id}::uuid and asked = ${JSON.stringify(differences)}::jsonb`
    if (answered) return
    await tx.execute(
      sql`update page_checks set asked = ${JSON.stringify(differences)}::jsonb where event_id = ${event.id}::uuid`,
    )
    const isNew = await ask(tx, {
      event_id: event.id,
      source_id: null,
      kind: 'page',
      changes: differences,
    })
    if (isNew) await notifyOrganisers(tx, run.site, event.id, 'Its website')
  })
}

/** The domain of an address that somebody owns, or nearly: its last two names. */
const domainOf = (url: string) => new URL(url).hostname.split('.').slice(-2).join('.')

/**
 * Where the structured data of the page says otherwise, or another domain answers. Guesses, and days of another edition, are
 * no differences; where they are the same days, it agrees.
 */
async function readPage(
  event: CheckedEvent,
  { fetchSafely, today, signal }: Run,
): Promise<{ differences: Record<string, string>; agrees: boolean }> {
  let moved: Record<string, string> = {}
  try {
    const { body, contentType, finalUrl } = await fetchSafely(event.website, {
      maxBytes: serverLimits.pageFile,
      signal,
    })
    if (domainOf(finalUrl) !== domainOf(event.website)) moved = { website: finalUrl }
    if (!/html/i.test(contentType ?? '')) return { differences: moved, agrees: false }
    const { values, guesses, status } = await readPageInThread({
      content: body,
      contentType,
      url: finalUrl,
      today,
    })
    const { start_date, end_date } = values
    const hasOtherDays = start_date !== event.start_date || end_date !== event.end_date
    const hasOtherStatus = status && status !== 'scheduled' && status !== event.status
    const isOfEdition =
      start_date?.slice(0, 4) === event.start_date.slice(0, 4) && !guesses.includes('start_date')
    if (!isOfEdition || !start_date || !end_date)
      return { differences: moved, agrees: !hasOtherDays && !hasOtherStatus }
    return {
      differences: {
        ...moved,
        ...(hasOtherDays && { start_date, end_date }),
        ...(hasOtherStatus && { status }),
      },
      agrees: !hasOtherDays && !hasOtherStatus,
    }
  } catch (error) {
    // The check of links tells when the page is missing.
    if (isUnreadable(error) || error instanceof OutboundError) return { differences: moved, agrees: false }
    throw error
  }
}
