import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { notifyOfDecisions } from './notify-of-decisions.server.ts'
import { addSource } from './sources.server.ts'
import { source_entries, source_questions } from './sources.tables.ts'

const context = useStore()
const site = { name: 'Hallway', url: 'http://hallway.test' }

test('administrators are notified once a day of what is new to decide, and see it on the dashboard', async () => {
  const { db } = context.store
  const admin = await makePerson(db, { isAdmin: true })
  const [quiet, member] = [await makePerson(db, { isAdmin: true }), await makePerson(db)]
  await callAsPerson(context.store, quiet).notifications.mute({ kind: 'events_proposed', isMuted: true })
  const messages = async () => {
    await notifyOfDecisions(db, site)
    return rows<{ user_id: string; message: string; path: string }>(db)`
      select user_id, message, path from notifications order by created_at`
  }
  const dayLater = () =>
    context.store.execute(
      ...['notifications', 'mail_outbox'].map(
        (table) => `update ${table} set created_at = created_at - interval '25 hours'`,
      ),
      `update source_entries set first_seen = first_seen - interval '25 hours'`,
      `update source_questions set created_at = created_at - interval '25 hours'`,
    )
  const source = (await addSource(db, admin, {
    ...{
      name: 'A list',
      format: 'ical',
      licence: 'MIT',
      addresses: [],
      lists_at_once: false,
      topic_names: {},
    },
  }))!
  const propose = (key: string, state: 'proposed' | 'declined' = 'proposed') =>
    db.insert(source_entries).values({
      ...{ source_id: source.id, key, state },
      values: {
        ...{ name: key, start_date: '2027-06-03', end_date: '2027-06-05', location_name: 'Oslo' },
        ...{ country_name: 'Norway', website: null, code_of_conduct_url: null, status: 'scheduled' as const },
        ...{ cfp_url: null, cfp_end_date: null, tags: [] },
      },
    })

  await propose('declined', 'declined')
  expect(await messages()).toEqual([])
  await propose('one')
  await propose('two')
  const first = {
    user_id: admin.id,
    message: 'Sources of conferences: 2 proposed conferences to decide.',
    path: '/admin/proposals',
  }
  expect(await messages()).toEqual([first])
  // What comes later on the same day is in the next message; without anything new there is none.
  await db.insert(source_questions).values({ event_id: (await makeEvent(db)).id, kind: 'page' })
  expect(await messages()).toEqual([first])
  await dayLater()
  const second = {
    ...first,
    message: 'Sources of conferences: 2 proposed conferences and 1 question about a listed one to decide.',
  }
  expect(await messages()).toEqual([first, second])
  await dayLater()
  expect(await messages()).toEqual([first, second])
  const mails = await rows<{ subject: string; to_address: string }>(
    db,
    sql`select subject, to_address from mail_outbox`,
  )
  expect(mails).toEqual(
    Array(2).fill({ subject: 'Conferences are waiting for a decision', to_address: admin.email }),
  )

  const counts = (person: typeof admin, isAdmin: boolean) =>
    callAsPerson(context.store, person, { isAdmin }).decisions.counts({})
  expect(await counts(admin, true)).toEqual([
    { kind: 'question', n: 1 },
    { kind: 'proposal', n: 2 },
  ])
  expect(await counts(member, false)).toEqual([])
})
