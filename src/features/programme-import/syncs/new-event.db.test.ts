import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, type Person } from '#tests/support/factories/people.ts'
import { compareWithListed, createEventFromProgramme, imaginedEvent } from './new-event.server.ts'

const context = useStore()

type Conference = { name?: string; city?: string; first?: string; title?: string }
const schedule = ({
  name = 'Walrus Days 2027',
  city = 'Berlin',
  first = '2027-03-27',
  title = 'Tusks',
}: Conference) =>
  new File(
    [
      `<schedule><conference><title>${name}</title><city>${city}</city><country>Germany</country><time_zone_name>Europe/Berlin</time_zone_name></conference>
      <day date="${first}"><room name="Hall"><event id="1"><title>${title}</title><start>09:00</start><duration>00:45</duration></event></room></day></schedule>`,
    ],
    'schedule.xml',
  )
const as = (person: Person) => callAsPerson(context.store, person).programmeSyncs
const countEvents = () => context.store.db.$count(events)
type Failure = { code: string; data?: { listed: Record<string, unknown> } }
const refusal = (call: Promise<unknown>): Promise<Failure | undefined> =>
  call.then(
    () => undefined,
    (error) => error,
  )
const listedIn = (error: Failure | undefined) => error?.data?.listed

async function waitUntilDone(person: Person, id: string) {
  for (;;) {
    const sync = await as(person).detail({ id })
    if (sync.status === 'done') return sync
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('a conference from its programme is listed by the import, and until then nobody else sees anything of it', async () => {
  const { db } = context.store
  const [organiser, stranger] = (await makePeople(db, [{}, {}])) as [Person, Person]
  const before = await countEvents()
  const { slug, sync_id } = await as(organiser).createEvent({ files: [schedule({})] })
  expect(slug).toBe('walrus-days-2027-2027')
  const preview = await as(organiser).detail({ id: sync_id })
  expect(preview).toMatchObject({
    status: 'preview',
    event_id: null,
    new_event: {
      name: 'Walrus Days 2027',
      location_name: 'Berlin',
      country_name: 'Germany',
      time_zone: 'Europe/Berlin',
    },
  })
  expect(preview.lists?.added.map(({ title }) => title)).toEqual(['Tusks'])
  expect(await countEvents()).toBe(before)
  for (const call of ['detail', 'apply', 'undo'] as const)
    expect((await refusal(as(stranger)[call]({ id: sync_id })))?.code).toBe('FORBIDDEN')
  // The same file again leads to the same preview.
  expect(await as(organiser).createEvent({ files: [schedule({})] })).toEqual({ slug, sync_id })
  expect(await as(organiser).apply({ id: sync_id })).toEqual({ slug })
  const done = await waitUntilDone(organiser, sync_id)
  expect(done).toMatchObject({ new_event: null, report: { added: 1 } })
  const [event] = await db.select().from(events).where(eq(events.slug, slug))
  expect(event).toMatchObject({ id: done.event_id, created_by: organiser.id, time_zone: 'Europe/Berlin' })
  expect(await db.$count(talks, eq(talks.event_id, event!.id))).toBe(1)
  expect((await refusal(as(organiser).apply({ id: sync_id })))?.code).toBe('GONE')
})

test('a conference that is listed already is named with its address, also when it was listed meanwhile', async () => {
  const { db } = context.store
  const [owner, organiser] = (await makePeople(db, [{}, {}])) as [Person, Person]
  const file = schedule({ name: 'Narwhal Days 2027', first: '2027-04-10' })
  const { sync_id } = await as(organiser).createEvent({ files: [file] })
  const fields = {
    start_date: '2027-04-10',
    end_date: '2027-04-11',
    location_name: 'Berlin',
    country_name: 'Germany',
  }
  const existingEvent = await makeEvent(db, { name: 'Narwhal Days 2027', created_by: owner.id, ...fields })
  const attempts = [
    () => as(organiser).createEvent({ files: [file] }),
    () => as(organiser).apply({ id: sync_id }),
  ]
  for (const attempt of attempts) {
    const error = await refusal(attempt())
    expect(error?.code).toBe('LISTED')
    expect(listedIn(error)).toMatchObject({
      id: existingEvent.id,
      slug: existingEvent.slug,
      can_edit: false,
      is_same: true,
    })
  }
  expect(listedIn(await refusal(as(owner).createEvent({ files: [file] })))).toMatchObject({ can_edit: true })
  expect(await refusal(as(organiser).createEvent({ files: [file], is_new: true }))).toMatchObject({
    code: 'LISTED',
  })
  expect(await db.$count(events, eq(events.name, 'Narwhal Days 2027'))).toBe(1)
})

test('a similar conference is asked about; another one may be listed beside it', async () => {
  const { db } = context.store
  const [organiser] = (await makePeople(db, [{}])) as [Person]
  const fields = {
    start_date: '2027-05-10',
    end_date: '2027-05-12',
    location_name: 'Berlin',
    country_name: 'Germany',
  }
  const existingEvent = await makeEvent(db, { name: 'Orca Conference', ...fields })
  const file = schedule({ name: 'Orca River Conf 2027', first: '2027-05-11' })
  expect(listedIn(await refusal(as(organiser).createEvent({ files: [file] })))).toMatchObject({
    id: existingEvent.id,
    is_same: false,
  })
  const { slug, sync_id } = await as(organiser).createEvent({ files: [file], is_new: true })
  expect(await as(organiser).apply({ id: sync_id })).toEqual({ slug })
  await waitUntilDone(organiser, sync_id)
  // Another city, another year.
  for (const conference of [{ city: 'Munich', first: '2027-05-11' }, { first: '2028-05-11' }])
    expect(
      await as(organiser).createEvent({ files: [schedule({ name: 'Orca Conference', ...conference })] }),
    ).toMatchObject({ sync_id: expect.any(String) })
})

test('of each person the last five previews of new conferences stay', async () => {
  const { db } = context.store
  const [organiser] = (await makePeople(db, [{}])) as [Person]
  for (let n = 0; n < 7; n++)
    await as(organiser).createEvent({
      files: [schedule({ name: `Beluga ${n}`, city: `Town ${n}`, title: `Talk ${n}` })],
    })
  const [row] = await rows<{ n: number }>(
    db,
    sql`select count(*)::integer as n from programme_syncs where begun_by = ${organiser.id}::uuid`,
  )
  expect(row?.n).toBe(5)
})

test('the operator cannot list a conference twice, and is warned of a similar one', async () => {
  const { db } = context.store
  const file = {
    content: Buffer.from(await schedule({ name: 'Bison Days 2027', first: '2027-05-11' }).arrayBuffer()),
  }
  await createEventFromProgramme(db, file, 'bison', {})
  await expect(createEventFromProgramme(db, file, 'bison-days', {})).rejects.toThrow(
    'Bison Days 2027 is listed already: import into bison instead',
  )
  const { conference } = await imaginedEvent(file, 'bison-days', {})
  await expect(compareWithListed(db, conference)).rejects.toThrow('listed already')
  const similar = {
    content: Buffer.from(await schedule({ name: 'Bison River Days', first: '2027-05-11' }).arrayBuffer()),
  }
  const { warnings } = await createEventFromProgramme(db, similar, 'bison-river', {})
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'PERHAPS_LISTED' }))
})
