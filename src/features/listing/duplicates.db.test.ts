import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { findDuplicates, refreshDuplicates } from './duplicates.server.ts'

const context = useStore()

const days = {
  start_date: '2027-06-03',
  end_date: '2027-06-05',
  location_name: 'Oslo',
  country_name: 'Norway',
}

test('pairs are shown with their reasons, until they are decided or edited', async () => {
  const { db } = context.store
  const { duplicates: admin, history } = callAs(
    context.store,
    viewerOf(await makePerson(db, { isAdmin: true }), true),
  )
  const pairsNow = async () =>
    (await admin.list({})).pairs.map(({ one, other, verdict }) => [verdict, ...[one.name, other.name].sort()])
  const otter = await makeEvent(db, { name: 'OtterConf', ...days })
  const twin = await makeEvent(db, { name: 'Otter Conference 2027', ...days })
  await makeEvent(db, { name: 'Seal Days', ...days })
  await refreshDuplicates(db)
  const same = ['same', 'Otter Conference 2027', 'OtterConf']
  expect(await pairsNow()).toEqual([same])
  expect((await admin.list({})).pairs[0]?.reasons.map(({ code }) => code)).toEqual([
    'same-name',
    'same-days',
    'same-place',
  ])

  // What is added later is compared with all; what an edit makes different is gone at once.
  const longer = await makeEvent(db, { name: 'Seal River Days', ...days })
  await refreshDuplicates(db)
  expect(await pairsNow()).toEqual([same, ['perhaps', 'Seal Days', 'Seal River Days']])
  expect(await admin.total()).toBe(2)
  await db.update(events).set({ name: 'Walrus Days' }).where(eq(events.id, longer.id))
  expect(await pairsNow()).toEqual([same])
  await refreshDuplicates(db)
  expect(await admin.total()).toBe(1)

  const ids = { one_id: twin.id, other_id: otter.id }
  await admin.separate(ids)
  await admin.separate({ one_id: otter.id, other_id: twin.id })
  // A change like any other.
  const [set] = await rows<{ id: number }>(db)`
    select set_id::float8 as id from changed_rows where table_name = 'not_duplicates'`
  await history.undo({ id: set!.id })
  expect(await pairsNow()).toEqual([same])
  await admin.separate(ids)
  expect([await pairsNow(), await admin.total(), await findDuplicates(db)]).toEqual([[], 0, []])
  await admin.reopen(ids)
  expect(await pairsNow()).toEqual([same])
  expect(await findDuplicates(db)).toHaveLength(1)
})
