import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { rows } from '#platform/database/db.ts'
import type { FetchSafely } from '#platform/fetch-safely.ts'
import { callAsPerson, queueOf, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, type Person } from '#tests/support/factories/people.ts'
import { checkDuePages } from './check-own-pages.server.ts'
import { source_questions } from './sources.tables.ts'

const context = useStore()
const today = '2026-11-24'

const page = (part: object) =>
  `<html><script type="application/ld+json">${JSON.stringify({ '@type': 'Event', name: 'Otter Days', ...part })}</script></html>`

const check = (html: string, domain?: string) =>
  checkDuePages(context.store.db, {
    today,
    site: { name: 'Hallway', url: 'http://hallway.test' },
    fetchSafely: Object.assign(
      async (url: string) => ({
        ...{
          status: 'ok' as const,
          body: Buffer.from(html),
          contentType: 'text/html',
          finalUrl: domain ?? url,
        },
        ...{ etag: undefined, lastModified: undefined },
      }),
      { isOn: true },
    ) satisfies FetchSafely,
  })

test('a website that says otherwise is a question for the organisers, once', async () => {
  const { db } = context.store
  const [owner, stranger] = (await makePeople(db, [{}, {}])) as [Person, Person]
  const days = { start_date: '2027-06-03', end_date: '2027-06-05' }
  const place = { location_name: 'Munich', country_name: 'Germany' }
  const event = await makeEvent(db, {
    owner,
    name: 'Otter Days',
    ...days,
    ...place,
    website: 'https://otter.example',
  })
  const isDueAgain = () => db.execute(sql`update page_checks set checked_at = now() - interval '8 days'`)
  const questions = () => db.select().from(source_questions).where(eq(source_questions.event_id, event.id))

  const agreed = () =>
    rows(db)`select from page_checks where event_id = ${event.id}::uuid and agreed_at is not null`
  await check(page({ startDate: '2028-06-03', endDate: '2028-06-05' }))
  expect(await agreed()).toEqual([])
  await isDueAgain()
  await check(page({ startDate: '2027-06-03', endDate: '2027-06-05' }))
  expect(await questions()).toEqual([])
  expect(await agreed()).toHaveLength(1)
  // A week has not passed.
  const moved = page({
    startDate: '2027-06-10',
    endDate: '2027-06-12',
    eventStatus: 'https://schema.org/EventPostponed',
  })
  await check(moved)
  expect(await questions()).toEqual([])
  await isDueAgain()
  await check(moved)
  const [question] = await questions()
  expect(question).toMatchObject({
    kind: 'page',
    changes: { start_date: '2027-06-10', end_date: '2027-06-12', status: 'postponed' },
  })
  const queueFor = (person: typeof owner) => queueOf(callAsPerson(context.store, person), 'question')
  expect((await queueFor(owner).list()).decisions).toHaveLength(1)
  expect((await queueFor(stranger).list()).decisions).toEqual([])
  expect((await refusal(queueFor(stranger).reject(question!.id)))?.code).toBe('FORBIDDEN')
  await queueFor(owner).reject(question!.id)
  await isDueAgain()
  await check(moved)
  expect(await questions()).toEqual([])

  // Another edition, and a page without structured data, say nothing.
  await isDueAgain()
  await check(page({ startDate: '2028-06-10' }))
  await isDueAgain()
  await check('<html><title>Otter Days</title>June 20-22, 2027</html>')
  expect(await questions()).toEqual([])

  // Another place, but not another spelling of the same.
  const locatedIn = (addressLocality: string) =>
    page({
      ...{ startDate: '2027-06-03', endDate: '2027-06-05' },
      location: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality, addressCountry: 'DE' },
      },
    })
  await isDueAgain()
  await check(locatedIn('München'))
  expect(await questions()).toEqual([])
  await isDueAgain()
  await check(locatedIn('Dachau'))
  expect((await questions())[0]).toMatchObject({
    changes: { location_name: 'Dachau', country_name: 'Germany' },
  })
  await db.delete(source_questions)

  await isDueAgain()
  await check(page({ startDate: '2027-06-04', endDate: '2027-06-05' }))
  const [next] = (await queueFor(owner).list()).decisions
  expect(next!.evidence.changes).toEqual([
    { label: 'Start date', before: '2027-06-03', origin: null, after: '2027-06-04' },
  ])
  await queueFor(owner).accept(next!.id, { option: next!.evidence.option! })
  const [eventRow] = await db.select().from(events).where(eq(events.id, event.id))
  expect(eventRow).toMatchObject({ start_date: '2027-06-04' })

  // Of the same domain, and of another one.
  await isDueAgain()
  await check('<html></html>', 'https://www.otter.example/2027')
  expect(await questions()).toEqual([])
  await isDueAgain()
  await check('<html></html>', 'https://parked.example.net/')
  expect(await questions()).toMatchObject([{ changes: { website: 'https://parked.example.net/' } }])
})
