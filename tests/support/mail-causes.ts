import { type SQL, sql } from 'drizzle-orm'
import { sendDueReminders } from '#features/calls/call-reminders.server.ts'
import { checkLinks, listNewAddresses } from '#features/coverage/check-links.server.ts'
import { writeDueDigests } from '#features/digests/send-digests.server.ts'
import { notifyOfNextEditions, notifyOfProgrammes } from '#features/follows/notify-followers.server.ts'
import { syncSource } from '#features/programme-import/syncs/automatic-sync.server.ts'
import { importProgramme } from '#features/programme-import/syncs/programme-syncs.server.ts'
import { readSyncedEvent } from '#features/programme-import/syncs/stored-programme.server.ts'
import { notifyOfDecisions } from '#features/sources/notify-of-decisions.server.ts'
import { source_questions } from '#features/sources/sources.tables.ts'
import { notifyOrganisers } from '#features/sources/sync-source.server.ts'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import { type FetchSafely, OutboundError } from '#platform/fetch-safely.ts'
import { createLog } from '#platform/log.ts'
import { accountMail } from '#server/accounts/account-mail.ts'
import { serverLimits } from '#src/limits.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { callAsPerson, queueOf } from '#tests/support/call.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeCall, markCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { answerSpeaking } from '#tests/support/factories/speaking.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'

const site = { name: 'Hallway', url: 'http://hallway.test' }
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const today = day(0)

/** A member who wants others to get mail, somebody who gets it, and administrators. */
export type World = Awaited<ReturnType<typeof makeWorld>>

export async function makeWorld(store: Store) {
  const { db } = store
  const sender = await makePerson(db, { name: 'FREE VIAGRA', password })
  const victim = await makePerson(db)
  const admin = await makePerson(db, { isAdmin: true })
  const as = (person: typeof sender, isAdmin = false) => callAsPerson(store, person, { isAdmin })
  return {
    ...{ store, db, sender, victim, admin, as },
    host: accountHost(store),
    /** An event of the sender that the victim attends. */
    attended: async (days = 60) => {
      const event = await makeEvent(db, { owner: sender, start_date: day(days), end_date: day(days) })
      await attend(db, victim, event)
      return event
    },
    /** As if the minutes had passed in which changes become one message. */
    passTime: () =>
      store.execute(
        `update event_moves set due_at = now()`,
        `update talk_moves set due_at = now()`,
        `update mail_outbox set next_try_at = now(), tries = 1`,
        `delete from rate_limits where key like 'programme%'`,
      ),
  }
}

type Cause = {
  /** The files that write the mail. */
  sources: string[]
  /** Mails to one address that all of it may cause. */
  most?: number
  /** Prepares, and returns what is done again and again. A refusal is an outcome as good as any. */
  prepare: (world: World) => Promise<(n: number) => Promise<unknown>>
}

const eventValues = async ({ as, sender }: World, slug: string) => as(sender).events.detail({ slug })
const talkMessages = 'src/features/events/talk-messages.server.ts'
const claimsFile = 'src/features/claims/claims.server.ts'
const decisions = 'src/features/decisions/decide.server.ts'
const handovers = 'src/features/claims/event-handovers.api.ts'
const organisers = 'src/features/events/event-organisers.api.ts'
const moves = 'src/features/events/event-moves.server.ts'
const account = 'server/accounts/account-mail.ts'
const automatic = 'src/features/programme-import/syncs/automatic-sync.server.ts'

const talkInput = (talk: { title: string; date: string }, more: object = {}) =>
  ({ title: talk.title, date: talk.date, speaker_ids: [], topics: [], ...more }) as never

const table = (date: string, rows: string[]) =>
  Buffer.from(['key,title,date,start,room', ...rows.map((row) => row.replace('DAY', date))].join('\n'))

const answering = (bodyOf: () => Buffer | Error): FetchSafely =>
  Object.assign(
    async (finalUrl: string) => {
      const body = bodyOf()
      if (body instanceof Error) throw body
      return {
        status: 'ok' as const,
        body,
        contentType: undefined,
        etag: undefined,
        lastModified: undefined,
        finalUrl,
      }
    },
    { isOn: true },
  )

