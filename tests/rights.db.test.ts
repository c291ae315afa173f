import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { rows } from '#server/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { unique } from '#tests/support/factories/unique.ts'
import {
  type Kind,
  kinds,
  outcome,
  peopleOfAllKinds,
  procedureMethods,
} from '#tests/support/people-of-all-kinds.ts'

const the = useStore()
let world: Awaited<ReturnType<typeof peopleOfAllKinds>>
let rowsInUse: Things
beforeAll(async () => {
  world = await peopleOfAllKinds(the.store)
  rowsInUse = await makeThings()
})

const methods = new Map(procedureMethods())

type Row = Record<Kind, string>
type Things = Awaited<ReturnType<typeof makeThings>>

const nobody = { visitor: 'UNAUTHORIZED', deleted: 'UNAUTHORIZED', expired: 'UNAUTHORIZED' }
const everybody: Row = {
  visitor: 'OK',
  member: 'OK',
  other: 'OK',
  owner: 'OK',
  admin: 'OK',
  deleted: 'OK',
  expired: 'OK',
}
const members: Row = { ...nobody, member: 'OK', other: 'OK', owner: 'OK', admin: 'OK' }
const owners: Row = { ...nobody, member: 'FORBIDDEN', other: 'FORBIDDEN', owner: 'OK', admin: 'OK' }
const admins: Row = { ...nobody, member: 'FORBIDDEN', other: 'FORBIDDEN', owner: 'FORBIDDEN', admin: 'OK' }

/** What a call may be about: an event of `owner` with a programme, a speaker, claims that wait. */
async function makeThings() {
  const { db } = the.store
  const { owner } = world.people
  const event = await makeEvent(db, { owner, tags: [`Tag ${unique()}`] })
  const unownedEvent = await makeEvent(db)
  const track = await makeTrack(db, { event })
  const speaker = await makeSpeaker(db)
  const topic = await makeTopic(db)
  const talk = await makeTalk(db, { event, track, speakers: [speaker], topics: [topic] })
  const pause = await makeBreak(db, { event })
  const claimant = await makePerson(db)
  const claim = await claimEvent(db, claimant, unownedEvent)
  const speakerClaim = await claimSpeaker(db, claimant, await makeSpeaker(db))
  const otherTopic = await makeTopic(db)
  const [row] = await rows<{ id: string }>(
    db,
    sql`insert into event_imports (file_name, status, imported) values ('file.csv', 'done', 1) returning id`,
  )
  const importId = row!.id
  return {
    event,
    unownedEvent,
    otherTopic,
    importId,
    track,
    speaker,
    topic,
    talk,
    pause,
    claimant,
    claim,
    speakerClaim,
  }
}

const eventFields = (name = `Named ${unique()}`) => ({
  name,
  location_name: 'Bergen',
  country_name: 'Norway',
  start_date: '2027-03-01',
  end_date: '2027-03-02',
})
const csv = 'name,description,start_date,end_date,location_name,country_name'
const talkFields = {
  title: 'A talk',
  date: '2027-03-01',
  speaker_ids: [],
  topic_ids: [],
  speakers: [],
  topics: [],
}
const breakFields = { title: 'Coffee', date: '2027-03-01', start_time: '10:30' }
const eventId = ({ event }: Things) => ({ event_id: event.id })

