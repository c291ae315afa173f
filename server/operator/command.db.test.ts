import { expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { rows } from '#platform/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { openMigrated } from './command.ts'

const context = useStore()

test('what a command changes is logged as the change of a command', async () => {
  const { id } = await makeEvent(context.store.db)
  const { db } = await openMigrated({
    isLive: true,
    folder: '.',
    options: {},
    open: async () => context.store,
  })
  await db.transaction((tx) => tx.update(events).set({ website: 'https://example.com/' }))
  expect(
    await rows(context.store.db)`
      select via, changed_by from change_sets join changed_rows on set_id = change_sets.id
      where record_id = ${id}::uuid and action = 'changed'`,
  ).toEqual([{ via: 'command', changed_by: null }])
})
