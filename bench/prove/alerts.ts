import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { user_events } from '#features/events/events.tables.ts'
import { user_saved_talks } from '#features/programme/programme.tables.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { ask, openSite } from '../support/site.ts'
import { ms, type Result } from './result.ts'

const edits = 30
const quietMs = 5 * 60_000

/**
 * An organiser saves a talk thirty times within some minutes, moves another there and back, deletes one and cancels a
 * conference. Everybody concerned gets one mail of each, after five quiet minutes, and none of what is as it was.
 * `minutes`: how long the edits take; with 0 they come at once, and the wait is shortened in the database.
 */
export async function alerts(minutes: number): Promise<Result> {
  const smtp = await startSmtp()
  const site = await openSite('postgres', {
    env: { SMTP_URL: smtp.url },
    people: Array.from({ length: 4 }, (_, n) => ({ email: `person-${n}@example.com` })),
  })
  const [owner, ...savers] = site.people as [(typeof site.people)[0], ...typeof site.people]
  const { busy, back, gone, cancelled } = await site.inspect(async ({ db }) => {
    const days = { start_date: '2031-03-01', end_date: '2031-03-02' }
    const newEvent = async (name: string) => {
      const event = await makeEvent(db, { owner, name, ...days })
      await db
        .insert(user_events)
        .values(savers.map(({ id }) => ({ event_id: event.id, user_id: id, is_attending: true })))
      const talk = await makeTalk(db, {
        event,
        title: `Talk of ${name}`,
        date: days.start_date,
        start_time: '09:00',
        location: 'Hall 0',
      })
      await db
        .insert(user_saved_talks)
        .values([owner, ...savers].map(({ id }) => ({ event_id: event.id, talk_id: talk.id, user_id: id })))
      return { event, talk }
    }
    return {
      busy: await newEvent('Busy'),
      back: await newEvent('Back'),
      gone: await newEvent('Gone'),
      cancelled: await newEvent('Cancelled'),
    }
  })
  const call = async (path: string, body: unknown, method: string) => {
    const answer = await ask(site.urls[0]!, owner, `/api/v1${path}`, body, method)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
  const change = async ({ talk }: typeof busy, location: string) => {
    const detail = await (await ask(site.urls[0]!, owner, `/api/v1/talks/${talk.id}/detail`)).json()
    await call(`/talks/${talk.id}`, { ...detail, speaker_ids: [], location }, 'PUT')
  }
  const times: number[] = []
  for (let n = 1; n <= edits; n++) {
    const before = performance.now()
    await change(busy, `Hall ${n}`)
    times.push(performance.now() - before)
    await pause((minutes * 60_000) / edits)
  }
  for (const location of ['Hall 1', 'Hall 0']) await change(back, location)
  await call(`/talks/${gone.talk.id}`, {}, 'DELETE')
  await call(`/events/${cancelled.event.id}/cancellation`, {}, 'PUT')
  const changed = performance.now()
  const early = smtp.received.length
  if (minutes === 0)
    await site.inspect(({ db }) =>
      db.execute(
        sql`update mail_outbox set next_try_at = next_try_at - make_interval(secs => ${quietMs / 1000})`,
      ),
    )
  const expected = [
    '“Talk of Busy” is now Sat 09:00 in Hall 30 (was in Hall 0)',
    '“Talk of Gone” is no longer in the programme',
    // With its days and place.
    '): cancelled',
  ]
  while (smtp.received.length < savers.length * expected.length && performance.now() - changed < 2 * quietMs)
    await pause(500)
  const arrived = performance.now() - changed
  // What would come twice comes now.
  await pause(3000)
  const wrong = savers.filter(({ email }) => {
    const texts = smtp.received.filter(({ to }) => to[0] === email).map(({ text }) => text)
    return (
      texts.length !== expected.length ||
      !expected.every((sentence) => texts.some((text) => text.includes(sentence)))
    )
  })
  const toOwner = smtp.received.filter(({ to }) => to[0] === owner.email).length
  const total = smtp.received.length
  await site.remove()
  await smtp.stop()
  return {
    what: 'alerts, PostgreSQL',
    tried: `${edits} edits of a talk in ${minutes} min, one moved and back, one deleted, a conference cancelled; 3 people concerned`,
    held: `${total} mails, ${wrong.length} people with another than one each; ${early} before the quiet minutes, ${toOwner} to whoever did it`,
    figure: `all there ${Math.round(arrived / 1000)} s after the last edit; an edit takes ${ms(times.reduce((sum, time) => sum + time, 0) / times.length)}`,
    isHeld: wrong.length === 0 && early === 0 && toOwner === 0,
  }
}
