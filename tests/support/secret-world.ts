import { randomBytes, randomUUID } from 'node:crypto'
import { access_tokens } from '#features/access-tokens/access-tokens.tables.ts'
import { admin_actions } from '#features/administration/admin-actions.tables.ts'
import { suspend } from '#features/administration/suspensions.server.ts'
import { digests } from '#features/digests/digests.tables.ts'
import {
  event_handovers,
  event_import_skips,
  event_imports,
  event_invitations,
  event_organisers,
  user_events,
} from '#features/events/events.tables.ts'
import { calendar_feeds } from '#features/feeds/calendar-feeds.tables.ts'
import { shared_plans } from '#features/feeds/shared-plans.tables.ts'
import { follows } from '#features/follows/follows.tables.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { address_changes, session, two_factors, verification } from '#features/people/people.tables.ts'
import { topic_proposals } from '#features/topics/topics.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { makeCall, markCall } from '#tests/support/factories/calls.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeReport } from '#tests/support/factories/reports.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'

/** Sixteen letters and digits, no two of which begin alike: none is a part of another. */
const mark = () => `zq${randomUUID().replaceAll('-', '').slice(0, 14)}`

/** Who has an account here; everybody else is a visitor. */
export type Reader = 'member' | 'other' | 'owner' | 'admin'

/** A text that stands in one place of the database, and who may ever be sent it. */
export type Secret = { what: string; text: string; readers: Reader[] }

export type SecretWorld = Awaited<ReturnType<typeof makeSecretWorld>>

/**
 * A database in which everything that is not public is a text of its own: addresses, codes, reasons, messages, who
 * saved what, files, records, keys. The rest is one event with a programme.
 */