/** Section 6 of the specification, procedure by procedure: who may, and what everybody else is told. */
const table: Record<string, [Row, ((rowsInUse: Things) => unknown)?]> = {
  'site.about': [everybody],
  'site.operations': [everybody],
  'people.detail': [everybody, ({ claimant }) => ({ id: claimant.id })],
  'people.search': [members, () => ({ search: 'per' })],
  'people.mine': [members],
  'people.update': [members, () => ({ full_name: 'New Name' })],
  'people.total': [admins],
  'people.listForAdmins': [admins, () => ({})],
  'people.addAdminRole': [admins, ({ claimant }) => ({ user_id: claimant.id })],
  'people.removeAdminRole': [admins, ({ claimant }) => ({ user_id: claimant.id })],
  'adminActions.list': [admins, () => ({})],
  // Nobody can delete another person: the procedure knows only the caller, whose name this is not.
  'account.remove': [
    {
      ...nobody,
      member: 'NAME_MISMATCH',
      other: 'NAME_MISMATCH',
      owner: 'NAME_MISMATCH',
      admin: 'NAME_MISMATCH',
    },
    () => ({ confirmName: 'Somebody else' }),
  ],
  'notifications.list': [members, () => ({})],
  'notifications.markRead': [members],
  'notifications.muted': [members],
  'notifications.mute': [members, () => ({ kind: 'event_changed', isMuted: true })],
  'invitations.validate': [everybody, () => ({ code: 'NOSUCHCODE' })],
  'invitations.generate': [members],
  'invitations.create': [members, () => ({})],
  'invitations.list': [members, () => ({})],
  'invitations.activeTotal': [admins],
  'invitations.audit': [admins],
  'find.everything': [everybody, () => ({ search: 'talk' })],
  'find.suggestion': [everybody, () => ({ search: 'talk', among: 'events' })],
  'topics.popular': [everybody, () => ({})],
  'topics.all': [everybody],
  'topics.detail': [everybody, ({ topic }) => ({ name: topic.name })],
  'topics.total': [admins],
  'topics.managed': [admins, () => ({})],
  'topics.create': [admins, () => ({ name: `Topic ${unique()}` })],
  'topics.rename': [admins, ({ topic }) => ({ id: topic.id, name: `Topic ${unique()}` })],
  'topics.merge': [admins, ({ topic, otherTopic }) => ({ id: topic.id, into_id: otherTopic.id })],
  'topics.remove': [admins, ({ topic }) => ({ id: topic.id })],
  'speakers.list': [everybody, () => ({})],
  'speakers.detail': [everybody, ({ speaker }) => ({ id: speaker.id })],
  'speakers.create': [members, () => ({ name: 'New Speaker', user_id: null })],
  'speakers.search': [everybody, () => ({ search: 'ab' })],
  'speakers.linkableUsers': [admins],
  'speakerClaims.mine': [members, ({ speaker }) => ({ speaker_id: speaker.id })],
  'speakerClaims.submit': [members, ({ speaker }) => ({ speaker_id: speaker.id })],
  'speakerClaims.approve': [admins, ({ speakerClaim }) => ({ claim_id: speakerClaim.id })],
  'speakerClaims.reject': [admins, ({ speakerClaim }) => ({ claim_id: speakerClaim.id })],
  'speakerClaims.list': [admins, () => ({})],
  'speakerClaims.total': [admins, () => ({})],
  'events.happeningSoon': [everybody],
  'events.upcoming': [everybody, () => ({})],
  'events.list': [everybody, () => ({})],
  'events.years': [everybody],
  'events.inCity': [everybody, () => ({ city: 'Bergen' })],
  'events.detail': [everybody, ({ event }) => ({ slug: event.slug })],
  'events.total': [admins],
  'events.ownedBy': [everybody, ({ claimant }) => ({ id: claimant.id })],
  'events.create': [members, () => eventFields()],
  'events.update': [
    owners,
    ({ event }) => ({
      ...eventFields(),
      id: event.id,
      updated_at: event.updated_at,
      version: event.updated_at,
    }),
  ],
  'events.remove': [owners, ({ event }) => ({ id: event.id })],
  'events.addTag': [owners, ({ event, topic }) => ({ event_id: event.id, tag: topic.name })],
  'events.removeTag': [owners, ({ event }) => ({ event_id: event.id, tag: event.tags[0] })],
  'events.changeOwner': [admins, ({ event }) => ({ event_id: event.id, owner_id: null })],
  'events.managed': [admins, () => ({})],
  'imports.start': [admins, () => ({ file: new File([csv], 'file.csv') })],
  'imports.list': [admins],
  'imports.detail': [admins, ({ importId }) => ({ id: importId })],
  'imports.skipped': [admins, ({ importId }) => ({ id: importId })],
  'imports.undo': [admins, ({ importId }) => ({ id: importId })],
  'eventClaims.mine': [members, eventId],
  'eventClaims.submit': [{ ...members, owner: 'FORBIDDEN' }, eventId],
  'eventClaims.approve': [admins, ({ claim }) => ({ claim_id: claim.id })],
  'eventClaims.reject': [admins, ({ claim }) => ({ claim_id: claim.id })],
  'eventClaims.list': [admins, () => ({})],
  'eventClaims.total': [admins, () => ({})],
  'attendance.list': [everybody, eventId],
  'attendance.total': [everybody, eventId],
  'attendance.mine': [members, eventId],
  'attendance.set': [members, ({ event }) => ({ event_id: event.id, is_attending: true })],
  'attendance.attending': [members, () => ({})],
  'eventInvitations.sent': [owners, eventId],
  'eventInvitations.invite': [
    owners,
    ({ event, claimant }) => ({ event_id: event.id, user_id: claimant.id }),
  ],
  'eventInvitations.mine': [members, () => ({})],
  // Nobody here was invited, so there is nothing to answer.
  'eventInvitations.answer': [
    { ...nobody, member: 'NOT_FOUND', other: 'NOT_FOUND', owner: 'NOT_FOUND', admin: 'NOT_FOUND' },
    ({ event }) => ({ event_id: event.id, is_accepted: true }),
  ],
  'programme.schedule': [everybody, eventId],
  'programme.find': [everybody, ({ event }) => ({ event_id: event.id, find: 'talk' })],
  'programme.talk': [everybody, ({ talk }) => ({ id: talk.id })],
  'programme.eventsOfSpeaker': [everybody, ({ speaker }) => ({ id: speaker.id })],
  'programme.talksOfPerson': [everybody, ({ claimant }) => ({ id: claimant.id })],
  'tracks.list': [everybody, eventId],
  'tracks.create': [owners, ({ event }) => ({ event_id: event.id, name: 'New track' })],
  'tracks.update': [owners, ({ track }) => ({ id: track.id, name: 'Renamed' })],
  'tracks.remove': [owners, ({ track }) => ({ id: track.id })],
  'breaks.list': [everybody, eventId],
  'breaks.create': [owners, ({ event }) => ({ event_id: event.id, ...breakFields })],
  'breaks.remove': [owners, ({ pause }) => ({ id: pause.id })],
  'talks.list': [everybody, eventId],
  'talks.whole': [everybody, ({ talk }) => ({ id: talk.id })],
  'talks.create': [owners, ({ event }) => ({ event_id: event.id, ...talkFields })],
  'talks.update': [
    owners,
    ({ talk }) => ({ id: talk.id, ...talkFields, updated_at: talk.updated_at, version: talk.updated_at }),
  ],
  'talks.remove': [owners, ({ talk }) => ({ id: talk.id })],
  'savedTalks.list': [members, eventId],
  'savedTalks.save': [members, ({ event, talk }) => ({ event_id: event.id, talk_id: talk.id })],
  'savedTalks.remove': [members, ({ event, talk }) => ({ event_id: event.id, talk_id: talk.id })],
  'recommendations.mine': [members],
}

test('every procedure has its row', () => {
  expect(Object.keys(table).sort()).toEqual([...methods.keys()].sort())
})

test.each(Object.entries(table))('%s', async (procedure, [expected, input]) => {
  const outcomes: Partial<Row> = {}
  for (const kind of kinds) {
    outcomes[kind] = await outcome(world.api, world.cookies[kind], procedure, input?.(rowsInUse))
    // A refusal and a read change nothing; what a write was allowed to change is made anew for the next.
    if (outcomes[kind] === 'OK' && methods.get(procedure) !== 'GET') rowsInUse = await makeThings()
  }
  expect(outcomes).toEqual(expected)
})
