import { beforeAll, expect, test } from 'vitest'
import { callAs, refusal, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { notificationsOf } from '#tests/support/notices.ts'

const context = useStore()
let owner: Person
let helper: Person
let stranger: Person

beforeAll(async () => {
  const { db } = context.store
  owner = await makePerson(db, { name: 'Olga Owner' })
  helper = await makePerson(db, { name: 'Heli Helper' })
  stranger = await makePerson(db, { name: 'Sam Stranger' })
})

/** As a person whose request finds that they are a co-organiser of these events. */
const as = (person: Person | null, ...organises: string[]) =>
  callAs(context.store, person && { ...viewerOf(person), organises })

test('a co-organiser edits the conference, its programme and its links, and invites; others do not', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner, name: 'Shared Days' })
  const talk = await makeTalk(db, { event })
  await as(owner).eventOrganisers.add({ event_id: event.id, user_id: helper.id })
  const helping = as(helper, event.id)
  const track = { event_id: event.id, name: 'Side' }
  expect(await refusalMessage(as(stranger).tracks.create(track))).toBe(
    'You do not have permission to edit this event',
  )
  await helping.tracks.create(track)
  await helping.coverage.add({ id: talk.id, url: 'https://example.com/slides.pdf', kind: 'slides' } as never)
  await helping.eventInvitations.invite({ event_id: event.id, user_id: stranger.id })
  expect(await helping.eventOrganisers.list({ event_id: event.id })).toMatchObject([
    { full_name: 'Heli Helper' },
  ])
  expect((await helping.agenda.mine()).events.map(({ name }) => name)).toContain('Shared Days')
  // What an organiser does is no administrator's act; who organises is on record.
  const admin = callAs(context.store, viewerOf(owner, true))
  const { actions } = await admin.adminActions.list({})
  expect(actions.map(({ action }) => action)).not.toContain('programme_added')
  expect(actions).toContainEqual(
    expect.objectContaining({
      action: 'event_organiser_added',
      after: expect.objectContaining({ user: helper.id }),
    }),
  )
})

test('a co-organiser does not delete the conference, hand it over or remove others', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  const input = { event_id: event.id, user_id: helper.id }
  await as(owner).eventOrganisers.add(input)
  await as(owner).eventOrganisers.add({ ...input, user_id: stranger.id })
  const helping = as(helper, event.id)
  expect(await refusalMessage(helping.events.remove({ id: event.id }))).toBe(
    'Unauthorized to delete this conference',
  )
  expect(await refusalMessage(helping.eventHandovers.offer({ ...input, user_id: stranger.id }))).toBe(
    'Only its owner can hand a conference over',
  )
  expect(await refusalMessage(helping.eventOrganisers.remove({ ...input, user_id: stranger.id }))).toBe(
    'Only the owner of the conference can remove co-organisers',
  )
  expect(await refusal(helping.eventClaims.submit({ event_id: event.id }))).toMatchObject({
    code: 'FORBIDDEN',
  })
  await helping.eventOrganisers.remove(input)
  expect(await as(owner).eventOrganisers.list({ event_id: event.id })).toMatchObject([{ id: stranger.id }])
  await as(owner).eventOrganisers.remove({ ...input, user_id: stranger.id })
  expect(await as(owner).eventOrganisers.list({ event_id: event.id })).toEqual([])
})

test('who is added, removed or left hears of it, and so does a co-organiser of a new date', async () => {
  const { db } = context.store
  const event = await makeEvent(db, {
    owner,
    name: 'Told Days',
    start_date: '2099-05-01',
    end_date: '2099-05-01',
  })
  const input = { event_id: event.id, user_id: helper.id }
  await as(owner).eventOrganisers.add(input)
  // Twice the same changes nothing.
  await as(owner).eventOrganisers.add(input)
  await as(owner).events.cancel({ id: event.id })
  await as(owner).eventOrganisers.remove(input)
  const messages = (await notificationsOf(db, helper, event.name)).map(({ message }) => message)
  expect(messages.filter((message) => /co-organiser of/.test(message))).toHaveLength(2)
  expect(messages.some((message) => /cancelled/.test(message))).toBe(true)
  await as(owner).eventOrganisers.add(input)
  await as(helper, event.id).eventOrganisers.remove(input)
  expect((await notificationsOf(db, owner, event.name)).at(-1)?.message).toBe(
    'Heli Helper is no longer a co-organiser of Told Days.',
  )
})

test('the owner is no co-organiser, and a co-organiser who takes over is none any more', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  expect(await refusalMessage(as(owner).eventOrganisers.add({ event_id: event.id, user_id: owner.id }))).toBe(
    'This member is the owner of the conference',
  )
  await as(owner).eventOrganisers.add({ event_id: event.id, user_id: helper.id })
  await as(owner).eventHandovers.offer({ event_id: event.id, user_id: helper.id })
  await as(helper, event.id).eventHandovers.answer({ event_id: event.id, is_accepted: true })
  expect(await as(helper).eventOrganisers.list({ event_id: event.id })).toEqual([])
})

test('visitors and strangers learn nothing of co-organisers', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  await as(owner).eventOrganisers.add({ event_id: event.id, user_id: helper.id })
  expect(await refusal(as(null).eventOrganisers.list({ event_id: event.id }))).toMatchObject({
    code: 'UNAUTHORIZED',
  })
  expect(await refusal(as(stranger).eventOrganisers.list({ event_id: event.id }))).toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(JSON.stringify(await as(stranger).events.detail({ slug: event.slug }))).not.toContain(helper.id)
})
