import { event_invitations, user_events } from '#features/events/events.tables.ts'
import { calendar_feeds } from '#features/feeds/calendar-feeds.tables.ts'
import { follows } from '#features/follows/follows.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'
import { makeThings } from './procedure-inputs.ts'

/** Stands in every text of the spammer, and nowhere else. */
export const mark = 'qzspam'
const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

/**
 * A member whose every text has the mark, wherever members leave any, among people who attend, follow, save and are
 * invited to what is the member's; and the member's own visit to what is not.
 */
export async function makeSuspendedWorld(db: Database) {
  const admin = await makePerson(db, { password, isAdmin: true })
  const spammer = await makePerson(db, {
    name: `Ann ${mark}`,
    email: 'spammer@example.com',
    password,
    invitedBy: admin,
    profile: { bio: `Bio ${mark}`, website: `https://${mark}.example.com`, github_handle: mark },
  })
  const owner = await makePerson(db, { password })
  const member = await makePerson(db, { password, invitedBy: spammer })
  const things = await makeThings(db, owner)
  await makeEvent(db, { tags: ['Shared topic'] })

  const event = await makeEvent(db, {
    owner: spammer,
    name: `Conference ${mark}`,
    slug: `conference-${mark}`,
    description: `Description ${mark}`,
    location_name: `Town ${mark}`,
    country_name: `Land ${mark}`,
    website: `https://${mark}.example.com/event`,
    start_date: day,
    end_date: day,
    tags: ['Shared topic'],
  })
  await makeSeries(db, [event], { name: `Series ${mark}`, slug: event.slug, description: `All ${mark}` })
  const track = await makeTrack(db, { event, name: `Track ${mark}` })
  const ownSpeaker = await makeSpeaker(db, {
    name: `Speaker ${mark}`,
    bio: `Speaks ${mark}`,
    user_id: spammer.id,
    created_by: spammer.id,
  })
  const unclaimed = await makeSpeaker(db, { name: `Unclaimed ${mark}`, created_by: spammer.id })
  const talk = await makeTalk(db, {
    event,
    track,
    title: `Talk ${mark}`,
    description: `About ${mark}`,
    date: day,
    speakers: [ownSpeaker, unclaimed],
    topics: [things.topic],
  })
  const pause = await makeBreak(db, { event, title: `Break ${mark}` })
  const link = await makeTalkLink(db, { talk, status: 'live', url: `https://example.com/${mark}/own` })

  // At somebody else's conference: a speaker, a link, an attendee, a suggestion, a claim.
  // Of a talk that is over: only then are its links new.
  const othersTalk = await makeTalk(db, {
    event: things.event,
    date: '2024-05-01',
    speakers: [ownSpeaker, things.speaker],
  })
  for (const [status, kind] of [
    ['live', 'video'],
    ['suggested', 'slides'],
  ] as const)
    await makeTalkLink(db, {
      talk: othersTalk,
      status,
      kind,
      added_by: spammer.id,
      url: `https://example.com/${mark}/${kind}`,
    })
  await db.insert(user_events).values({ event_id: things.event.id, user_id: spammer.id })
  await db.insert(user_events).values({ event_id: event.id, user_id: member.id })
  await claimEvent(db, spammer, things.unowned, { reason: `I own ${mark}` })
  await claimSpeaker(db, spammer, things.otherSpeaker, {})
  await saveTalk(db, member, talk)
  await db.insert(follows).values([
    { user_id: member.id, person_id: spammer.id },
    { user_id: member.id, speaker_id: ownSpeaker.id },
  ])
  await db
    .insert(event_invitations)
    .values({ event_id: event.id, user_id: member.id, invited_by: spammer.id })
  await db
    .insert(event_invitations)
    .values({ event_id: things.event.id, user_id: spammer.id, invited_by: owner.id })
  await db.insert(notifications).values({
    user_id: member.id,
    named_user_id: spammer.id,
    kind: 'event_invitation',
    message: `Ann ${mark} invites you`,
    path: `/conferences/conference-${mark}`,
  })
  const [calendar] = await db
    .insert(calendar_feeds)
    .values({ user_id: spammer.id, kind: 'attending', name: `Phone ${mark}` })
    .returning()
  return {
    people: { admin, spammer, owner, member },
    things,
    calendar: calendar!,
    othersTalk,
    /** What a caller may ask for who knows the ids of what is hidden. */
    hidden: {
      ...things,
      event,
      track,
      talk,
      pause,
      link,
      speaker: ownSpeaker,
      otherSpeaker: unclaimed,
      claimant: spammer,
    },
  }
}
