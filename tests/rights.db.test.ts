import { beforeAll, expect, test } from 'vitest'
import { type Database, rows } from '#platform/database/db.ts'
import { callAs, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import {
  type Kind,
  kinds,
  outcome,
  outcomeFrom,
  outcomeOfToken,
  peopleOfAllKinds,
  procedureMethods,
  proceduresWithInput,
  tokenOf,
} from '#tests/support/people-of-all-kinds.ts'
import { inputs, makeThings } from '#tests/support/procedure-inputs.ts'

const context = useStore()
let world: Awaited<ReturnType<typeof peopleOfAllKinds>>
let things: Awaited<ReturnType<typeof makeThings>>
beforeAll(async () => {
  world = await peopleOfAllKinds(context.store)
  things = await makeThings(context.store.db, world.people.owner)
})

const methods = new Map(procedureMethods())
const isLong = process.env.HALLWAY_LONG === '1'

type Row = Record<Kind, string>

const nobody = { visitor: 'UNAUTHORIZED', deleted: 'UNAUTHORIZED', expired: 'UNAUTHORIZED' }
const all: Row = {
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

/** Section 6 of the specification, procedure by procedure: who may, and what everybody else is told. */
const table: Record<string, Row> = {
  'site.about': all,
  'site.operations': all,
  'people.detail': all,
  'people.search': members,
  'people.mine': members,
  'people.update': members,
  'people.total': admins,
  'people.listForAdmins': admins,
  'people.addAdminRole': admins,
  'people.removeAdminRole': admins,
  'people.addStewardRole': admins,
  'people.removeStewardRole': admins,
  'people.member': admins,
  'people.suspend': admins,
  'people.restore': admins,
  'people.signOut': admins,
  'people.setExtraInvitations': admins,
  'unsentMail.list': admins,
  'unsentMail.retry': { ...admins, admin: 'NOT_FOUND' },
  'adminActions.list': admins,
  // Nobody can delete another person: the procedure knows only the caller, whose name this is not.
  'account.canReset': all,
  'account.secondFactor': members,
  'account.sessions': members,
  'account.addressChange': members,
  'account.withdrawAddressChange': members,
  'accessTokens.list': members,
  'accessTokens.create': members,
  'accessTokens.remove': members,
  // Nobody here has a link of a mail.
  'account.addressConfirmation': Object.fromEntries(kinds.map((kind) => [kind, 'NOT_FOUND'])) as Row,
  'account.remove': {
    ...nobody,
    member: 'NAME_MISMATCH',
    other: 'NAME_MISMATCH',
    owner: 'NAME_MISMATCH',
    admin: 'NAME_MISMATCH',
  },
  'places.locate': all,
  'pictures.upload': members,
  'notifications.list': members,
  'notifications.markRead': members,
  'notifications.muted': members,
  'notifications.mute': members,
  // Nobody here has a link of a mail.
  'notifications.unsubscription': Object.fromEntries(kinds.map((kind) => [kind, 'NOT_FOUND'])) as Row,
  'invitations.validate': all,
  'invitations.generate': members,
  'invitations.create': members,
  'invitations.revoke': { ...admins, admin: 'NOT_FOUND' },
  'invitations.list': members,
  'invitations.activeTotal': admins,
  'invitations.audit': admins,
  'invitationRequests.ask': all,
  // Nobody asks here.
  'agenda.mine': members,
  'find.everything': all,
  'find.places': all,
  'find.suggestion': all,
  'topics.popular': all,
  'topics.all': all,
  'topics.detail': all,
  'topics.total': admins,
  'cities.unknown': admins,
  'cities.rename': admins,
  'topics.managed': admins,
  'topics.same': admins,
  'topics.create': admins,
  'topics.rename': admins,
  'topics.merge': admins,
  'topics.remove': admins,
  'topicProposals.propose': members,
  'topicProposals.proposeFromNames': admins,
  'speakers.list': all,
  'speakers.overview': all,
  'speakingSoon.list': all,
  'speakers.detail': all,
  'speakers.create': members,
  // Until it is claimed, whoever listed it: here the owner. Once it is, the member who claimed it: speaker-editing.db.test.ts.
  'speakers.update': owners,
  'speakers.previewMerge': admins,
  'speakers.merge': admins,
  'speakers.merges': admins,
  'speakers.undoMerge': admins,
  'speakers.remove': admins,
  'speakers.search': all,
  'speakers.linkableUsers': admins,
  'speakerClaims.mine': members,
  'speakerClaims.submit': members,
  'events.happeningSoon': all,
  'events.upcoming': all,
  'events.list': all,
  'events.byMonth': all,
  'events.counts': all,
  'events.map': all,
  'events.weeks': all,
  'events.near': all,
  'events.nearby': all,
  'events.editions': all,
  'series.list': all,
  'series.detail': all,
  'series.join': owners,
  'series.leave': owners,
  'series.confirm': owners,
  'series.update': owners,
  'series.merge': owners,
  'duplicates.list': admins,
  'duplicates.total': admins,
  'duplicates.separate': admins,
  'duplicates.reopen': admins,
  'seriesProposals.find': admins,
  'events.nearCities': all,
  'events.years': all,
  'events.countries': all,
  'events.inCity': all,
  'events.place': all,
  'events.detail': all,
  'events.total': all,
  'events.ownedBy': all,
  'events.create': members,
  'events.update': owners,
  'events.cancel': owners,
  'events.remove': owners,
  'events.removeMany': admins,
  'events.setField': admins,
  'events.previewMerge': admins,
  'events.merge': admins,
  'eventHandovers.offer': { ...owners, admin: 'FORBIDDEN' },
  'eventHandovers.withdraw': { ...owners, admin: 'FORBIDDEN' },
  'eventOrganisers.list': owners,
  'eventOrganisers.add': owners,
  'eventOrganisers.remove': owners,
  'eventHandovers.offered': members,
  'eventHandovers.mine': members,
  'eventChecks.questions': members,
  'eventChecks.confirm': members,
  'speaking.unconfirmed': members,
  // Nobody here is listed as a speaker.
  'speaking.confirm': {
    ...nobody,
    member: 'NOT_FOUND',
    other: 'NOT_FOUND',
    owner: 'NOT_FOUND',
    admin: 'NOT_FOUND',
  },
  // Nobody here is offered anything.
  'eventHandovers.answer': {
    ...members,
    member: 'NOT_FOUND',
    other: 'NOT_FOUND',
    owner: 'NOT_FOUND',
    admin: 'NOT_FOUND',
  },
  'events.addTag': owners,
  'events.removeTag': owners,
  'events.changeOwner': admins,
  'events.managed': admins,
  'hiddenEvents.list': admins,
  'hiddenEvents.restore': { ...admins, admin: 'NOT_FOUND' },
  'imports.start': admins,
  'imports.list': admins,
  'imports.detail': admins,
  'imports.skipped': admins,
  'imports.undo': admins,
  'calls.list': all,
  'calls.counts': all,
  'calls.summary': all,
  'calls.ofEvent': all,
  // Each gets another part of the list: calls.db.test.ts.
  'calls.editable': members,
  // A member's is a suggestion.
  'calls.create': members,
  'calls.update': owners,
  'calls.remove': owners,
  'callMarks.mine': members,
  'callMarks.states': members,
  'callMarks.set': members,
  // Nobody here tracks the call.
  'callMarks.setNote': {
    ...nobody,
    member: 'NOT_FOUND',
    other: 'NOT_FOUND',
    owner: 'NOT_FOUND',
    admin: 'NOT_FOUND',
  },
  'eventClaims.mine': members,
  'eventClaims.canTakeOver': members,
  'eventClaims.submit': { ...members, owner: 'FORBIDDEN' },
  // The claim still waits.
  'attendance.list': all,
  'attendance.first': all,
  'attendance.total': all,
  'attendance.mine': members,
  'attendance.set': members,
  'attendance.attending': members,
  'attendance.ofPerson': all,
  // Nobody here attends.
  'attendance.setVisibility': {
    ...nobody,
    member: 'NOT_FOUND',
    other: 'NOT_FOUND',
    owner: 'NOT_FOUND',
    admin: 'NOT_FOUND',
  },
  'attendance.defaultVisibility': members,
  'attendance.setDefaultVisibility': members,
  'announcements.list': all,
  'announcements.recipients': { ...owners, admin: 'FORBIDDEN' },
  'announcements.create': { ...owners, admin: 'FORBIDDEN' },
  'announcements.remove': owners,
  'eventInvitations.sent': owners,
  'eventInvitations.invite': owners,
  'eventInvitations.mine': members,
  // Nobody here was invited, so there is nothing to answer.
  'eventInvitations.answer': {
    ...nobody,
    member: 'NOT_FOUND',
    other: 'NOT_FOUND',
    owner: 'NOT_FOUND',
    admin: 'NOT_FOUND',
  },
  'programme.schedule': all,
  'programme.choices': all,
  'programme.find': all,
  'programme.talk': all,
  'programme.talkByNumber': all,
  'programme.eventsOfSpeaker': all,
  'programme.talksOfPerson': all,
  'tracks.list': all,
  'tracks.create': owners,
  'tracks.update': owners,
  'tracks.move': owners,
  'tracks.remove': owners,
  'breaks.list': all,
  'breaks.create': owners,
  'breaks.update': owners,
  'breaks.remove': owners,
  'talks.list': all,
  'talks.detail': all,
  'talks.create': owners,
  'talks.update': owners,
  'talks.move': owners,
  // And whoever gives the talk: talk-links.db.test.ts.
  'talks.setLinks': owners,
  'talks.remove': owners,
  'coverage.ofTalk': all,
  // Of the same list everybody sees another part: coverage.db.test.ts.
  'coverage.openOfTalk': members,
  // A member's is a suggestion.
  'coverage.add': members,
  // And whoever gives the talk: coverage.db.test.ts.
  'coverage.update': owners,
  'coverage.decide': owners,
  // Nobody here suggested it.
  'coverage.withdraw': {
    ...nobody,
    member: 'NOT_FOUND',
    other: 'NOT_FOUND',
    owner: 'NOT_FOUND',
    admin: 'NOT_FOUND',
  },
  'coverage.newest': all,
  'coverage.ofTopic': all,
  'coverage.ofEvent': all,
  'coverage.missing': owners,
  // And whoever gives the talk.
  'coverage.setRecording': owners,
  'programmeSyncs.preview': owners,
  'programmeSyncs.push': { ...owners, admin: 'FORBIDDEN' },
  'programmeSyncs.createEvent': members,
  // No address can be fetched here.
  'pageReading.read': {
    ...nobody,
    member: 'UNREADABLE',
    other: 'UNREADABLE',
    owner: 'UNREADABLE',
    admin: 'UNREADABLE',
  },
  'sources.list': admins,
  'sources.add': admins,
  'sources.remove': { ...admins, admin: 'NOT_FOUND' },
  'sources.sync': { ...admins, admin: 'NOT_FOUND' },
  'sources.undo': { ...admins, admin: 'NOT_FOUND' },
  'programmeSyncs.list': owners,
  'programmeSyncs.detail': owners,
  'programmeSyncs.apply': owners,
  'programmeSyncs.undo': owners,
  'programmeSources.detail': owners,
  'programmeSources.update': owners,
  'savedTalks.list': members,
  'savedTalks.save': members,
  'savedTalks.remove': members,
  'recommendations.mine': members,
  // The change here is an edit of the owner's conference; other kinds: history.db.test.ts.
  'history.undo': owners,
  'history.undoMember': admins,
  'history.previewUndoMember': admins,
  'history.recent': admins,
  'history.deleted': members,
  'history.ofEvent': members,
  'history.ofTalk': members,
  'history.ofSpeaker': members,
  'history.ofSeries': members,
  'history.compareEvent': members,
  'history.compareTalk': members,
  'history.compareSpeaker': members,
  'history.compareSeries': members,
  'history.returnEvent': owners,
  'history.returnTalk': owners,
  'history.returnSpeaker': owners,
  'history.returnSeries': owners,
  'follows.set': members,
  'follows.isFollowing': members,
  'follows.mine': members,
  'digests.settings': members,
  'digests.set': members,
  'digests.preview': members,
  'reports.subject': all,
  'reports.submit': members,
  // Members have only what is about their own records there.
  'decisions.list': members,
  'decisions.counts': members,
  'decisions.decide': admins,
  'decisions.decideMany': admins,
  'decisions.reopen': { ...admins, admin: 'CONFLICT' },
  'suggestions.suggestEvent': members,
  'suggestions.suggestTalk': members,
  'suggestions.suggestSpeaker': members,
  'suggestions.suggestSeries': members,
  'suggestions.ofEvent': members,
  'suggestions.ofTalk': members,
  'suggestions.ofSpeaker': members,
  'suggestions.ofSeries': members,
  // The owner has a week before administrators decide.
  'suggestions.accept': { ...owners, admin: 'FORBIDDEN' },
  'suggestions.reject': { ...owners, admin: 'FORBIDDEN' },
  'site.text': all,
  'site.dumps': all,
  'site.trends': all,
  'calendarFeeds.list': members,
  'calendarFeeds.create': members,
  'calendarFeeds.remove': members,
  'sharedPlans.mine': members,
  'sharedPlans.share': members,
  'sharedPlans.revoke': members,
  // Nobody here has the address of a plan.
  'sharedPlans.detail': Object.fromEntries(kinds.map((kind) => [kind, 'NOT_FOUND'])) as Row,
}

test('every procedure has its row', () => {
  expect(Object.keys(table).sort()).toEqual([...methods.keys()].sort())
})

test('every procedure that needs an input has one in tests/support/procedure-inputs.ts, and no other does', () => {
  const names = [...methods.keys()]
  expect(
    proceduresWithInput().filter((name) => !inputs[name]),
    'add to `inputs`',
  ).toEqual([])
  expect(
    Object.keys(inputs).filter((name) => !names.includes(name)),
    'remove from `inputs`',
  ).toEqual([])
})

/** These work on after their answer, so it can't be undone. */
const workOn = [
  'programmeSyncs.push',
  'imports.start',
  'imports.undo',
  'programmeSyncs.apply',
  'programmeSyncs.undo',
]
/** The gate asks over HTTP one procedure of each kind, which is its row and its method; of the others it asks the router. */
const kindOf = ([name, row]: [string, Row]) => [JSON.stringify([methods.get(name), row]), name] as const
const overHttp = new Set(
  isLong ? Object.keys(table) : [...new Map(Object.entries(table).map(kindOf)).values(), ...workOn],
)

/** What the log of changes says of a transaction of this person, if it is not that they changed it. */
async function unsignedChange(tx: Database, id: string): Promise<string | undefined> {
  const [change] = await rows<{ what: string }>(tx)`
    select concat_ws(' ', action, table_name, 'by', coalesce(changed_by::text, 'nobody'), 'via', via) as what
    from change_sets join changed_rows on set_id = change_sets.id
    where at = now() and (via = 'site' or changed_by is distinct from ${id}::uuid)`
  return change?.what
}

/** What is asked of the router is undone, so that the next finds everything as it was made. */
async function askRouter(kind: Kind, procedure: string, input: unknown) {
  const isSignedIn = kind !== 'visitor' && kind !== 'deleted' && kind !== 'expired'
  const viewer = isSignedIn ? viewerOf(world.people[kind], kind === 'admin') : null
  const undo = new Error('Undone')
  let answer = ''
  await context.store.db
    .transaction(async (tx) => {
      answer = await outcomeFrom(callAs({ ...context.store, db: tx, replica: tx }, viewer), procedure, input)
      if (viewer && answer === 'OK') answer = (await unsignedChange(tx, viewer.id)) ?? answer
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return answer
}

test.each(Object.entries(table))('%s', async (procedure, expected) => {
  const outcomes: Partial<Row> = {}
  const inputOf = inputs[procedure] ?? (() => undefined)
  for (const kind of kinds) {
    if (!overHttp.has(procedure)) {
      outcomes[kind] = await askRouter(kind, procedure, inputOf(things))
      continue
    }
    outcomes[kind] = await outcome(world.api, world.cookies[kind], procedure, inputOf(things))
    // A refusal and a read change nothing; what a write was allowed to change is made anew for the next that is about it.
    if (outcomes[kind] === 'OK' && methods.get(procedure) !== 'GET')
      things = await makeThings(context.store.db, world.people.owner)
  }
  expect(outcomes).toEqual(expected)
})

/** What reads but tells what opens an account, or something of it: no access token does. */
const secretReads = new Set([
  'account.secondFactor',
  'account.sessions',
  'account.addressChange',
  'accessTokens.list',
  'calendarFeeds.list',
  'invitations.list',
  'sharedPlans.mine',
])

test('an access token of a programme changes that, and nothing else: every procedure', async () => {
  const answers: Record<string, string[]> = {}
  const tokens = [
    await tokenOf(world.api, world.cookies.owner, things.event.id),
    await tokenOf(
      world.api,
      world.cookies.owner,
      (await makeThings(context.store.db, world.people.owner)).event.id,
    ),
  ]
  for (const procedure of Object.keys(table))
    for (const token of tokens) {
      const answer = await outcomeOfToken(world.api, token, procedure, inputs[procedure]?.(things) as object)
      if (answer !== 'FORBIDDEN') answers[procedure] = [...(answers[procedure] ?? []), answer]
    }
  expect(answers).toEqual({ 'programmeSyncs.push': ['OK'] })
})

test('an access token reads as a member, whoever has it: every procedure', async () => {
  const wrong: string[] = []
  for (const kind of ['member', 'owner', 'admin'] as const) {
    const token = await tokenOf(world.api, world.cookies[kind])
    for (const [procedure, row] of Object.entries(table)) {
      const isRead = methods.get(procedure) === 'GET' && !secretReads.has(procedure)
      // The owner's things are nothing to an administrator's token.
      const expected = isRead ? row[kind === 'admin' ? 'member' : kind] : 'FORBIDDEN'
      const answer = await outcomeOfToken(world.api, token, procedure, inputs[procedure]?.(things) as object)
      if (answer !== expected) wrong.push(`${kind} ${procedure}: ${answer}, not ${expected}`)
    }
  }
  expect(wrong).toEqual([])
})

test('programmeSyncs.apply tells nobody else that an import is over', async () => {
  const apply = (kind: Kind) =>
    outcome(world.api, world.cookies[kind], 'programmeSyncs.apply', { id: things.doneSync })
  expect([await apply('member'), await apply('owner')]).toEqual(['FORBIDDEN', 'GONE'])
})

test.each(['csv', 'json'])('/admin/export/conferences.%s is a file for administrators', async (ending) => {
  const statuses: Partial<Record<Kind, number>> = {}
  for (const kind of kinds)
    statuses[kind] = (
      await world.api(`/admin/export/conferences.${ending}`, { headers: { cookie: world.cookies[kind] } })
    ).status
  const refused = Object.fromEntries(kinds.map((kind) => [kind, 403]))
  expect(statuses).toEqual({ ...refused, admin: 200 })
})
