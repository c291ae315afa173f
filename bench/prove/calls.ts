import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { countCalls, readCalls } from '#features/calls/call-list.server.ts'
import { call_marks, calls } from '#features/calls/calls.tables.ts'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import { makeCalls } from '#tests/support/factories/calls.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { inBatches } from '#tests/support/factories/in-batches.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { type Engine, openSite } from '../support/site.ts'
import { ms, percentile, type Result } from './result.ts'

const dayMs = 86_400_000
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'America/St_Johns',
  'Etc/GMT+12',
]
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Numbers that are the same each time. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return Math.floor((state / 4294967296) * below)
  }
}

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)

type Written = {
  id: string
  opens_on: string | null
  closes_on: string | null
  closes_time: string | null
  time_zone: string | null
  event: { start_date: string; end_date: string; status: string }
}

/** Whether a call is open, from what a clock on the wall shows where it counts: nothing of it is the database's arithmetic. */
function isOpenByTheClock(call: Written, now: number): boolean {
  const { opens_on, closes_on, closes_time, time_zone, event } = call
  const wall = formats
    .get(time_zone ?? 'Etc/GMT+12')!
    .format(now)
    .slice(0, 19)
  if (opens_on && wall.slice(0, 10) < opens_on) return false
  if (closes_on && (closes_time ? wall >= `${closes_on} ${closes_time}:00` : wall.slice(0, 10) > closes_on))
    return false
  const today = day(now)
  return (
    event.status !== 'cancelled' &&
    event.end_date >= today &&
    (closes_on !== null || event.start_date > today)
  )
}

/** Inserts calls that open and close around `base`, in all zones, with and without times and days. */
async function writeCalls(db: Database, count: number, base: number): Promise<Written[]> {
  const random = dice(20270328)
  const events = await makeEvents(
    db,
    Array.from({ length: count / 4 }, () => {
      const start = base + (random(600) - 200) * dayMs
      return {
        start_date: day(start),
        end_date: day(start + random(4) * dayMs),
        status: random(20) === 0 ? ('cancelled' as const) : ('scheduled' as const),
      }
    }),
  )
  const list = Array.from({ length: count }, (_, n) => {
    const event = events[n % events.length]!
    const closes = base + (random(400) - 200) * dayMs
    const hasDay = random(10) > 0
    return {
      event,
      closes_on: hasDay ? day(closes) : null,
      closes_time:
        hasDay && random(3) === 0
          ? `${String(3 + random(20)).padStart(2, '0')}:${random(2) ? '00' : '59'}`
          : null,
      time_zone: random(4) === 0 ? null : zones[random(zones.length)]!,
      opens_on: random(3) === 0 ? day(closes - random(90) * dayMs) : null,
    }
  })
  const inserted = await makeCalls(db, list)
  return inserted.map(({ id }, n) => ({ id, ...list[n]! }))
}

async function openIds(db: Database, now: string): Promise<Set<string>> {
  const ids = new Set<string>()
  let after: string | undefined
  do {
    const page = await readCalls(db, {}, { now, after, limit: 2500 })
    for (const { id } of page.calls) ids.add(id)
    after = page.next ?? undefined
  } while (after)
  return ids
}

/** Every call at many instants, with the database in six time zones, against the clock on the wall; and how long a page of the board takes. */
export async function callsOpen(engine: Engine, count: number, instants: number): Promise<Result> {
  const base = Date.parse('2027-03-28T00:00:00Z')
  const site = await openSite(engine, {})
  await site.end('SIGTERM')
  let wrong = 0
  let compared = 0
  const times: number[] = []
  await site.inspect(async (store: Store) => {
    const { db } = store
    const written = await writeCalls(db, count, base)
    await store.execute('analyze')
    const random = dice(7)
    for (let n = 0; n < instants; n++) {
      // Around the end of days and the change of the clocks; every other one a second before a full hour.
      const now = base + (random(120) - 60) * dayMs + random(24) * 3_600_000 - (n % 2) * 1000
      const expected = new Set(written.filter((call) => isOpenByTheClock(call, now)).map(({ id }) => id))
      for (const zone of zones) {
        const listedIds = await db.transaction(async (tx) => {
          await tx.execute(sql.raw(`set local timezone to '${zone}'`))
          return openIds(tx, new Date(now).toISOString())
        })
        for (const { id } of written) {
          compared++
          if (listedIds.has(id) !== expected.has(id)) wrong++
        }
      }
    }
    const now = new Date(base).toISOString()
    for (let n = 0; n < 40; n++) {
      const begun = performance.now()
      await readCalls(db, { tab: 'talks' }, { now })
      times.push(performance.now() - begun)
    }
    await countCalls(db, { tab: 'talks' }, now)
  })
  await site.remove()
  // Of a machine that is busy with other things the fastest say what the statement costs.
  const fast = percentile(times, 0.1)
  return {
    what: `open calls, ${engine}`,
    tried: `${count} calls × ${instants} instants × ${zones.length} time zones of the database`,
    held: `${compared} compared, ${wrong} wrong`,
    figure: `a page of the board ${ms(fast)}, median ${ms(percentile(times, 0.5))}, of ${times.length}`,
    isHeld: wrong === 0 && compared > 0 && fast <= 10,
  }
}