export async function makeSecretWorld(db: Database) {
  const secrets: Secret[] = []
  const secret = (what: string, readers: Reader[], text = mark()) => {
    secrets.push({ what, text, readers })
    return text
  }
  const account = async (reader: Reader) => {
    const email = `${secret(`the address of ${reader}`, [reader])}@example.com`
    const code = secret(`the code that ${reader} came with`, [reader, 'admin'], mark().toUpperCase())
    return makePerson(db, { name: `${reader} ${mark()}`, email, code, password, isAdmin: reader === 'admin' })
  }
  const people = {
    member: await account('member'),
    other: await account('other'),
    owner: await account('owner'),
    admin: await account('admin'),
  }
  const { member, other, owner, admin } = people

  const event = await makeEvent(db, { owner, tags: ['Corridors'] })
  await makeSeries(db, [event, await makeEvent(db, { start_date: '2019-03-01' })], { slug: event.slug })
  const unowned = await makeEvent(db)
  const topic = await makeTopic(db)
  const track = await makeTrack(db, { event })
  const speaker = await makeSpeaker(db)
  const unlinked = await makeSpeaker(db)
  const talk = await makeTalk(db, { event, track, speakers: [speaker], topics: [topic] })

  await makeTalkLink(db, {
    talk,
    status: 'suggested',
    added_by: member.id,
    url: `https://example.com/${secret('a suggested link', ['member', 'owner', 'admin'])}`,
  })
  await makeTalkLink(db, {
    talk,
    status: 'rejected',
    added_by: other.id,
    url: `https://example.com/${secret('a link that was taken down', ['owner', 'admin'])}`,
  })

  const closes_on = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const call = await makeCall(db, { event, closes_on })
  for (const reader of ['member', 'other', 'owner', 'admin'] as const)
    await markCall(db, people[reader], call, { note: secret(`what ${reader} notes about a call`, [reader]) })
  await makeCall(db, {
    event,
    kind: 'posters',
    status: 'suggested',
    added_by: member.id,
    url: `https://example.com/${secret('a suggested call', ['member', 'owner', 'admin'])}`,
  })

  const claim = await claimEvent(db, member, unowned, {
    reason: secret('a claim’s reason', ['member', 'admin']),
  })
  await claimEvent(db, other, unowned, {
    reason: secret('a rejected claim’s reason', ['other', 'admin']),
    status: 'rejected',
    decidedBy: admin,
  })
  await claimSpeaker(db, other, speaker, {
    status: 'rejected',
    decidedBy: admin,
    rejection_reason: secret('why a speaker’s claim was rejected', ['other', 'admin']),
  })
  const speakerClaim = await claimSpeaker(db, member, unlinked)

  // People who did one private thing: their names stand nowhere else but in their profiles, which nothing here asks for,
  // and in the list of all users, which administrators see.
  const makeSecretPerson = (what: string, readers: Reader[]) =>
    makePerson(db, { name: secret(what, readers) })
  await saveTalk(db, await makeSecretPerson('who saved a talk', ['admin']), talk)
  await markCall(db, await makeSecretPerson('who tracks a call', ['admin']), call)
  const follower = await makeSecretPerson('who follows a topic', ['admin'])
  await db.insert(follows).values({ user_id: follower.id, topic_id: topic.id })
  const digestAt = '2026-01-01T00:00:00Z'
  await db.insert(digests).values({
    user_id: member.id,
    weekday: 1,
    hour: 8,
    time_zone: secret('a time zone', ['member']),
    covered_until: digestAt,
    next_due_at: digestAt,
  })
  const formerAttendee = await makeSecretPerson('who no longer attends', ['admin'])
  await db.insert(user_events).values({ event_id: event.id, user_id: formerAttendee.id, is_attending: false })
  const invitee = await makeSecretPerson('who was invited to an event', ['owner', 'admin'])
  await db.insert(event_invitations).values({ event_id: event.id, user_id: invitee.id, invited_by: owner.id })
  const claimant = await makeSecretPerson('who claims an event', ['admin'])
  await claimEvent(db, claimant, event, {})

  const reporter = await makeSecretPerson('who reported an event', ['admin'])
  const report = await makeReport(db, {
    kind: 'event',
    record_id: event.id,
    reporter_id: reporter.id,
    words: secret('what a report says', ['admin']),
  })
  await makeReport(db, {
    kind: 'profile',
    record_id: admin.id,
    reporter_id: member.id,
    settled_at: new Date().toISOString(),
    note: secret('what administrators noted about a report', ['admin']),
  })

  const proposer = await makeSecretPerson('who proposes a topic', ['admin'])
  const [proposal] = await db
    .insert(topic_proposals)
    .values({ name: secret('a proposed topic', ['admin']), proposed_by: proposer.id })
    .returning()
  const suspended = await makeSecretPerson('who is suspended', ['admin'])
  await makeEvent(db, { owner: suspended, name: secret('a hidden conference', ['admin']) })
  await suspend(db, { id: suspended.id, hasBranch: false, suspendedBy: admin.id })

  for (const [reader, { id }] of Object.entries(people) as [Reader, { id: string }][]) {
    await db.insert(notifications).values({
      user_id: id,
      kind: 'event_changed',
      message: secret(`a notification of ${reader}`, [reader]),
      path: '/conferences',
    })
    await makeInvitation(db, {
      created_by: id,
      code: secret(`an invitation code of ${reader}`, [reader, 'admin'], mark().toUpperCase()),
    })
  }
  // Who attends and does not want to be named; who lets members alone know.
  const unlisted = await makeSecretPerson('who attends unlisted', ['admin'])
  await db.insert(user_events).values({ event_id: event.id, user_id: unlisted.id, visibility: 'unlisted' })
  const forMembers = await makeSecretPerson('who attends for members', ['member', 'other', 'owner', 'admin'])
  await db.insert(user_events).values({ event_id: event.id, user_id: forMembers.id, visibility: 'members' })
  const planner = await makeSecretPerson('who shares a plan', ['admin'])
  await db.insert(shared_plans).values({ user_id: planner.id, event_id: event.id })
  await db.insert(calendar_feeds).values({
    user_id: member.id,
    kind: 'schedule',
    name: secret('the name of a private calendar', ['member']),
  })
  await db.insert(access_tokens).values({
    ...{ user_id: member.id, scope: 'read', hash: randomBytes(32) },
    name: secret('the name of an access token', ['member']),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await db.insert(mail_outbox).values({
    to_address: `${secret('the address of a mail', [])}@example.com`,
    subject: secret('the subject of a mail', []),
    text: secret('the text of a mail', []),
    html: secret('the markup of a mail', []),
  })
  const [imported] = await db
    .insert(event_imports)
    .values({ file_name: secret('an imported file’s name', ['admin']), status: 'done', created_by: admin.id })
    .returning()
  await db.insert(event_import_skips).values({
    import_id: imported!.id,
    line: 2,
    reason: secret('why a line was left out', ['admin']),
  })
  await db.insert(admin_actions).values({
    admin_id: admin.id,
    action: 'event_edited',
    subject: secret('the subject of an administrator’s action', ['admin']),
    before: { name: secret('what an administrator changed', ['admin']) },
  })
  await db.insert(session).values({
    userId: claimant.id,
    token: secret('a session', []),
    expiresAt: new Date(Date.now() + 86_400_000),
    ipAddress: secret('a session’s address', []),
    userAgent: secret('a session’s browser', []),
  })
  const organiser = await makeSecretPerson('who is a co-organiser', ['owner', 'admin'])
  await db.insert(event_organisers).values({ event_id: event.id, user_id: organiser.id, added_by: owner.id })
  await db.insert(event_handovers).values({ event_id: event.id, from_id: owner.id, to_id: other.id })
  await db.insert(address_changes).values({
    user_id: member.id,
    old_email: member.email,
    new_email: `${secret('the new address of a member', ['member'])}@example.com`,
    old_token_hash: secret('what the old mailbox confirms', []),
    new_token_hash: secret('what the new mailbox confirms', []),
    expires_at: '2100-01-01',
  })
  await db.insert(two_factors).values({
    userId: claimant.id,
    secret: secret('the key of a second factor', []),
    backupCodes: secret('recovery codes', []),
  })
  await db.insert(verification).values({
    identifier: secret('what a link confirms', []),
    value: secret('the value of a link', []),
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  return {
    people,
    secrets,
    event,
    unowned,
    topic,
    track,
    speaker,
    unlinked,
    talk,
    claim,
    speakerClaim,
    imported: imported!,
    report,
    proposal: proposal!,
  }
}

/** The secrets in a text that this reader may not be sent, by what they are. Null is a visitor. */
export const leaksTo = (reader: Reader | null, text: string, { secrets }: SecretWorld): string[] =>
  secrets
    .filter(
      (secret) =>
        !(reader && secret.readers.includes(reader)) &&
        text.toLowerCase().includes(secret.text.toLowerCase()),
    )
    .map(({ what }) => what)
