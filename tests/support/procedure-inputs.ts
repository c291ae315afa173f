import { sql } from 'drizzle-orm'
import { createSync, previewProgramme } from '#features/programme-import/syncs/programme-syncs.server.ts'
import {
  compareWithStored,
  readSyncedEvent,
} from '#features/programme-import/syncs/stored-programme.server.ts'
import { series_proposals } from '#features/series/series.tables.ts'
import { editSeries } from '#features/series/series-changes.server.ts'
import { lockSpeakers } from '#features/speakers/speaker-editing.server.ts'
import { mergeSpeakers } from '#features/speakers/speaker-merging.server.ts'
import { suggestions } from '#features/suggestions/suggestions.tables.ts'
import { topic_proposals } from '#features/topics/topics.tables.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { makeAnnouncement } from '#tests/support/factories/announcements.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeReport } from '#tests/support/factories/reports.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { unique } from '#tests/support/factories/unique.ts'

export type Things = Awaited<ReturnType<typeof makeThings>>

/** What a call may be about: an event of `owner` with a programme, a speaker, claims that wait. */
export async function makeThings(db: Database, owner: { id: string }) {
  const event = await makeEvent(db, { owner, tags: [`Tag ${unique()}`] })
  const unowned = await makeEvent(db)
  const track = await makeTrack(db, { event })
  const speaker = await makeSpeaker(db, { created_by: owner.id })
  const topic = await makeTopic(db)
  const talk = await makeTalk(db, { event, track, speakers: [speaker], topics: [topic] })
  const link = await makeTalkLink(db, { talk, status: 'suggested' })
  const call = await makeCall(db, { event })
  const pause = await makeBreak(db, { event })
  const announcement = await makeAnnouncement(db, { event })
  const claimant = await makePerson(db)
  const claim = await claimEvent(db, claimant, unowned)
  const speakerClaim = await claimSpeaker(db, claimant, await makeSpeaker(db))
  const report = await makeReport(db, { kind: 'event', record_id: event.id, reporter_id: claimant.id })
  const otherTopic = await makeTopic(db)
  const [proposal] = await db
    .insert(topic_proposals)
    .values({ name: `Proposal ${unique()}`, proposed_by: claimant.id })
    .returning()
  const [row] = await rows<{ id: string }>(
    db,
    sql`insert into event_imports (file_name, status, imported) values ('file.csv', 'done', 1) returning id`,
  )
  const imported = row!.id
  const { sync, doneSync } = await makeSyncs(db, event)
  const otherSpeaker = await makeSpeaker(db)
  const merge = await mergeInto(db, owner, otherSpeaker)
  const [questionRow] = await rows<{ id: string }>(
    db,
    sql`insert into source_questions (event_id, kind) values (${event.id}::uuid, 'page') returning id`,
  )
  const twoSeries = await makeTwoSeries(db, event, owner)
  const [suggestion] = await db
    .insert(suggestions)
    .values({
      ...{ kind: 'event', record_id: event.id, suggested_by: claimant.id },
      ...{ changes: { website: 'https://stoat.example' }, former: { website: null } },
    })
    .returning()
  return {
    ...twoSeries,
    changes: await makeChanges(db, { event, talk, speaker, series: twoSeries.series }),
    question: questionRow!.id,
    suggestion: suggestion!.id,
    event,
    unowned,
    otherTopic,
    proposal: proposal!,
    imported,
    sync,
    doneSync,
    track,
    speaker,
    topic,
    talk,
    link,
    call,
    pause,
    announcement,
    claimant,
    report,
    claim,
    speakerClaim,
    otherSpeaker,
    merge,
  }
}

type Changed = Record<'event' | 'talk' | 'speaker' | 'series', { id: string }>

/** The ids of two changes of each record, one after the other. They are in the log alone: the versions stay. */
export async function makeChanges(db: Database, { event, talk, speaker, series }: Changed) {
  const changeTwice = async (table: string, { id }: { id: string }, parent?: { id: string }) => {
    const ids: number[] = []
    for (const name of ['Changed', 'Changed again']) {
      const [set] = await rows<{ id: number }>(db)`
        insert into change_sets (via) values ('form') returning id::float8 as id`
      await db.execute(sql`
        insert into changed_rows (set_id, table_name, key, record_id, parent_id, action, before, after)
        values (${set!.id}::bigint, ${table}, ${JSON.stringify({ id })}::jsonb, ${id}::uuid, ${parent?.id ?? null}::uuid, 'changed', '{"description": "Once"}', ${JSON.stringify({ description: name })}::jsonb)`)
      ids.push(set!.id)
    }
    return { from: ids[0]!, to: ids[1]! }
  }
  return {
    event: await changeTwice('all_events', event),
    talk: await changeTwice('all_talks', talk, event),
    speaker: await changeTwice('all_speakers', speaker),
    series: await changeTwice('series', series),
  }
}

