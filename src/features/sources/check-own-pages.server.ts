import { sql } from 'drizzle-orm'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { OutboundError } from '#platform/fetch-safely.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type ComparedEvent, comparedEvents, contradictionsOf } from './plan-source.server.ts'
import { readPageInThread } from './reading/read-in-thread.server.ts'
import type { ReadPage } from './reading/read-page.server.ts'
import { ask, notifyOrganisers } from './sync-source.server.ts'

type Run = Pick<Context, 'site' | 'today' | 'fetchSafely'> & { signal?: AbortSignal }

type OwnPage = { id: string; website: string }

/** Pages per minute: some 14,000 a day. */
const perTick = 10

/** Reads the websites of upcoming conferences that are due: each weekly, one after the other. */
export async function checkDuePages(db: Database, run: Run): Promise<void> {
  // Claiming a page notes when it was read, so no other process reads it.
  const due = await rows<OwnPage>(db)`
    with due as (
      select events.id from events left join page_checks on event_id = events.id
      where events.end_date >= ${run.today}::date and website is not null and status = 'scheduled'
        and (checked_at is null or checked_at < now() - interval '7 days')
      order by checked_at nulls first, events.start_date, events.id limit ${perTick}
    ), claimed as (
      insert into page_checks (event_id) select id from due on conflict (event_id) do update set checked_at = now()
    )
    select events.id, website from events join due using (id)`
  for (const { id, website } of due) {
    if (run.signal?.aborted) return
    const { page, moved } = await readOwnPage(website, run)
    await askAboutPage(db, id, page, { site: run.site, moved })
  }
}

/** Asks where the website of a conference says otherwise, or is elsewhere; notes where it agrees. */
export async function askAboutPage(
  db: Database,
  id: string,
  page: ReadPage | undefined,
  { site, moved = {} }: { site: Context['site']; moved?: Moved },
): Promise<void> {
  const event = (await comparedEvents(db, [id])).get(id)
  if (event && page && agreesWith(event, page))
    await db.execute(sql`
      insert into page_checks (event_id, agreed_at) values (${id}::uuid, now())
      on conflict (event_id) do update set agreed_at = excluded.agreed_at`)
  const differences = { ...moved, ...(event && page && (await differencesOf(event, page))) }
  if (Object.keys(differences).length === 0) return
  await db.transaction(async (tx) => {
    // What a person has left as it is, is asked again only when the page changes.
    const newQuestions = await rows(tx)`
      insert into page_checks (event_id, asked) values (${id}::uuid, ${JSON.stringify(differences)}::jsonb)
      on conflict (event_id) do update set asked = excluded.asked where page_checks.asked is distinct from excluded.asked
      returning event_id`
    if (newQuestions.length === 0) return
    const isNew = await ask(tx, {
      event_id: id,
      source_id: null,
      kind: 'page',
      changes: differences,
    })
    if (isNew) await notifyOrganisers(tx, site, id, 'Its website')
  })
}

const hasOtherStatus = (event: ComparedEvent, { status }: ReadPage) =>
  status !== undefined && status !== 'scheduled' && status !== event.status

/** Whether the page has the same days, in its structured data or its text. */
const agreesWith = (event: ComparedEvent, page: ReadPage) =>
  page.values.start_date === event.start_date &&
  page.values.end_date === event.end_date &&
  !hasOtherStatus(event, page)

/** Where the structured data of the page says otherwise. Guesses, and days of another edition, do not count. */
async function differencesOf(event: ComparedEvent, page: ReadPage): Promise<Record<string, string>> {
  const { values, guesses, status } = page
  const { start_date, end_date } = values
  const isOfEdition =
    start_date?.slice(0, 4) === event.start_date.slice(0, 4) && !guesses.includes('start_date')
  if (!isOfEdition || !start_date || !end_date) return {}
  const { location_name, country_name } = guesses.includes('location_name') ? {} : values
  const place = location_name && country_name ? { location_name, country_name } : {}
  const differences = await contradictionsOf(event, { ...event, start_date, end_date, ...place })
  return { ...differences, ...(status && hasOtherStatus(event, page) && { status }) }
}

type Moved = { website?: string }

/** The domain of an address that somebody owns, or nearly: its last two names. */
const domainOf = (url: string) => new URL(url).hostname.split('.').slice(-2).join('.')

async function readOwnPage(
  website: string,
  { fetchSafely, today, signal }: Run,
): Promise<{ page?: ReadPage; moved?: Moved }> {
  let moved: Moved = {}
  try {
    const { body, contentType, finalUrl } = await fetchSafely(website, {
      maxBytes: serverLimits.pageFile,
      signal,
    })
    if (domainOf(finalUrl) !== domainOf(website)) moved = { website: finalUrl }
    if (!/html/i.test(contentType ?? '')) return { moved }
    return { moved, page: await readPageInThread({ content: body, contentType, url: finalUrl, today }) }
  } catch (error) {
    // The check of links tells when the page is missing.
    if (isUnreadable(error) || error instanceof OutboundError) return { moved }
    throw error
  }
}