/** Reminders of many marks fall due at once, two processes send them and are killed again and again; then all calls are extended. */
export async function callReminders(people: number, kills: number): Promise<Result> {
  const longAgo = new Date(Date.now() - 30 * dayMs).toISOString()
  const inDays = (days: number) => day(Date.now() + days * dayMs)
  const each = <Value>(values: readonly Value[], n: number) => values[n % values.length]!
  const states = ['interested', 'interested', 'submitted', 'interested'] as const
  const site = await openSite('postgres', {
    processes: 2,
    prepare: async ({ db }) => {
      const events = await makeEvents(
        db,
        Array.from({ length: 60 }, () => ({ start_date: inDays(200) })),
      )
      // Within the last day, within the week, and later.
      const madeCalls = await makeCalls(
        db,
        events.map((event, n) => {
          const closing = new Date(Date.now() + each([0.5, 5, 30], n) * dayMs).toISOString()
          return {
            event,
            closes_on: closing.slice(0, 10),
            closes_time: closing.slice(11, 16),
            time_zone: 'UTC',
          }
        }),
      )
      const persons = await makePeople(
        db,
        Array.from({ length: people }, () => ({})),
      )
      const marks = persons.flatMap(({ id: user_id }, n) =>
        [0, 1, 2, 3].map((k) => ({
          user_id,
          call_id: each(madeCalls, n * 7 + k * 13).id,
          state: each(states, n + k),
          changed_at: longAgo,
        })),
      )
      await inBatches(marks, (part) =>
        db.insert(call_marks).values(part).returning({ id: call_marks.call_id }),
      )
    },
  })
  const killAgainAndAgain = async () => {
    for (let kill = 0; kill < kills / 2; kill++) {
      await pause(Math.random() * 1200)
      await site.end('SIGKILL')
      await site.start()
    }
  }
  const sentAs = (reminders: 'one' | 'two') =>
    site.inspect(async ({ db }) => {
      // Each name of a conference in a message is one reminder.
      const sent = await rows<{ user_id: string; name: string; n: number }>(
        db,
        sql`
          select user_id, name, count(*)::integer as n from (
            select user_id, (regexp_matches(message, 'Event [[:alnum:]]+', 'g'))[1] as name from all_notifications where kind = 'call_closing'
          ) as named group by 1, 2`,
      )
      const marks = await rows<{ user_id: string; name: string; state: string; closes_on: string }>(
        db,
        sql`
          select user_id, name, state, calls.closes_on from call_marks join calls on calls.id = call_id join events on events.id = event_id`,
      )
      const counts = new Map(sent.map(({ user_id, name, n }) => [`${user_id} ${name}`, n]))
      const expectedOf = ({ state, closes_on }: (typeof marks)[number]) => {
        if (state !== 'interested' || closes_on > inDays(20)) return 0
        return reminders === 'one' ? 1 : 2
      }
      const wrong = marks.filter(
        (mark) => (counts.get(`${mark.user_id} ${mark.name}`) ?? 0) !== expectedOf(mark),
      ).length
      const markKeys = new Set(marks.map(({ user_id, name }) => `${user_id} ${name}`))
      return {
        sum: sent.reduce((sum, { n }) => sum + n, 0),
        wrong,
        unasked: [...counts.keys()].filter((key) => !markKeys.has(key)).length,
      }
    })
  const settle = async (reminders: 'one' | 'two') => {
    const begun = performance.now()
    let answer = await sentAs(reminders)
    while (answer.wrong > 0 && performance.now() - begun < 300_000) {
      await pause(1000)
      answer = await sentAs(reminders)
    }
    // Whoever would send one twice has the time to do so.
    await pause(3000)
    return sentAs(reminders)
  }
  await killAgainAndAgain()
  const first = await settle('one')
  // Those that had the reminder of the last day get that of the week now, the others theirs again.
  await site.inspect(({ db }) =>
    db.update(calls).set({ closes_on: sql`closes_on + 2` }).where(sql`closes_on < current_date + 20`),
  )
  await killAgainAndAgain()
  const second = await settle('two')
  await site.end('SIGTERM')
  await site.remove()
  const wrong = first.wrong + second.wrong + first.unasked + second.unasked
  return {
    what: 'reminders of calls, two processes on PostgreSQL',
    tried: `${people} members with 4 calls each, all calls extended, ${kills} kills of both`,
    held: `${first.sum} reminders, ${second.sum - first.sum} more after the extension: ${wrong} wrong`,
    figure: '',
    isHeld: wrong === 0 && first.sum > 0 && second.sum > first.sum,
  }
}