/** A merge that can be undone. */
async function mergeInto(db: Database, person: { id: string }, speaker: { id: string }): Promise<number> {
  const other = await makeSpeaker(db)
  return db.transaction(async (tx) => {
    const [survivor, removed] = await lockSpeakers(tx, speaker.id, other.id)
    await mergeSpeakers(tx, person, survivor!, removed!)
    const [set] = await rows<{ id: number }>(tx)`select max(id)::float8 as id from change_sets`
    return set!.id
  })
}

/** The series of an event, another one of its owner, an unconfirmed edition, and a proposed one. */
export async function makeTwoSeries(db: Database, event: { id: string }, owner: { id: string }) {
  const series = await makeSeries(db, [event])
  const otherSeries = await makeSeries(db, [await makeEvent(db, { owner })])
  const unconfirmed = await makeEvent(db, { series_id: series.id, confirmation: null })
  await db.transaction((tx) => editSeries(tx, owner, series, { name: `Renamed ${unique()}` }))
  const proposedEvents = [await makeEvent(db), await makeEvent(db, { start_date: '2019-05-01' })]
  const [seriesProposal] = await db
    .insert(series_proposals)
    .values({ name: 'Proposed', score: 1, event_ids: proposedEvents.map(({ id }) => id).sort() })
    .returning()
  return { series, otherSeries, unconfirmed, seriesProposal: seriesProposal! }
}

const programmeOf = ({ start_date }: { start_date: string }) =>
  new File([`title,date,start,end\nA talk,${start_date},10:00,11:00`], 'programme.csv')

/** By start day: a file is read in a thread of its own, which takes longer than all other rows together. */
const readPreviews = new Map<string, ReturnType<typeof previewProgramme>>()

/** A programme that is previewed, and one that was brought in before. */
export async function makeSyncs(db: Database, { id, start_date }: { id: string; start_date: string }) {
  const event = (await readSyncedEvent(db, { id }))!
  const file = { content: new Uint8Array(await programmeOf({ start_date }).arrayBuffer()) }
  if (!readPreviews.has(start_date))
    readPreviews.set(start_date, previewProgramme(db, event, file, { today: start_date }))
  const preview = (await readPreviews.get(start_date))!
  const compare = await compareWithStored(db, event, preview.document, { url: null, today: start_date })
  const plan = compare({})
  const sync = await createSync(db, event, { ...preview, plan }, { file, status: 'preview' })
  const [done] = await rows<{ id: string }>(
    db,
    sql`
      with set as (insert into change_sets (via) values ('import') returning id)
      insert into programme_syncs (event_id, status, format, digest, finished_at, set_id)
      select ${id}::uuid, 'done', 'csv', 'one', now(), id from set returning id`,
  )
  await db.execute(
    sql`insert into programme_sources (event_id, format, url) values (${id}::uuid, 'csv', 'https://example.com/p.csv')`,
  )
  return { sync, doneSync: done!.id }
}

