import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { callAs, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { apiOf } from '#tests/support/people-of-all-kinds.ts'

const context = useStore()
const header = 'name,description,start_date,end_date,location_name,country_name'
const fileOf = (...lines: string[]) => new File([[header, ...lines].join('\n')], 'some.csv')
const lines = (n: number, word = unique()) =>
  Array.from({ length: n }, (_, index) => `${word} ${index},,2031-03-01,2031-03-02,Bergen,Norway`)

async function admin() {
  const person = await makePerson(context.store.db, { isAdmin: true })
  const api = callAs(context.store, viewerOf(person, true))
  const ended = (id: string) =>
    expect.poll(async () => (await api.imports.detail({ id })).status).toMatch(/^(done|undone|failed)$/)
  return { ...person, api, ended }
}
const countOf = (id: string) => context.store.db.$count(events, sql`import_id = ${id}::uuid`)

test('a file is imported after the answer, with a report by line and an entry in the trail', async () => {
  const { id: adminId, name, api, ended } = await admin()
  const { id } = await api.imports.start({ file: fileOf(...lines(250), 'half,a line') })
  await ended(id)
  expect(await api.imports.detail({ id })).toMatchObject({
    file_name: 'some.csv',
    status: 'done',
    total: 251,
    done: 251,
    imported: 250,
    skipped: 1,
    created_by: { id: adminId, full_name: name },
    is_undoable: true,
  })
  expect(await api.imports.skipped({ id })).toEqual({
    lines: [{ line: 252, reason: 'Invalid number of columns' }],
    next: null,
  })
  expect(await countOf(id)).toBe(250)
  expect((await api.adminActions.list({})).actions[0]).toMatchObject({
    action: 'import_begun',
    subject: 'some.csv',
    after: { rows: 250, skipped: 1 },
  })
  expect((await api.imports.list())[0]?.id).toBe(id)
})

test('what is no such file is refused in the words of the specification', async () => {
  const { api } = await admin()
  expect(await refusalMessage(api.imports.start({ file: new File(['x'], 'events.txt') }))).toBe(
    'Please upload a CSV file',
  )
  expect(await refusalMessage(api.imports.start({ file: new File(['name,when\nx,y'], 'a.csv') }))).toBe(
    'Missing required headers: description, start_date, end_date, location_name, country_name',
  )
})

test('skipped lines come page by page', async () => {
  const { api, ended } = await admin()
  const { id } = await api.imports.start({ file: fileOf(...Array.from({ length: 1100 }, () => 'x,y')) })
  await ended(id)
  const first = await api.imports.skipped({ id })
  expect([first.lines.length, first.lines[0]?.line, first.next]).toEqual([500, 2, 501])
  const third = await api.imports.skipped({ id, after: 1001 })
  expect([third.lines.length, third.next]).toEqual([100, null])
})

test('an import is undone as a whole, once, and by one of two who try', async () => {
  const { api, ended } = await admin()
  const { id } = await api.imports.start({ file: fileOf(...lines(230)) })
  const { id: other } = await api.imports.start({ file: fileOf(...lines(3)) })
  await ended(id)
  await ended(other)
  const refusals = await Promise.all([
    refusalMessage(api.imports.undo({ id })),
    refusalMessage(api.imports.undo({ id })),
  ])
  expect(refusals.filter(Boolean)).toEqual(['This import can no longer be undone'])
  await ended(id)
  expect(await api.imports.detail({ id })).toMatchObject({
    status: 'undone',
    imported: 0,
    is_undoable: false,
  })
  expect([await countOf(id), await countOf(other)]).toEqual([0, 3])
  expect((await api.adminActions.list({})).actions[0]).toMatchObject({
    action: 'import_undone',
    before: { conferences: 230 },
  })
})

test('after a day it stays', async () => {
  const { api, ended } = await admin()
  const { id } = await api.imports.start({ file: fileOf(...lines(1)) })
  await ended(id)
  await context.store.db.execute(
    sql`update event_imports set created_at = now() - interval '24 hours' where id = ${id}::uuid`,
  )
  expect(await api.imports.detail({ id })).toMatchObject({ is_undoable: false })
  expect(await refusalMessage(api.imports.undo({ id }))).toBe('This import can no longer be undone')
})

test('one whose process is gone reads as interrupted, and can be undone', async () => {
  const { api, ended } = await admin()
  const { id } = await api.imports.start({ file: fileOf(...lines(1)) })
  await ended(id)
  await context.store.db.execute(
    sql`update event_imports set status = 'running', progressed_at = now() - interval '2 minutes' where id = ${id}::uuid`,
  )
  expect(await api.imports.detail({ id })).toMatchObject({ status: 'interrupted', is_undoable: true })
})

test('nobody but an administrator sends more than a megabyte', async () => {
  const call = apiOf(context.store)
  const form = new FormData()
  form.set('file', new File(['x'.repeat(2_000_000)], 'a.csv'))
  const body = await new Response(form).arrayBuffer()
  const answer = await call('/api/v1/imports', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(body.byteLength) },
    body,
  })
  expect(answer.status).toBe(413)
})
