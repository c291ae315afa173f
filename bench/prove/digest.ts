import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { digests } from '#features/digests/digests.tables.ts'
import { follows } from '#features/follows/follows.tables.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { rows } from '#platform/database/db.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { inBatches } from '#tests/support/factories/in-batches.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { makeTopics } from '#tests/support/factories/topics.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { ask, openSite } from '../support/site.ts'
import { ms, percentile, type Result } from './result.ts'

const eventCount = 200
const followsOfEach = 8
const cities = Array.from({ length: 30 }, (_, n) => `City ${n}`)
const hourMs = 3_600_000

/** The digests of many members fall due at once, two processes write and send them, and are killed again and again. */
export async function digest(members: number, kills: number): Promise<Result> {
  const smtp = await startSmtp()
  /** How many conferences each member has to be told of. */
  const expected = new Map<string, number>()
  const site = await openSite('postgres', {
    processes: 2,
    env: { SMTP_URL: smtp.url },
    prepare: async ({ db }) => {
      const topics = await makeTopics(
        db,
        Array.from({ length: 60 }, () => ({})),
      )
      const events = await makeEvents(
        db,
        Array.from({ length: eventCount }, (_, n) => ({
          location_name: cities[n % cities.length]!,
          tags: [topics[(n * 7) % 60]!.name, topics[(n * 11 + 3) % 60]!.name],
          created_at: new Date(Date.now() - (1 + (n % 100)) * hourMs).toISOString(),
        })),
      )
      const people = await makePeople(
        db,
        Array.from({ length: members }, () => ({})),
      )
      const following = people.flatMap(({ id: user_id }, n) => {
        // Every twentieth follows only what nothing is new about.
        if (n % 20 === 0) return [{ user_id, city_key: 'nowhere' }]
        const followed = Array.from({ length: followsOfEach - 1 }, (_, k) => topics[(n * 13 + k * 17) % 60]!)
        const city = cities[n % cities.length]!
        const names = new Set(followed.map(({ name }) => name))
        expected.set(
          user_id,
          events.filter((event) => event.location_name === city || event.tags.some((tag) => names.has(tag)))
            .length,
        )
        return [
          ...followed.map(({ id }) => ({ user_id, topic_id: id })),
          { user_id, city_key: city.toLowerCase() },
        ]
      })
      await inBatches(following, (part) => db.insert(follows).values(part).returning({ id: follows.user_id }))
      await inBatches(people, (part) =>
        db
          .insert(digests)
          .values(
            part.map(({ id }) => ({
              user_id: id,
              weekday: 1,
              hour: 8,
              time_zone: 'Europe/Berlin',
              covered_until: new Date(Date.now() - 168 * hourMs).toISOString(),
              next_due_at: new Date(Date.now() - hourMs).toISOString(),
            })),
          )
          .returning({ id: digests.user_id }),
      )
    },
  })
  const started = performance.now()
  for (let kill = 0; kill < kills; kill++) {
    await pause(Math.random() * 1200)
    await site.end('SIGKILL')
    await site.start()
  }

  const countDue = () => site.inspect(async ({ db }) => db.$count(digests, sql`next_due_at <= now()`))
  const times: number[] = []
  let writtenAfter = 0
  let isDone = false
  const visiting = (async () => {
    for (let n = 0; !isDone; n++) {
      const before = performance.now()
      const answer = await ask(site.urls[n % 2]!, null, `/conferences?search=digest${n}`)
      await answer.arrayBuffer()
      times.push(performance.now() - before)
      await pause(20)
    }
  })()
  // A mail of an account, while thousands of digests wait.
  const begun = performance.now()
  await site.inspect(({ db }) =>
    db.insert(mail_outbox).values({
      to_address: 'forgot@example.com',
      subject: 'Choose a new password',
      text: 'One',
      html: 'One',
    }),
  )
  const hasArrived = () => smtp.received.some(({ to }) => to[0] === 'forgot@example.com')
  while (!hasArrived() && performance.now() - begun < 60_000) await pause(20)
  const accountMail = performance.now() - begun
  while ((await countDue()) > 0 && performance.now() - started < 900_000) await pause(500)
  writtenAfter = performance.now() - started
  // Whoever would write one twice has the time to do so.
  await pause(3000)
  isDone = true
  await visiting
  await site.end('SIGTERM')
  const mails = await site.inspect(({ db }) =>
    rows<{ user_id: string; text: string }>(
      db,
      sql`select user_id, text from mail_outbox where kind = 'digest'`,
    ),
  )
  const itemCounts = new Map<string, number>()
  for (const { user_id, text } of mails) {
    const itemCount = text.match(/^\* New: /gm)?.length ?? 0
    const more = [...text.matchAll(/^And (\d+) more: /gm)].reduce((sum, [, n]) => sum + Number(n), 0)
    itemCounts.set(user_id, itemCount + more)
  }
  const wrong = [...expected].filter(([user_id, total]) => (itemCounts.get(user_id) ?? 0) !== total).length
  const twice = mails.length - itemCounts.size
  const unasked = [...itemCounts.keys()].filter((user_id) => !expected.get(user_id)).length
  await site.remove()
  await smtp.stop()
  const slow = percentile(times, 0.99)
  return {
    what: 'weekly digests, two processes on PostgreSQL',
    tried: `${members} members with ${followsOfEach} follows, ${eventCount} new conferences, ${kills} kills of both`,
    held: `${mails.length} digests: ${wrong} wrong, ${twice} twice, ${unasked} without news`,
    figure: `all written ${Math.round(writtenAfter / 1000)} s after the first start; visitors’ 99th percentile ${ms(slow)}; mail of an account ${ms(accountMail)}`,
    isHeld:
      wrong === 0 && twice === 0 && unasked === 0 && mails.length > 0 && slow < 250 && accountMail < 5000,
  }
}