const eventFields = (name = `Named ${unique()}`) => ({
  name,
  location_name: 'Bergen',
  country_name: 'Norway',
  start_date: '2027-03-01',
  end_date: '2027-03-02',
})
/** One pixel as a PNG. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
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

/** A valid input for each procedure that takes one. */
export const inputs: Record<string, (things: Things) => unknown> = {
  'people.detail': ({ claimant }) => ({ id: claimant.id }),
  'people.search': () => ({ search: 'per' }),
  'people.update': () => ({ full_name: 'New Name' }),
  'people.listForAdmins': () => ({}),
  'people.addAdminRole': ({ claimant }) => ({ user_id: claimant.id }),
  'people.removeAdminRole': ({ claimant }) => ({ user_id: claimant.id }),
  'people.addStewardRole': ({ claimant }) => ({ user_id: claimant.id }),
  'people.removeStewardRole': ({ claimant }) => ({ user_id: claimant.id }),
  'people.member': ({ claimant }) => ({ user_id: claimant.id }),
  'people.suspend': ({ claimant }) => ({ user_id: claimant.id }),
  'people.restore': ({ claimant }) => ({ user_id: claimant.id }),
  'people.signOut': ({ claimant }) => ({ user_id: claimant.id }),
  'people.setExtraInvitations': ({ claimant }) => ({ user_id: claimant.id, extra: 5 }),
  'unsentMail.list': () => ({}),
  'unsentMail.retry': ({ event }) => ({ id: event.id }),
  'adminActions.list': () => ({}),
  'account.canReset': () => ({ token: 'no such token' }),
  'account.addressConfirmation': () => ({ token: 'no such token' }),
  'account.remove': () => ({ confirmName: 'Somebody else' }),
  'pictures.upload': () => ({ file: new File([pixel], 'a.png') }),
  'notifications.list': () => ({}),
  'notifications.unsubscription': () => ({ token: 'no such token' }),
  'notifications.mute': () => ({ kind: 'event_changed', isMuted: true }),
  'invitationRequests.ask': () => ({ email: `${unique()}@example.com`, reason: 'I organise a meetup' }),
  'invitations.validate': () => ({ code: 'NOSUCHCODE' }),
  'invitations.create': () => ({}),
  'invitations.revoke': () => ({ code: 'NOSUCHCODE' }),
  'invitations.list': () => ({}),
  'find.everything': () => ({ search: 'talk' }),
  'find.places': () => ({ search: 'norw' }),
  'find.suggestion': () => ({ search: 'talk', among: 'events' }),
  'topics.popular': () => ({}),
  'topics.detail': ({ topic }) => ({ name: topic.name }),
  'cities.unknown': () => ({}),
  'cities.rename': ({ event }) => ({
    city: event.location_name,
    country: event.country_name,
    new_city: `City ${unique()}`,
  }),
  'topics.managed': () => ({}),
  'topics.same': () => ({}),
  'topics.create': () => ({ name: `Topic ${unique()}` }),
  'topics.rename': ({ topic }) => ({ id: topic.id, name: `Topic ${unique()}` }),
  'topics.merge': ({ topic, otherTopic }) => ({ id: topic.id, into_id: otherTopic.id }),
  'topics.remove': ({ topic }) => ({ id: topic.id }),
  'speakers.list': () => ({}),
  'events.byMonth': () => ({}),
  'events.counts': () => ({}),
  'events.map': () => ({}),
  'events.weeks': () => ({}),
  'places.locate': () => ({ city: 'Berlin', country: 'Germany' }),
  'events.nearCities': () => ({ search: 'potsdam' }),
  'events.nearby': ({ event }) => ({ id: event.id }),
  'events.editions': ({ event }) => ({ id: event.id }),
  'series.list': () => ({}),
  'series.detail': ({ series }) => ({ slug: series.slug }),
  'series.join': ({ event }) => ({ event_id: event.id, name: `Series ${unique()}` }),
  'series.leave': eventId,
  'series.confirm': ({ event, unconfirmed }) => ({
    ...{ event_id: unconfirmed.id, earlier_id: event.id, is_confirmed: true },
  }),
  'series.update': ({ series }) => ({ id: series.id, name: `Series ${unique()}` }),
  'series.merge': ({ series, otherSeries }) => ({ id: series.id, other: otherSeries.slug }),
  'duplicates.list': () => ({}),
  'duplicates.total': () => undefined,
  'duplicates.separate': ({ event, unconfirmed }) => ({ one_id: event.id, other_id: unconfirmed.id }),
  'duplicates.reopen': ({ event, unconfirmed }) => ({ one_id: event.id, other_id: unconfirmed.id }),
  'seriesProposals.find': () => ({}),
  'history.previewUndoMember': ({ claimant }) => ({ user_id: claimant.id }),
  'history.undoMember': ({ claimant }) => ({ user_id: claimant.id, since: '2020-01-01T00:00:00Z' }),
  'history.recent': () => ({}),
  'history.deleted': () => ({}),
  'history.undo': ({ changes }) => ({ id: changes.event.to }),
  'history.ofEvent': ({ event }) => ({ id: event.id }),
  'history.ofTalk': ({ talk }) => ({ id: talk.id }),
  'history.ofSpeaker': ({ speaker }) => ({ id: speaker.id }),
  'history.ofSeries': ({ series }) => ({ id: series.id }),
  'history.compareEvent': ({ event, changes }) => ({ id: event.id, ...changes.event }),
  'history.compareTalk': ({ talk, changes }) => ({ id: talk.id, ...changes.talk }),
  'history.compareSpeaker': ({ speaker, changes }) => ({ id: speaker.id, ...changes.speaker }),
  'history.compareSeries': ({ series, changes }) => ({ id: series.id, ...changes.series }),
  'history.returnEvent': ({ event, changes }) => ({ id: event.id, change_id: changes.event.from }),
  'history.returnTalk': ({ talk, changes }) => ({ id: talk.id, change_id: changes.talk.from }),
  'history.returnSpeaker': ({ speaker, changes }) => ({ id: speaker.id, change_id: changes.speaker.from }),
  'history.returnSeries': ({ series, changes }) => ({ id: series.id, change_id: changes.series.from }),
  'events.near': () => ({ search: 'two words', how: 'online' }),
  'speakers.detail': ({ speaker }) => ({ id: speaker.id }),
  'speakers.create': () => ({ name: 'New Speaker', user_id: null }),
  'speakers.update': ({ speaker }) => ({
    id: speaker.id,
    name: 'New Name',
    updated_at: speaker.updated_at,
    version: speaker.updated_at,
  }),
  'speakers.previewMerge': ({ speaker, otherSpeaker }) => ({ id: speaker.id, other_id: otherSpeaker.id }),
  'speakers.merge': ({ speaker, otherSpeaker }) => ({ id: speaker.id, other_id: otherSpeaker.id }),
  'speakers.merges': ({ speaker }) => ({ id: speaker.id }),
  'speakers.undoMerge': ({ merge }) => ({ merge_id: merge }),
  'speakers.remove': ({ speaker }) => ({ id: speaker.id }),
  'speakers.search': () => ({ search: 'ab' }),
  'speakerClaims.mine': ({ speaker }) => ({ speaker_id: speaker.id }),
  'speakerClaims.submit': ({ speaker }) => ({ speaker_id: speaker.id }),
  'events.upcoming': () => ({}),
  'events.list': () => ({}),
  'events.inCity': () => ({ city: 'Bergen' }),
  'events.place': () => ({ kind: 'city', name: 'Bergen' }),
  'events.detail': ({ event }) => ({ slug: event.slug }),
  'events.ownedBy': ({ claimant }) => ({ id: claimant.id }),
  'events.create': () => eventFields(),
  'events.update': ({ event }) => ({
    ...eventFields(),
    id: event.id,
    updated_at: event.updated_at,
    version: event.updated_at,
  }),
  'events.cancel': ({ event }) => ({ id: event.id }),
  'events.remove': ({ event }) => ({ id: event.id }),
  'events.removeMany': ({ event }) => ({ ids: [event.id] }),
  'events.setField': ({ event }) => ({ ids: [event.id], field: 'location_name', value: 'Oslo' }),
  'events.previewMerge': ({ event, unowned }) => ({ id: event.slug, duplicate_id: unowned.slug }),
  'events.merge': ({ event, unowned }) => ({ id: event.id, duplicate_id: unowned.id }),
  'events.addTag': ({ event, topic }) => ({ event_id: event.id, tag: topic.name }),
  'events.removeTag': ({ event }) => ({ event_id: event.id, tag: event.tags[0] }),
  'events.changeOwner': ({ event }) => ({ event_id: event.id, owner_id: null }),
  'events.managed': () => ({}),
  'hiddenEvents.list': () => ({}),
  'hiddenEvents.restore': ({ event }) => ({ event_id: event.id }),
  'imports.start': () => ({ file: new File([csv], 'file.csv') }),
  'imports.detail': ({ imported }) => ({ id: imported }),
  'imports.skipped': ({ imported }) => ({ id: imported }),
  'imports.undo': ({ imported }) => ({ id: imported }),
  'calls.list': () => ({}),
  'calls.counts': () => ({}),
  'calls.summary': () => ({ city: ['Bergen'] }),
  'calls.ofEvent': eventId,
  'calls.editable': eventId,
  'calls.create': ({ event }) => ({ event_id: event.id, kind: 'posters', url: 'https://example.com/cfp' }),
  'calls.update': ({ call }) => ({ id: call.id, kind: 'talks', url: call.url, updated_at: call.updated_at }),
  'calls.remove': ({ call }) => ({ id: call.id }),
  'callMarks.mine': () => ({}),
  'callMarks.set': ({ call }) => ({ id: call.id, state: 'interested' }),
  'callMarks.setNote': ({ call }) => ({ id: call.id, note: 'Mine' }),
  'eventClaims.mine': eventId,
  'eventClaims.canTakeOver': eventId,
  'eventClaims.submit': eventId,
  'attendance.list': eventId,
  'attendance.first': eventId,
  'attendance.total': eventId,
  'attendance.mine': eventId,
  'attendance.set': ({ event }) => ({ event_id: event.id, is_attending: true }),
  'attendance.attending': () => ({}),
  'attendance.ofPerson': ({ claimant }) => ({ id: claimant.id }),
  'attendance.setVisibility': ({ event }) => ({ event_id: event.id, visibility: 'unlisted' }),
  'attendance.setDefaultVisibility': () => ({ visibility: 'members' }),
  'announcements.list': eventId,
  'announcements.recipients': eventId,
  'announcements.create': ({ event }) => ({ event_id: event.id, audience: 'attendees', message: 'News' }),
  'announcements.remove': ({ announcement }) => ({ id: announcement.id }),
  'sharedPlans.mine': eventId,
  'sharedPlans.share': eventId,
  'sharedPlans.revoke': eventId,
  'sharedPlans.detail': () => ({ token: 'no such token' }),
  'eventInvitations.sent': eventId,
  'eventInvitations.invite': ({ event, claimant }) => ({ event_id: event.id, user_id: claimant.id }),
  'eventInvitations.mine': () => ({}),
  'eventHandovers.offer': ({ event, claimant }) => ({ event_id: event.id, user_id: claimant.id }),
  'eventHandovers.withdraw': eventId,
  'eventOrganisers.list': eventId,
  'eventOrganisers.add': ({ event, claimant }) => ({ event_id: event.id, user_id: claimant.id }),
  'eventOrganisers.remove': ({ event, claimant }) => ({ event_id: event.id, user_id: claimant.id }),
  'eventHandovers.offered': eventId,
  'eventHandovers.mine': () => ({}),
  'eventChecks.confirm': ({ event }) => ({ event_id: event.id }),
  'speaking.confirm': ({ event }) => ({ event_id: event.id, is_confirmed: true }),
  'eventHandovers.answer': ({ event }) => ({ event_id: event.id, is_accepted: true }),
  'eventInvitations.answer': ({ event }) => ({ event_id: event.id, is_accepted: true }),
  'programmeSyncs.preview': ({ event }) => ({ event_id: event.id, files: [programmeOf(event)] }),
  'programmeSyncs.push': ({ event }) => ({
    params: { event_id: event.id },
    query: {},
    body: programmeOf(event),
  }),
  'programmeSyncs.createEvent': () => ({
    files: [programmeOf({ start_date: '2027-03-01' })],
    name: `Named ${unique()}`,
    location_name: 'Bergen',
    country_name: 'Norway',
    // Other conferences of these tests have the same place and days.
    is_new: true,
  }),
  'pageReading.read': () => ({ url: 'https://conference.example/' }),
  'sources.add': () => ({ name: `Source ${unique()}`, format: 'ical', licence: 'MIT', addresses: [] }),
  'sources.remove': () => ({ id: crypto.randomUUID() }),
  'sources.sync': () => ({ id: crypto.randomUUID() }),
  'sources.undo': () => ({ id: crypto.randomUUID() }),
  'programmeSyncs.list': eventId,
  'programmeSyncs.detail': ({ sync }) => ({ id: sync }),
  'programmeSyncs.apply': ({ sync }) => ({ id: sync }),
  'programmeSyncs.undo': ({ doneSync }) => ({ id: doneSync }),
  'programmeSources.detail': eventId,
  'programmeSources.update': ({ event }) => ({ event_id: event.id, is_automatic: false }),
  'programme.schedule': eventId,
  'programme.choices': eventId,
  'programme.find': ({ event }) => ({ event_id: event.id, find: 'talk' }),
  'programme.talk': ({ talk }) => ({ id: talk.id }),
  'programme.talkByNumber': ({ talk }) => ({ number: talk.number }),
  'programme.eventsOfSpeaker': ({ speaker }) => ({ id: speaker.id }),
  'programme.talksOfPerson': ({ claimant }) => ({ id: claimant.id }),
  'tracks.list': eventId,
  'tracks.create': ({ event }) => ({ event_id: event.id, name: 'New track' }),
  'tracks.update': ({ track }) => ({ id: track.id, name: 'Renamed' }),
  'tracks.move': ({ track }) => ({ id: track.id, direction: 'up' }),
  'tracks.remove': ({ track }) => ({ id: track.id }),
  'breaks.list': eventId,
  'breaks.create': ({ event }) => ({ event_id: event.id, ...breakFields }),
  'breaks.update': ({ pause }) => ({ id: pause.id, ...breakFields, updated_at: pause.updated_at }),
  'breaks.remove': ({ pause }) => ({ id: pause.id }),
  'talks.list': eventId,
  'talks.detail': ({ talk }) => ({ id: talk.id }),
  'talks.create': ({ event }) => ({ event_id: event.id, ...talkFields }),
  'talks.update': ({ talk }) => ({
    id: talk.id,
    ...talkFields,
    updated_at: talk.updated_at,
    version: talk.updated_at,
  }),
  'talks.move': ({ talk }) => ({ event_id: talk.event_id, new_location: 'Hall 2' }),
  'talks.setLinks': ({ talk }) => ({
    id: talk.id,
    slides_url: 'https://example.com/slides',
    video_url: null,
    updated_at: talk.updated_at,
  }),
  'talks.remove': ({ talk }) => ({ id: talk.id }),
  'coverage.ofTalk': ({ talk }) => ({ id: talk.id }),
  'coverage.openOfTalk': ({ talk }) => ({ id: talk.id }),
  'coverage.add': ({ talk }) => ({ id: talk.id, url: `https://example.com/${unique()}` }),
  'coverage.update': ({ link }) => ({ id: link.id, url: 'https://example.com/other' }),
  'coverage.decide': ({ link }) => ({ id: link.id, is_accepted: true }),
  'coverage.withdraw': ({ link }) => ({ id: link.id }),
  'coverage.newest': () => ({}),
  'coverage.ofTopic': ({ topic }) => ({ name: topic.name }),
  'coverage.ofEvent': eventId,
  'coverage.missing': eventId,
  'coverage.setRecording': ({ talk }) => ({ id: talk.id, recording: 'none' }),
  'savedTalks.list': eventId,
  'savedTalks.save': ({ event, talk }) => ({ event_id: event.id, talk_id: talk.id }),
  'savedTalks.remove': ({ event, talk }) => ({ event_id: event.id, talk_id: talk.id }),
  'follows.set': ({ topic }) => ({ kind: 'topic', key: topic.name, is_following: true }),
  'follows.isFollowing': ({ topic }) => ({ kind: 'topic', key: topic.name }),
  'digests.set': () => ({ is_on: true, weekday: 1, hour: 8, time_zone: 'Europe/Oslo' }),
  'site.text': () => ({ name: 'privacy' }),
  'site.dumps': () => undefined,
  'site.trends': () => ({}),
  'topicProposals.propose': () => ({ name: `Proposed ${unique()}` }),
  'topicProposals.proposeFromNames': () => undefined,
  'reports.subject': ({ event }) => ({ path: `/conferences/${event.slug}` }),
  'reports.submit': ({ event }) => ({
    path: `/conferences/${event.slug}`,
    reason: 'spam',
    words: 'It sells',
  }),
  'decisions.list': () => ({}),
  'decisions.counts': () => ({}),
  'decisions.decide': ({ report }) => ({ kind: 'report', id: report.id, is_accepted: true }),
  'decisions.decideMany': ({ report }) => ({ kind: 'report', ids: [report.id], is_accepted: true }),
  'decisions.reopen': ({ claim }) => ({ kind: 'event_claim', id: claim.id }),
  'suggestions.suggestEvent': ({ event }) => ({ id: event.id, location_name: 'Oulu' }),
  'suggestions.suggestTalk': ({ talk }) => ({ id: talk.id, location: 'Room 2' }),
  'suggestions.suggestSpeaker': ({ speaker }) => ({ id: speaker.id, bio: 'Of weasels' }),
  'suggestions.suggestSeries': ({ series }) => ({ id: series.id, website: 'https://stoats.example' }),
  'suggestions.ofEvent': ({ event }) => ({ id: event.id }),
  'suggestions.ofTalk': ({ talk }) => ({ id: talk.id }),
  'suggestions.ofSpeaker': ({ speaker }) => ({ id: speaker.id }),
  'suggestions.ofSeries': ({ series }) => ({ id: series.id }),
  'suggestions.accept': ({ suggestion }) => ({ id: suggestion }),
  'suggestions.reject': ({ suggestion }) => ({ id: suggestion }),
  'accessTokens.create': () => ({ name: 'Phone', days: '90' }),
  'accessTokens.remove': ({ event }) => ({ id: event.id }),
  'calendarFeeds.create': () => ({ kind: 'schedule', name: 'Phone' }),
  'calendarFeeds.remove': ({ event }) => ({ id: event.id }),
}
