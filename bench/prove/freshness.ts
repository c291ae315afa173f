import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { askForChecks, lastCheckOf, noteCheck, openQuestions } from '#features/events/event-checks.server.ts'
import { directory_sources, source_entries } from '#features/sources/sources.tables.ts'
import { rows, type Store } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { inBatches } from '#tests/support/factories/in-batches.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { randomFrom } from '#tests/support/random.ts'
import { openDatabase } from '#tests/support/sample-database.ts'
import { ms, percentile, type Result } from './result.ts'

const memberCount = 800
const attendedByEach = 25
const followedByEach = 15
const cities = Array.from({ length: 100 }, (_, n) => `Town ${n}`)
const topicNames = Array.from({ length: 50 }, (_, n) => `Topic ${n}`)
/** Each of the two sources lists so many of ten conferences. */
const listedOfTen = 4
const dayOf = (n: number) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)

/**
 * Days pass, in which sources are read, members are asked what nobody has confirmed for long, and every fourth of them
 * answers. The clock stands: each day all that was said moves a day into the past.
 */
export async function freshness(eventCount: number, days: number): Promise<Result> {
  const { below, pick } = randomFrom(1)
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-prove-'))
  const store = await openDatabase({ DATA_DIR: folder })
  const simulate = async ({ db, tidy }: Store) => {
    const events = await makeEvents(
      db,
      Array.from({ length: eventCount }, () => ({
        start_date: dayOf(1 + below(400)),
        created_at: '2020-01-01 00:00:00+00',
        location_name: pick(cities)!,
        tags: [pick(topicNames)!],
      })),
    )
    const ids = events.map(({ id }) => id)
    const members = await makePeople(db, Array(memberCount).fill({}))
    const pairs = members.flatMap(({ id }) =>
      [...new Set(Array.from({ length: attendedByEach + followedByEach }, () => pick(ids)!))].map(
        (event_id, n) => ({ user_id: id, event_id, isAttending: n < attendedByEach }),
      ),
    )
    const insert = (columns: string, isAttending: boolean) =>
      db.execute(sql`
        insert into ${sql.raw(columns)}
        select * from jsonb_to_recordset(${JSON.stringify(pairs.filter((pair) => pair.isAttending === isAttending))}::text::jsonb)
          as pair (user_id uuid, event_id uuid)`)
    await insert('user_events (user_id, event_id)', true)
    await insert('follows (user_id, event_id)', false)
    // Each follows a city and a topic, too.
    await db.execute(sql`
      insert into follows (user_id, city_key)
      select id, 'town ' || row_number() over (order by id) % ${cities.length}::integer from profiles`)
    await db.execute(sql`
      insert into follows (user_id, topic_id)
      select id, (array(select id from topics order by id))[1 + row_number() over (order by id) % ${topicNames.length}::integer] from profiles`)
    for (const name of ['One list', 'Another list']) {
      const [source] = await db
        .insert(directory_sources)
        .values({ name, format: 'confs.tech', addresses: [], licence: 'CC0' })
        .returning()
      const listedEvents = events.filter(() => below(10) < listedOfTen)
      await inBatches(
        listedEvents.map(({ id, name, start_date, end_date }) => ({
          ...{ source_id: source!.id, key: id, state: 'linked' as const, event_id: id },
          values: { name, start_date, end_date, location_name: 'Bergen', country_name: 'Norway' },
        })),
        (some) =>
          db
            .insert(source_entries)
            .values(some as never)
            .returning(),
      )
    }
    const answering = new Set(members.filter((_, n) => n % 4 === 0).map(({ id }) => id))
    const askedOn = new Map<string, number[]>()
    const times: number[] = []
    let answers = 0
    for (let day = 0; day < days; day++) {
      await db.execute(sql`
        update event_checks set asked_at = asked_at - interval '1 day', checked_at = checked_at - interval '1 day'`)
      await db.execute(sql`update directory_sources set checked_at = now()`)
      await tidy?.()
      for (let hour = 0, count = 1; hour < 24 && count > 0; hour++) {
        const begun = performance.now()
        count = await askForChecks(db, dayOf(day))
        times.push(performance.now() - begun)
      }
      const questions = await rows<{ user_id: string; id: string; is_new: boolean }>(
        db,
        sql`
          select question.user_id, question.id, asked_at > now() - interval '1 hour' as is_new
          from (${openQuestions(sql`true`, dayOf(day))}) as question
          join event_checks on event_checks.user_id = question.user_id and event_id = question.id`,
      )
      for (const { user_id, id, is_new } of questions) {
        if (is_new) askedOn.set(user_id, [...(askedOn.get(user_id) ?? []), day])
        if (!answering.has(user_id)) continue
        await noteCheck(db, id, user_id)
        answers++
      }
    }
    const [counted] = await rows<{ upcoming: number; confirmed: number }>(
      db,
      sql`
        select count(*)::integer as upcoming, count(last.checked_at)::integer as confirmed
        from events left join lateral (${lastCheckOf(sql`events`)}) as last
          on last.checked_at > now() - make_interval(days => ${serverLimits.uncheckedDays}::integer)
        where end_date >= ${dayOf(days - 1)}::date`,
    )
    const questionsPerWeek = Math.max(
      ...[...askedOn.values()].flatMap((list) =>
        list.map((day) => list.filter((other) => other >= day && other < day + 7).length),
      ),
    )
    const questionCount = [...askedOn.values()].reduce((sum, list) => sum + list.length, 0)
    return { ...counted!, questionsPerWeek, questionCount, answers, times }
  }
  const { upcoming, confirmed, questionsPerWeek, questionCount, answers, times } = await simulate(
    store,
  ).finally(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const share = confirmed / upcoming
  return {
    what: `${days} days of ${eventCount} conferences`,
    tried: `${memberCount} members, every fourth answers; ${times.length} times asked, ${questionCount} questions, ${answers} answers, two sources`,
    held: `${(share * 100).toFixed(1)} % of ${upcoming} confirmed, at most ${questionsPerWeek} questions a week`,
    figure: `asking ${ms(percentile(times, 0.5))}, at most ${ms(Math.max(...times))}`,
    isHeld: share >= 0.95 && questionsPerWeek <= 2,
  }
}
