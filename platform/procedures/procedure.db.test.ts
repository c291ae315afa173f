import { call } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { adminChange, type Context, memberChange } from './procedure.ts'

const context = useStore()

test.each([
  ['a member', memberChange],
  ['an administrator', adminChange],
])('what a change by %s has written before it fails is gone', async (name, change) => {
  const { db, waitForChanges } = context.store
  const viewer = viewerOf(await makePerson(db), true)
  const failing = change.handler(async ({ context: { tx } }) => {
    await tx.execute(sql`insert into topics (name) values (${name})`)
    throw new Error('It fails')
  })
  await expect(
    call(failing, undefined, { context: { db, waitForChanges, viewer } as unknown as Context }),
  ).rejects.toThrow('It fails')
  expect(await rows(db)`select from topics where name = ${name}`).toEqual([])
})
