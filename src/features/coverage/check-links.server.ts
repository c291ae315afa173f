import { sql } from 'drizzle-orm'
import { organisersOf } from '#features/events/organisers.server.ts'
import { confirmedSpeakers } from '#features/events/speaking-confirmations.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { hostOf } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { type FetchSafely, OutboundError } from '#platform/fetch-safely.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { consume } from '#platform/rate-limits.ts'
import { afterCheck, type CheckState, urlToFetch, type Verdict } from './link-check.ts'
import { fetchVideoPictures } from './video-pictures.server.ts'

type Run = {
  site: Context['site']
  fetchSafely: FetchSafely
  signal?: AbortSignal
  /** The moment that counts as now. */
  now?: Date
}
type Check = CheckState & { address_key: string; url: string; host: string }

const perRun = 60
const newPerRun = 2000
/** A run ends before the next minute begins. */
const runMs = 45_000

/**
 * Looks at the addresses that are due, one after the other, and fetches pictures of videos: never two requests at once, to whatever host. Of several
 * processes one does it in each minute. New addresses are looked for once an hour: that reads every link there is.
 */
export async function checkDueLinks(db: Database, run: Run): Promise<number> {
  if (!run.fetchSafely.isOn) return 0
  if ((await consume(db, { key: 'link checks', most: 1, seconds: 60 })) > 0) return 0
  if ((await consume(db, { key: 'new links', most: 1, seconds: 3600 })) === 0) await listNewAddresses(db)
  const limitedRun = { ...run, signal: withTimeLimit(run.signal) }
  const count = await checkLinks(db, limitedRun)
  await fetchVideoPictures(db, limitedRun, () => hasInternet(db, run.now ?? new Date()))
  return count
}

const withTimeLimit = (signal?: AbortSignal) =>
  AbortSignal.any([AbortSignal.timeout(runMs), ...(signal ? [signal] : [])])

/**
 * Addresses that nobody has looked at yet. Those that nothing links to any more go at night. Both compare addresses as
 * they are written first: `address_key()` for each of 20,000 takes a second.
 */
export async function listNewAddresses(db: Database): Promise<void> {
  await db.execute(sql`
    with websites as materialized (
      select website as url from events
        where website is not null and not exists (select from link_checks where url = website)
      union
      select handle from social_links
        where platform = 'website' and not exists (select from link_checks where url = handle)
    )
    insert into link_checks (address_key, url, host)
    select address_key, url, coalesce(lower(substring(url from '^[a-zA-Z]+://([^/?#]+)')), '') from (
      (select address_key, canonical as url from talk_links
        where status = 'live' and not exists (select from link_checks where link_checks.address_key = talk_links.address_key)
        limit ${newPerRun})
      union all
      (select address_key(url), url from websites
        where not exists (select from link_checks where link_checks.address_key = address_key(websites.url))
        limit ${newPerRun})
    ) as linked
    on conflict do nothing`)
}

/** Forgets addresses that nothing links to any more. */
export const forgetUnlinked = (db: Database) =>
  db.execute(sql`
    with unseen as materialized (
      select address_key from link_checks
      where not exists (select from all_talk_links as talk_links where talk_links.address_key = link_checks.address_key)
        and not exists (select from all_events where website = url)
        and not exists (select from social_links where platform = 'website' and handle = url)
    )
    delete from link_checks where address_key in (
      select address_key from unseen
      where not exists (select from all_events where website is not null and address_key(website) = unseen.address_key)
        and not exists (select from social_links where platform = 'website' and address_key(handle) = unseen.address_key)
    )`)

/** Looks at what is due by `now`. Returns how many addresses that were. */
export async function checkLinks(db: Database, run: Run): Promise<number> {
  const now = run.now ?? new Date()
  const due = await rows<Check>(db)`
    select address_key, url, host, failures, unanswered, (extract(epoch from failing_since) * 1000)::float8 as failing_since,
      (extract(epoch from gone_since) * 1000)::float8 as gone_since
    from link_checks where next_check_at <= ${now.toISOString()}::timestamptz
    order by next_check_at, address_key limit ${perRun}`
  const busyHosts = new Set<string>()
  let count = 0
  for (const check of due) {
    if (run.signal?.aborted) break
    if (busyHosts.has(check.host)) continue
    const { verdict: answered, retryAfterMs, isUnknownHost } = await checkUrl(run, check.url)
    // Without the internet no host exists.
    const verdict = isUnknownHost && !(await hasInternet(db, now)) ? 'unknown' : answered
    if (run.signal?.aborted) break
    if (retryAfterMs) {
      busyHosts.add(check.host)
      await waitForHost(db, check.host, now, retryAfterMs)
    }
    await save(db, run, check, { ...afterCheck(check, verdict, now.getTime(), retryAfterMs), now })
    count++
  }
  return count
}

