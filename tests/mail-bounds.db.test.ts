import { glob, readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mailSubjects, notificationKinds } from '#features/notifications/notifications.ts'
import { rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { useStore } from './support/database.ts'
import { causes, makeWorld, otherSources } from './support/mail-causes.ts'

// Whatever one member does, over and over, nobody gets more than a handful of mails of it. `npm run prove -- --parts
// mail-bounds` does each thing 200 times.

const context = useStore()
const isLong = process.env.HALLWAY_LONG === '1'
const subjects = new Set<string>()
const kinds = new Set<string>()

const mailsByAddress = () =>
  rows<{ to_address: string; n: number; subjects: string[]; kinds: string[] }>(
    context.store.db,
    sql`
      select to_address, count(*)::integer as n, array_agg(distinct subject) as subjects,
        coalesce(array_agg(distinct kind) filter (where kind is not null), '{}') as kinds
      from mail_outbox group by to_address order by n desc`,
  )

test.for(Object.entries(causes))(
  '%s',
  { timeout: 600_000 },
  async ([, { prepare, most = serverLimits.mailsFromOneSenderPerDay }], { task }) => {
    const times = isLong ? 200 : Math.min(most, 20) + 2
    const world = await makeWorld(context.store)
    const act = await prepare(world)
    await context.store.db.execute(sql`delete from mail_outbox`)
    let refused = 0
    for (let n = 0; n < times; n++) {
      await act(n).catch((error: { status?: number }) => {
        // A refusal is fine; a fault of this test is not.
        if (error.status !== 429 && error.status !== 409) throw error
        refused++
      })
      await world.passTime()
    }
    const mails = await mailsByAddress()
    for (const mail of mails) {
      for (const subject of mail.subjects) subjects.add(subject)
      for (const kind of mail.kinds) kinds.add(kind)
    }
    const longest = mails[0]?.n ?? 0
    // `bench/prove/run.ts` prints it.
    Object.assign(task.meta, { figure: `${longest} of ${times}` })
    expect(longest).toBeLessThanOrEqual(most)
    // A test that causes nothing would hold as well.
    if (most > 0) expect(longest).toBeGreaterThan(0)
    expect(refused).toBeLessThan(times)
    const lists = await rows<{ n: number }>(
      context.store.db,
      sql`select count(*)::integer as n from notifications where sender_id = ${world.sender.id}::uuid group by user_id`,
    )
    for (const { n } of lists) expect(n).toBeLessThanOrEqual(serverLimits.noticesFromOneSenderPerDay)
    for (const subject of subjects) expect(subject).not.toMatch(/VIAGRA|555/)
  },
)

test('every kind and every subject of notifications was among them', () => {
  expect([...kinds].filter((kind) => kind !== 'digest').sort()).toEqual([...notificationKinds].sort())
  expect(mailSubjects.filter((subject) => !subjects.has(subject))).toEqual([])
})

test('every file that writes mail has a cause', async () => {
  const writing: string[] = []
  for await (const file of glob('{src,platform,server}/**/*.ts')) {
    if (/\.test\.ts$/.test(file)) continue
    const text = await readFile(file, 'utf8')
    if (/\b(notify|composeMail|accountMail)\(|insert\(mail_outbox\)|insert into mail_outbox/.test(text))
      writing.push(file)
  }
  const listedSources = new Set([
    ...Object.values(causes).flatMap(({ sources }) => sources),
    ...Object.keys(otherSources),
  ])
  expect(writing.sort()).toEqual([...listedSources].sort())
})
