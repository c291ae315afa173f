import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows } from '#platform/database/db.ts'
import { get, memberChange, put, signedIn } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type Followable, type Followed, followable, followed } from './follows.schemas.ts'
import { follows } from './follows.tables.ts'

/** The column that names what is followed, and a select of its value, which is empty where there is no such thing. */
function targetOf({ kind, key }: Followable): { column: SQL; value: SQL } {
  const columns = {
    event: ['event_id', sql`select id from events where id = ${key}::uuid`],
    series: [
      'series_id',
      sql`select series.id from series where id = ${key}::uuid and exists (select from events where series_id = series.id)`,
    ],
    topic: ['topic_id', sql`select id from topics where fold(name) = fold(${key})`],
    speaker: ['speaker_id', sql`select id from speakers where id = ${key}::uuid`],
    person: ['person_id', sql`select id from profiles where id = ${key}::uuid`],
    city: ['city_key', sql`select city_key from events where city_key = fold(${key}) limit 1`],
    country: ['country_key', sql`select country_key from events where country_key = fold(${key}) limit 1`],
  } as const
  const [column, value] = columns[kind]
  return { column: sql.raw(column), value }
}

/** Who follows a conference that has its programme needs no message that it is out. */
const programmeNotice = ({ kind }: Followable) =>
  kind === 'event'
    ? sql`case when exists (select from talks where event_id = target.value) then now() end`
    : sql`null::timestamptz`

const set = memberChange
  .route(
    put(
      '/follows/{kind}/{key}',
      'Follow a conference, series, topic, place, speaker or person, or stop following',
    ),
  )
  .errors({
    NOT_FOUND: { message: 'There is nothing to follow at this address' },
    YOURSELF: { status: 409, message: 'You cannot follow yourself' },
    LIMIT_REACHED: {
      status: 409,
      message: `You can follow ${serverLimits.follows} things. Stop following something first.`,
    },
  })
  .input(followable.and(z.object({ is_following: z.boolean() })))
  .output(z.object({ is_following: z.boolean() }))
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const { column, value } = targetOf(input)
    if (!input.is_following) {
      await tx.execute(sql`delete from follows where user_id = ${viewer.id}::uuid and ${column} = (${value})`)
      return { is_following: false }
    }
    if (input.kind === 'person' && input.key === viewer.id) throw errors.YOURSELF()
    // Two at once would each see one fewer.
    await tx.execute(sql`select from profiles where id = ${viewer.id}::uuid for update`)
    const isFollowing = await rows(tx)`
      select from follows where user_id = ${viewer.id}::uuid and ${column} = (${value})`
    if (isFollowing.length > 0) return { is_following: true }
    if ((await tx.$count(follows, eq(follows.user_id, viewer.id))) >= serverLimits.follows)
      throw errors.LIMIT_REACHED()
    const inserted = await rows(tx)`
      insert into follows (user_id, ${column}, programme_notice_at)
      select ${viewer.id}::uuid, target.value, ${programmeNotice(input)} from (${value}) as target (value)
      returning user_id`
    if (inserted.length === 0) throw errors.NOT_FOUND()
    return { is_following: true }
  })

const isFollowing = signedIn
  .route(get('/follows/{kind}/{key}', 'Whether I follow something'))
  .input(followable)
  .output(z.object({ is_following: z.boolean() }))
  .handler(async ({ context: { db, viewer }, input }) => {
    const { column, value } = targetOf(input)
    const matches = await rows(db)`
      select user_id from follows where user_id = ${viewer.id}::uuid and ${column} = (${value})`
    return { is_following: matches.length > 0 }
  })

const mine = signedIn
  .route(get('/follows', 'What I follow, by kind and name'))
  .output(z.array(followed))
  .handler(
    ({ context: { db, viewer } }) =>
      rows<Followed>(db)`
      with followed as materialized (
        select
          case
            when event_id is not null then 'event'
            when follows.series_id is not null then 'series'
            when topic_id is not null then 'topic'
            when speaker_id is not null then 'speaker'
            when person_id is not null then 'person'
            when follows.city_key is not null then 'city'
            else 'country'
          end as kind,
          coalesce(follows.event_id, follows.series_id, follows.speaker_id, follows.person_id)::text as key,
          coalesce(
            events.name, series.name, topics.name, speakers.name, profiles.full_name,
            (select location_name from events where city_key = follows.city_key order by start_date desc limit 1),
            (select country_name from events where country_key = follows.country_key order by start_date desc limit 1),
            follows.city_key, follows.country_key, 'Anonymous User'
          ) as name
        from follows
        left join events on events.id = event_id
        left join series on series.id = follows.series_id
        left join topics on topics.id = topic_id
        left join speakers on speakers.id = speaker_id
        left join profiles on profiles.id = person_id
        where follows.user_id = ${viewer.id}::uuid
          and (event_id is null or events.id is not null) and (speaker_id is null or speakers.id is not null)
          and (person_id is null or profiles.id is not null)
      ) select kind, coalesce(key, name) as key, name from followed order by kind, fold(name), key`,
  )

export const followsApi = { set, isFollowing, mine }
