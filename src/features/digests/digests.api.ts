import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { muted_notifications } from '#features/notifications/notifications.tables.ts'
import { rows } from '#platform/database/db.ts'
import { get, memberChange, put, signedIn } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { readDigests } from './digest-news.server.ts'
import { type DigestSettings, digestPreview, digestSettings, digestTime } from './digests.schemas.ts'
import { usualDigest } from './digests.ts'

const isMuted = (viewer: { id: string }) => sql`
  exists (select from muted_notifications where user_id = ${viewer.id}::uuid and kind = 'digest' and channel = 'mail')`

const settings = signedIn
  .route(get('/digests/settings', 'When I get the weekly digest'))
  .output(digestSettings)
  .handler(async ({ context: { db, viewer } }) => {
    const [ownSettings] = await rows<DigestSettings>(db)`
      select not ${isMuted(viewer)} as is_on, weekday, hour, time_zone from digests where user_id = ${viewer.id}::uuid`
    return ownSettings ?? { is_on: false, ...usualDigest, time_zone: null }
  })

const set = memberChange
  .route(put('/digests/settings', 'Switch the weekly digest on or off, and choose when I get it'))
  .errors({
    UNKNOWN_TIME_ZONE: { status: 409, message: 'This time zone is unknown. Choose another one.' },
  })
  .input(digestTime)
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const { is_on, weekday, hour, time_zone } = input
    const [zone] = await rows<{ is_known: boolean }>(tx)`select is_time_zone(${time_zone}) as is_known`
    if (!zone?.is_known) throw errors.UNKNOWN_TIME_ZONE()
    const weekAgo = sql`now() - make_interval(days => ${serverLimits.digestDays}::integer)`
    const due = sql`next_digest_at(${time_zone}, ${weekday}::integer, ${hour}::integer, now())`
    // While it was off nothing was told, and nobody wants all of that.
    await tx.execute(sql`
      insert into digests (user_id, weekday, hour, time_zone, covered_until, next_due_at)
      values (${viewer.id}::uuid, ${weekday}, ${hour}, ${time_zone}, ${weekAgo}, ${due})
      on conflict (user_id) do update set weekday = excluded.weekday, hour = excluded.hour,
        time_zone = excluded.time_zone, next_due_at = excluded.next_due_at,
        covered_until = case when ${isMuted(viewer)} then greatest(digests.covered_until, excluded.covered_until) else digests.covered_until end`)
    const muted = { user_id: viewer.id, kind: 'digest', channel: 'mail' } as const
    if (!is_on) await tx.insert(muted_notifications).values(muted).onConflictDoNothing()
    else {
      const { user_id, kind } = muted_notifications
      await tx.delete(muted_notifications).where(and(eq(user_id, viewer.id), eq(kind, 'digest')))
    }
  })

const preview = signedIn
  .route(get('/digests/preview', 'What my next digest would hold'))
  .output(digestPreview)
  .handler(async ({ context: { db, viewer } }) => {
    const [digest] = await rows<{
      covered_until: string
      until: string
      time_zone: string | null
      next_at: string | null
    }>(db)`
      select coalesce(covered_until, now() - make_interval(days => ${serverLimits.digestDays}::integer))::text as covered_until,
        now()::text as until, time_zone,
        case when is_time_zone(time_zone) and not ${isMuted(viewer)}
          then to_char(next_due_at at time zone time_zone, 'YYYY-MM-DD HH24:MI') end as next_at
      from profiles left join digests on user_id = profiles.id where profiles.id = ${viewer.id}::uuid`
    if (!digest) return { next_at: null, time_zone: null, parts: [] }
    const { covered_until, until, time_zone, next_at } = digest
    const news = await readDigests(db, [{ user_id: viewer.id, covered_until }], until)
    return { next_at, time_zone, parts: news.get(viewer.id) ?? [] }
  })

export const digestsApi = { settings, set, preview }