/** An event with one talk of a programme that the victim saved. */
async function importedEvent(world: World) {
  const { db, sender, victim } = world
  const { id } = await makeEvent(db, { owner: sender, start_date: day(60), end_date: day(60) })
  const event = (await readSyncedEvent(db, { id }))!
  const file = (n: number) => table(event.start_date, [`one,Call 555-0199,DAY,${10 + (n % 8)}:00,Room ${n}`])
  const run = { site, today }
  const importFile = (n: number, begunBy: string | null, url?: string) =>
    importProgramme(db, event, { content: file(n), url }, { ...run, begunBy })
  return {
    event,
    file,
    run,
    importFile,
    save: async () => {
      const talk = await idOf(db, sql`select id from talks where event_id = ${id}::uuid`)
      await saveTalk(db, victim, { id: talk!, event_id: id } as never)
    },
  }
}

/** The id that a select of one finds. */
const idOf = async (db: Database, select: SQL) => (await rows<{ id: string }>(db, select))[0]?.id

const post = (world: World, path: string, body: object, cookie?: string) =>
  world.host.post(`/api/auth/${path}`, body, cookie ? { headers: { cookie } } : {})

/** Whatever causes a mail, by whom it may. The tests compare it with the source, the subjects and the kinds. */
export const causes: Record<string, Cause> = {
  'edits of a conference': {
    sources: [moves],
    prepare: async (world) => {
      const { slug, id } = await world.attended()
      return async (n) => {
        const now = await eventValues(world, slug)
        await world.as(world.sender).events.update({ ...now, id, location_name: `Town ${n}` } as never)
      }
    },
  },
  'cancellations of a conference': {
    sources: [moves],
    prepare: async (world) => {
      const { slug, id } = await world.attended()
      return async () => {
        await world.as(world.sender).events.cancel({ id })
        await world.passTime()
        const now = await eventValues(world, slug)
        await world.as(world.sender).events.update({ ...now, id, status: 'scheduled' } as never)
      }
    },
  },
  'deletions of conferences': {
    sources: [moves],
    prepare: async (world) => async () => {
      const { id } = await world.attended()
      await world.as(world.sender).events.remove({ id })
    },
  },
  'edits of a talk': {
    sources: [talkMessages],
    prepare: async (world) => {
      const event = await world.attended()
      const talk = await makeTalk(world.db, { event })
      await saveTalk(world.db, world.victim, talk)
      return async (n) => {
        const { updated_at } = await world.as(world.sender).talks.detail({ id: talk.id })
        await world
          .as(world.sender)
          .talks.update(talkInput(talk, { id: talk.id, updated_at, location: `Room ${n}` }))
      }
    },
  },
  'deletions of talks': {
    sources: [talkMessages],
    prepare: async (world) => {
      const event = await world.attended()
      return async () => {
        const talk = await makeTalk(world.db, { event })
        await saveTalk(world.db, world.victim, talk)
        await world.as(world.sender).talks.remove({ id: talk.id })
      }
    },
  },
  'talks of a speaker who has not said that they speak': {
    sources: [talkMessages, 'src/features/events/speaking-confirmations.server.ts'],
    most: 0,
    prepare: async (world) => {
      const speaker = await makeSpeaker(world.db, { user_id: world.victim.id })
      return async (n) => {
        const event = await makeEvent(world.db, {
          owner: world.sender,
          start_date: day(60),
          end_date: day(60),
        })
        const api = world.as(world.sender)
        const talk = { title: 'Your account will be closed, call 555-0199', date: event.start_date }
        const { id } = await api.talks.create(
          talkInput(talk, { event_id: event.id, speaker_ids: [speaker.id] }),
        )
        const { updated_at } = await api.talks.detail({ id })
        await api.talks.update(
          talkInput(talk, { id, updated_at, location: `Room ${n}`, speaker_ids: [speaker.id] }),
        )
        const now = await eventValues(world, event.slug)
        await api.events.update({ ...now, id: event.id, location_name: `Town ${n}` } as never)
      }
    },
  },
  'talks of a speaker who speaks there': {
    sources: [talkMessages],
    prepare: async (world) => {
      const [event, speaker] = [
        await world.attended(),
        await makeSpeaker(world.db, { user_id: world.victim.id }),
      ]
      await answerSpeaking(world.db, world.victim, event)
      const talk = await makeTalk(world.db, { event, speakers: [speaker] })
      return async (n) => {
        const api = world.as(world.sender)
        const { updated_at } = await api.talks.detail({ id: talk.id })
        const input = { id: talk.id, updated_at, location: `Room ${n}`, speaker_ids: [speaker.id] }
        await api.talks.update(talkInput(talk, input))
      }
    },
  },
  'files of a programme': {
    sources: [talkMessages],
    prepare: async (world) => {
      const { event, file, importFile, save } = await importedEvent(world)
      await importFile(0, world.sender.id)
      await save()
      return async (n) => {
        const api = world.as(world.sender)
        const files = [new File([new Uint8Array(file(n + 1))], 'programme.csv')]
        const { id } = await api.programmeSyncs.preview({ event_id: event.id, files })
        await api.programmeSyncs.apply({ id } as never)
        for (let tries = 0; tries < 500; tries++) {
          const { status } = await api.programmeSyncs.detail({ id })
          if (status === 'done') return
          await new Promise((resume) => setTimeout(resume, 5))
        }
        throw new Error('An import does not end')
      }
    },
  },
  'programmes at an address': {
    sources: [talkMessages, automatic],
    prepare: async (world) => {
      const { event, file, run, importFile, save } = await importedEvent(world)
      await importFile(0, null, 'https://programme.example.com/p.csv')
      await save()
      let n = 0
      const fetchSafely = answering(() => file(n))
      return async (step) => {
        n = step + 1
        await syncSource(world.db, event.id, { ...run, fetchSafely })
      }
    },
  },
  'programmes at an address that lose most talks': {
    sources: [automatic],
    prepare: async (world) => {
      const { db, sender } = world
      const { id } = await makeEvent(db, { owner: sender, start_date: day(60), end_date: day(60) })
      const event = (await readSyncedEvent(db, { id }))!
      const many = Array.from({ length: 20 }, (_, row) => `${row},Talk ${row},DAY,10:00,Room`)
      const url = 'https://programme.example.com/p.csv'
      await importProgramme(db, event, { content: table(event.start_date, many), url }, { site, today })
      let n = 0
      const fetchSafely = answering(() => table(event.start_date, [`0,Talk 0,DAY,10:00,Room ${n}`]))
      return async (step) => {
        n = step
        await syncSource(db, id, { site, today, fetchSafely })
      }
    },
  },
  'links that are suggested and withdrawn': {
    sources: ['src/features/coverage/coverage.server.ts'],
    most: 1,
    prepare: async (world) => {
      const event = await makeEvent(world.db, { owner: world.victim })
      const talk = await makeTalk(world.db, { event })
      await world.as(world.victim).notifications.mute({ kind: 'coverage', isMuted: true, channel: 'list' })
      const api = world.as(world.sender).coverage
      return async (n) => {
        const { id } = await api.add({ id: talk.id, url: `https://example.com/${n}` } as never)
        await api.withdraw({ id })
      }
    },
  },
  'calls that are suggested and withdrawn': {
    sources: ['src/features/calls/calls.server.ts'],
    most: 1,
    prepare: async (world) => {
      const event = await makeEvent(world.db, { owner: world.victim })
      await world.as(world.victim).notifications.mute({ kind: 'coverage', isMuted: true, channel: 'list' })
      const api = world.as(world.sender).calls
      return async (n) => {
        const { id } = await api.create({
          event_id: event.id,
          kind: 'talks',
          url: `https://example.com/${n}`,
        })
        await api.remove({ id })
      }
    },
  },
  'reminders of calls that are extended again and again': {
    sources: ['src/features/calls/call-reminders.server.ts'],
    prepare: async (world) => {
      const event = await makeEvent(world.db, { owner: world.sender, start_date: day(400) })
      const call = await makeCall(world.db, { event, closes_on: day(3) })
      await markCall(world.db, world.victim, call, { changed_at: new Date(0).toISOString() })
      return async (n) => {
        await world.db.execute(
          sql`update calls set closes_on = current_date + 3 + ${n}::integer where id = ${call.id}::uuid`,
        )
        await sendDueReminders(world.db, site, new Date(Date.now() + n * 86_400_000).toISOString())
      }
    },
  },
  'links that are gone': {
    sources: ['src/features/coverage/check-links.server.ts'],
    prepare: async (world) => {
      const event = await makeEvent(world.db, { owner: world.victim })
      const talks = await Promise.all(Array.from({ length: 4 }, () => makeTalk(world.db, { event })))
      const fetchSafely = answering(() => new OutboundError('HTTP_STATUS', 404))
      return async (n) => {
        await makeTalkLink(world.db, {
          talk: talks[n % talks.length]!,
          url: `https://gone.example.com/${unique()}`,
          added_by: world.sender.id,
        })
        await listNewAddresses(world.db)
        for (const days of [0, 7, 15]) {
          await world.db.execute(
            sql`update link_checks set next_check_at = '2020-01-01' where gone_since is null`,
          )
          await checkLinks(world.db, { site, fetchSafely, now: new Date(Date.now() + days * 86_400_000) })
        }
      }
    },
  },
  'other details that a source has': {
    sources: ['src/features/sources/sync-source.server.ts'],
    prepare: async (world) => {
      const event = await makeEvent(world.db, { owner: world.victim })
      return () => world.db.transaction((tx) => notifyOrganisers(tx, site, event.id, 'A list'))
    },
  },
  'what sources leave to decide': {
    sources: ['src/features/sources/notify-of-decisions.server.ts'],
    most: 1,
    prepare: async (world) => async () => {
      const event = await makeEvent(world.db)
      await world.db.insert(source_questions).values({ event_id: event.id, kind: 'page' })
      await notifyOfDecisions(world.db, site)
    },
  },
  'claims of a conference': {
    sources: [claimsFile, decisions],
    most: serverLimits.claimsPerDay,
    prepare: async (world) => {
      const event = await makeEvent(world.db, { owner: world.victim })
      return async () => {
        const claim = await world.as(world.sender).eventClaims.submit({ event_id: event.id })
        await queueOf(world.as(world.admin, true), 'event_claim').reject(claim.id)
      }
    },
  },
  'claims of speakers': {
    sources: [claimsFile, decisions],
    most: serverLimits.claimsPerDay,
    prepare: async (world) => async () => {
      const speaker = await makeSpeaker(world.db)
      const claim = await world.as(world.sender).speakerClaims.submit({ speaker_id: speaker.id })
      await queueOf(world.as(world.admin, true), 'speaker_claim').reject(claim.id)
    },
  },
  'offers of a conference': {
    sources: [handovers],
    prepare: async (world) => {
      const { id } = await world.attended()
      return async () => {
        await world.as(world.sender).eventHandovers.offer({ event_id: id, user_id: world.victim.id })
        await world.passTime()
        await world.as(world.sender).eventHandovers.withdraw({ event_id: id })
      }
    },
  },
  'offers that are declined': {
    sources: [handovers],
    prepare: async (world) => {
      const { id } = await makeEvent(world.db, { owner: world.victim })
      return async () => {
        await world.as(world.victim).eventHandovers.offer({ event_id: id, user_id: world.sender.id })
        await world.as(world.sender).eventHandovers.answer({ event_id: id, is_accepted: false })
      }
    },
  },
  'a co-organiser who is added and removed': {
    sources: [organisers],
    prepare: async (world) => {
      const { id } = await makeEvent(world.db, { owner: world.sender })
      return async () => {
        const input = { event_id: id, user_id: world.victim.id }
        await world.as(world.sender).eventOrganisers.add(input)
        await world.as(world.sender).eventOrganisers.remove(input)
      }
    },
  },
  'programmes of conferences that somebody follows': {
    sources: ['src/features/follows/notify-followers.server.ts'],
    prepare: async (world) => async () => {
      const event = await makeEvent(world.db, { owner: world.sender, start_date: day(60) })
      await world.as(world.victim).follows.set({ kind: 'event', key: event.id, is_following: true })
      await makeTalk(world.db, { event })
      await world.store.execute(`update all_talks set created_at = created_at - interval '11 minutes'`)
      await notifyOfProgrammes(world.db, site, today)
      await world.as(world.victim).follows.set({ kind: 'event', key: event.id, is_following: false })
    },
  },
  'next editions of conferences that somebody follows': {
    sources: ['src/features/follows/notify-followers.server.ts'],
    prepare: async (world) => async () => {
      const name = `Yearly ${unique()}`
      const event = await makeEvent(world.db, { owner: world.sender, name, start_date: day(-60) })
      await world.as(world.victim).follows.set({ kind: 'event', key: event.id, is_following: true })
      const next = await makeEvent(world.db, { owner: world.sender, name, start_date: day(60) })
      await makeSeries(world.db, [event, next], { name })
      await notifyOfNextEditions(world.db, site, today)
      await world.as(world.victim).follows.set({ kind: 'event', key: next.id, is_following: false })
    },
  },
  'a co-organiser who leaves': {
    sources: [organisers],
    prepare: async (world) => {
      const { id } = await makeEvent(world.db, { owner: world.victim })
      return async () => {
        const input = { event_id: id, user_id: world.sender.id }
        await world.as(world.victim).eventOrganisers.add(input)
        await world.as(world.sender).eventOrganisers.remove(input)
      }
    },
  },
  'a conference that two hand to and fro': {
    sources: ['src/features/events/event-owner.server.ts', handovers],
    // Of two accounts.
    most: 2 * serverLimits.mailsFromOneSenderPerDay,
    prepare: async (world) => {
      const { id } = await world.attended()
      let owner = world.sender
      let other = await makePerson(world.db)
      return async () => {
        await world.as(owner).eventHandovers.offer({ event_id: id, user_id: other.id })
        await world.as(other).eventHandovers.answer({ event_id: id, is_accepted: true })
        // Where the offer is refused the owner stays.
        ;[owner, other] = [other, owner]
      }
    },
  },
  invitations: {
    sources: ['src/features/attendance/event-invitations.api.ts'],
    prepare: async (world) => async () => {
      const event = await makeEvent(world.db, { owner: world.sender, start_date: day(60), end_date: day(60) })
      await world.as(world.sender).eventInvitations.invite({ event_id: event.id, user_id: world.victim.id })
    },
  },
  announcements: {
    sources: ['src/features/announcements/announcements.api.ts'],
    prepare: async (world) => async () => {
      const { id } = await world.attended()
      await world
        .as(world.sender)
        .announcements.create({ event_id: id, audience: 'attendees', message: 'Call 555-0199' })
    },
  },
  reports: {
    sources: [decisions],
    most: serverLimits.reportsPerDay,
    prepare: async (world) => async () => {
      const { slug, id } = await makeEvent(world.db, { owner: world.victim })
      const path = `/conferences/${slug}`
      await world.as(world.sender).reports.submit({ path, reason: 'spam', words: 'Look' } as never)
      const reportId = await idOf(world.db, sql`select id from reports where record_id = ${id}::uuid`)
      await queueOf(world.as(world.admin, true), 'report').accept(reportId!)
    },
  },
  suggestions: {
    sources: [decisions, 'src/features/suggestions/suggestions.api.ts'],
    most: 2 * serverLimits.suggestionsPerDay,
    prepare: async (world) => async (n) => {
      const { id } = await makeEvent(world.db, { owner: world.victim })
      await world.as(world.sender).suggestions.suggestEvent({ id, location_name: `Place ${n}` })
      const suggestionId = await idOf(world.db, sql`select id from suggestions where record_id = ${id}::uuid`)
      await world.as(world.victim).suggestions.reject({ id: suggestionId! })
    },
  },
  'a topic that is proposed, followed and removed': {
    sources: [decisions, 'src/features/topics/topic-editing.api.ts'],
    // Administrators do it, once for each topic: a member causes no more of it than they decide on.
    most: Number.POSITIVE_INFINITY,
    prepare: async (world) => async () => {
      const name = `Topic ${unique()}`
      await world.as(world.sender).topicProposals.propose({ name })
      const api = world.as(world.admin, true)
      const proposalId = await idOf(world.db, sql`select id from topic_proposals where name = ${name}`)
      await queueOf(api, 'topic').accept(proposalId!)
      const topicId = await idOf(world.db, sql`select id from topics where name = ${name}`)
      await world.db.execute(
        sql`insert into follows (user_id, topic_id) values (${world.victim.id}::uuid, ${topicId}::uuid)`,
      )
      await api.topics.remove({ id: topicId } as never)
    },
  },
  'a speaker who is followed and removed': {
    sources: ['src/features/speakers/speaker-merging.api.ts'],
    most: Number.POSITIVE_INFINITY,
    prepare: async (world) => async () => {
      const speaker = await makeSpeaker(world.db, { created_by: world.sender.id })
      await world.db.execute(
        sql`insert into follows (user_id, speaker_id) values (${world.victim.id}::uuid, ${speaker.id}::uuid)`,
      )
      await world.as(world.admin, true).speakers.remove({ id: speaker.id })
    },
  },
  'conferences that are merged': {
    sources: ['src/features/events/event-merging.server.ts'],
    // Administrators do it.
    most: Number.POSITIVE_INFINITY,
    prepare: async (world) => async () => {
      const { id } = await makeEvent(world.db, { owner: world.victim })
      const other = await makeEvent(world.db, { owner: world.sender })
      await world.as(world.admin, true).events.merge({ id, duplicate_id: other.id })
    },
  },
  digests: {
    sources: ['src/features/digests/digest-mail.server.ts', 'src/features/digests/send-digests.server.ts'],
    most: 1,
    prepare: async (world) => {
      const topic = await makeTopic(world.db)
      await world.store.execute(
        `insert into follows (user_id, topic_id) values ('${world.victim.id}', '${topic.id}')`,
        `insert into digests (user_id, weekday, hour, time_zone, covered_until, next_due_at)
          values ('${world.victim.id}', 1, 8, 'UTC', now() - interval '7 days', now() - interval '1 minute')`,
      )
      return async () => {
        const { id } = await makeEvent(world.db, {
          owner: world.sender,
          start_date: day(60),
          end_date: day(60),
        })
        await world.db.execute(sql`
          insert into event_tags (event_id, tag, created_at) select ${id}::uuid, name, now() - interval '1 hour' from topics where id = ${topic.id}::uuid`)
        await world.db.execute(
          sql`update all_events set created_at = now() - interval '1 hour' where id = ${id}::uuid`,
        )
        await writeDueDigests(world.db, site)
      }
    },
  },
  'requests for an invitation, each accepted': {
    sources: ['src/features/invitations/invitation-decision.server.ts'],
    // Administrators send it.
    most: Number.POSITIVE_INFINITY,
    prepare: async (world) => {
      const email = `${unique()}@example.com`
      return async () => {
        await world.as(world.sender).invitationRequests.ask({ email, reason: 'I organise a meetup' })
        const requestId = await idOf(world.db, sql`select id from invitation_requests where email = ${email}`)
        if (requestId) await queueOf(world.as(world.admin, true), 'invitation').accept(requestId)
      }
    },
  },
  'registrations with the address of another': {
    sources: [account],
    most: 5,
    prepare: async (world) => {
      return async () => {
        const { code } = await makeInvitation(world.db)
        const person = { name: 'FREE VIAGRA', email: world.victim.email, password, invitationCode: code }
        await post(world, 'sign-up/email', person)
      }
    },
  },
  'requests for a new password': {
    sources: [account],
    most: 5,
    prepare: async (world) => async () => {
      await post(world, 'request-password-reset', { email: world.victim.email, redirectTo: '/auth/reset' })
    },
  },
  'requests for a confirmation': {
    sources: [account],
    most: 5,
    prepare: async (world) => {
      const email = `${unique()}@example.com`
      const { code } = await makeInvitation(world.db)
      await post(world, 'sign-up/email', { name: 'New', email, password, invitationCode: code })
      return () => post(world, 'send-verification-email', { email, callbackURL: '/' })
    },
  },
  'changes of the own address to that of another': {
    sources: [account],
    most: 5,
    prepare: async (world) => {
      const { cookie } = await post(world, 'sign-in/email', { email: world.sender.email, password })
      return () => post(world, 'change-address', { newEmail: world.victim.email, password }, cookie)
    },
  },
  'changes at the second factor': {
    sources: [account],
    most: 20,
    prepare: async (world) => {
      const log = createLog('error', { write: () => {} })
      const mail = accountMail(world.db, log, { siteUrl: site.url, siteName: site.name })
      return () => mail.secondFactor({ ...world.sender, name: 'FREE VIAGRA' }, 'codes')
    },
  },
  'new access tokens': {
    sources: [account],
    most: 20,
    prepare: async (world) => {
      const { cookie } = await post(world, 'sign-in/email', { email: world.sender.email, password })
      return async () => {
        await world.store.execute('delete from access_tokens')
        const body = { name: 'FREE VIAGRA', days: '30' }
        await world.host.post('/api/v1/access-tokens', body, { headers: { cookie } })
      }
    },
  },
}

/** Files that write mail, or hand on what does, and need no cause of their own. */
export const otherSources = {
  'src/features/notifications/notifications.server.ts': 'notify itself',
  'platform/compose-mail.ts': 'composes',
  'server/accounts/auth.ts': 'hands accountMail on',
  'server/operator/account-commands.ts': 'commands of the operator',
  'server/operator/mail-commands.ts': 'a test mail of the operator',
}