/** Whether any address answered lately. */
async function hasInternet(db: Database, now: Date): Promise<boolean> {
  const lately = new Date(now.getTime() - internetMs).toISOString()
  const works = await rows(db)`
    select from link_checks
    where checked_at > ${lately}::timestamptz and failures = 0 and unanswered = 0 limit 1`
  return works.length > 0
}
const internetMs = 8 * 86_400_000

const maxWaitMs = 56 * 86_400_000
const minute = 60_000

/** A host that asks for time gets it for all of its addresses. */
const waitForHost = (db: Database, host: string, now: Date, retryAfterMs: number) =>
  db.execute(sql`
    update link_checks set next_check_at = greatest(next_check_at, ${new Date(now.getTime() + retryAfterMs).toISOString()}::timestamptz)
    where host = ${host}`)

async function checkUrl(run: Run, url: string): Promise<Answer> {
  const requestUrl = urlToFetch(url)
  const head = await fetchUrl(run, requestUrl, 'HEAD')
  if (head.verdict === 'works' || head.isFinal) return head
  return fetchUrl(run, requestUrl, 'GET')
}

type Answer = { verdict: Verdict; retryAfterMs?: number; isUnknownHost?: boolean; isFinal?: boolean }

/** Only "not found", "gone" and a host that does not exist say that something is missing. */
async function fetchUrl({ fetchSafely, signal }: Run, url: string, method: 'HEAD' | 'GET'): Promise<Answer> {
  try {
    await fetchSafely(url, {
      method,
      signal,
      maxBytes: 1,
      headers: method === 'GET' ? { range: 'bytes=0-0' } : {},
    })
    return { verdict: 'works' }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const { code, httpStatus, isUnknownHost } = error
    // More than the one byte that was asked for: it is there.
    if (code === 'TOO_LARGE') return { verdict: 'works' }
    if (isUnknownHost) return { verdict: 'missing', isUnknownHost, isFinal: true }
    if (httpStatus === 404 || httpStatus === 410) return { verdict: 'missing' }
    const isBusy = httpStatus === 429 || httpStatus === 503
    const retryAfterMs = isBusy ? Math.min(Math.max(error.retryAfterMs ?? 0, minute), maxWaitMs) : undefined
    // A server that does not know HEAD is asked with GET; one that is busy, or does not answer, is left alone.
    return { verdict: 'unknown', retryAfterMs, isFinal: isBusy || httpStatus === undefined }
  }
}

async function save(
  db: Database,
  { site }: Run,
  check: Check,
  { nextMs, now, ...state }: ReturnType<typeof afterCheck> & { now: Date },
): Promise<void> {
  const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  await db.transaction(async (tx) => {
    const [row] = await rows<{ is_notified: boolean }>(tx)`
      update link_checks set failures = ${state.failures}, failing_since = ${moment(state.failing_since)}::timestamptz,
        unanswered = ${state.unanswered}, gone_since = ${moment(state.gone_since)}::timestamptz,
        checked_at = ${now.toISOString()}::timestamptz, next_check_at = ${moment(now.getTime() + nextMs)}::timestamptz
      where address_key = ${check.address_key} returning notified_at is not null as is_notified`
    const isNewlyGone = check.gone_since === null && state.gone_since !== null
    if (!row || !isNewlyGone || row.is_notified) return
    await tx.execute(
      sql`update link_checks set notified_at = ${now.toISOString()}::timestamptz where address_key = ${check.address_key}`,
    )
    await notifyOfDeadLink(tx, site, check)
  })
}

/** Notifies of a link that is gone, once: the talk's speakers and the event's organisers; of a website the organisers or the speaker. */
async function notifyOfDeadLink(
  tx: Database,
  site: Context['site'],
  { address_key, url }: Check,
): Promise<void> {
  const linked = await rows<{ title: string; path: string; user_ids: string[] }>(tx)`
      select talks.title, '/conferences/' || events.slug || '/talks/' || talks.number as path, array(
          ${confirmedSpeakers(sql`talk_id = talk_links.talk_id`)}
          union ${organisersOf(sql`events.id`)}
        ) as user_ids
      from talk_links join talks on talks.id = talk_id join events on events.id = talks.event_id
      where address_key = ${address_key} and talk_links.status = 'live'
      union all
      select name, '/conferences/' || slug, array(${organisersOf(sql`website_of.id`)}) from events as website_of
      where website is not null and address_key(website) = ${address_key}
      union all
      select name, '/speakers/' || id, array[user_id] from social_links join speakers on speakers.id = speaker_id
      where platform = 'website' and address_key(handle) = ${address_key} and user_id is not null`
  for (const { title, path, user_ids } of linked)
    if (user_ids.length > 0)
      await notify(tx, site, {
        from: 'site',
        kind: 'coverage',
        subject: 'A link of a talk is gone',
        to: sql`select unnest(${sql.param(user_ids)}::uuid[])`,
        message: `A link of “${title}” to ${hostOf(url)} no longer works: the page has not been found for two weeks.`,
        path,
      })
}
