import type { AnyProcedure } from '@orpc/server'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { provisions } from '#features/events/event-provisions.ts'
import { event_imports } from '#features/events/events.tables.ts'
import { line as lineField, optionalUrl } from '#lib/fields.ts'
import { rows } from '#platform/database/db.ts'
import { inputFields } from '#platform/procedures/input-fields.ts'
import { router } from '#server/api.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { useStore } from './support/database.ts'
import { bodies, type Hostile, queriesOf, someOf, texts, values } from './support/hostile.ts'
import { peopleOfAllKinds } from './support/people-of-all-kinds.ts'
import { makeSyncs } from './support/procedure-inputs.ts'
import { schemaKind } from './support/schema-kinds.ts'

const isLongRun = process.env.HALLWAY_LONG === '1'

const context = useStore()
const origin = 'http://hallway.test'
let world: Awaited<ReturnType<typeof peopleOfAllKinds>>
let rowsInUse: Awaited<ReturnType<typeof makeThings>>

async function makeThings() {
  const { db } = context.store
  const { owner, member } = world.people
  const event = await makeEvent(db, { owner, slug: 'there', tags: ['Go'] })
  const track = await makeTrack(db, { event })
  const speaker = await makeSpeaker(db)
  const otherSpeaker = await makeSpeaker(db)
  const topic = await makeTopic(db)
  const claims = {
    event: await claimEvent(db, await makePerson(db), event),
    speaker: await claimSpeaker(db, await makePerson(db), speaker),
  }
  const talk = await makeTalk(db, { event, track, speakers: [speaker], topics: [topic] })
  const link = await makeTalkLink(db, { talk, status: 'suggested' })
  const pause = await makeBreak(db, { event, track })
  const [importRow] = await db.insert(event_imports).values({ file_name: 'file.csv' }).returning()
  const { sync } = await makeSyncs(db, event)
  return {
    event,
    track,
    speaker,
    otherSpeaker,
    topic,
    talk,
    link,
    pause,
    claims,
    importRow: importRow!,
    member,
    sync,
  }
}

/** The record of a history, by the end of the procedure's name; of an undo a change. */
const historyRecord = (procedure: string) =>
  ({ Event: rowsInUse.event.id, Talk: rowsInUse.talk.id, Speaker: rowsInUse.speaker.id, Series: seriesId })[
    procedure.match(/(Event|Talk|Speaker|Series)$/)?.[0] ?? ''
  ] ?? 1

/** A right value for each field that must have one, by its name. What may be left out is, where it has none here. */
const validValues: Record<string, (procedure: string) => unknown> = {
  suspended: () => 'only',
  has_branch: () => false,
  id: (procedure) =>
    ({
      people: rowsInUse.member.id,
      attendance: rowsInUse.member.id,
      topics: rowsInUse.topic.id,
      speakers: rowsInUse.speaker.id,
      events: rowsInUse.event.id,
      imports: rowsInUse.importRow.id,
      programme: rowsInUse.talk.id,
      tracks: rowsInUse.track.id,
      breaks: rowsInUse.pause.id,
      talks: rowsInUse.talk.id,
      programmeSyncs: rowsInUse.sync,
      calls: callId,
      callMarks: callId,
      series: seriesId,
      history: historyRecord(procedure),
      coverage: /(?:update|decide|withdraw)$/.test(procedure) ? rowsInUse.link.id : rowsInUse.talk.id,
    })[procedure.split('.')[0]!],
  user_id: () => null,
  number: () => rowsInUse.talk.number,
  direction: () => 'up',
  event_id: () => rowsInUse.event.id,
  earlier_id: () => rowsInUse.event.id,
  speaker_id: () => rowsInUse.speaker.id,
  speaker_ids: () => [],
  talk_id: () => rowsInUse.talk.id,
  track_id: () => null,
  claim_id: (procedure) => rowsInUse.claims[procedure.startsWith('event') ? 'event' : 'speaker'].id,
  owner_id: () => null,
  into_id: () => rowsInUse.topic.id,
  slug: () => 'there',
  name: () => `Named ${unique()}`,
  full_name: () => 'Named',
  email: () => `${unique()}@example.com`,
  reason: () => 'A word',
  token: () => 'none',
  title: () => 'Titled',
  confirmName: () => 'Nobody',
  find: () => 'talk',
  city: () => 'Bergen',
  location_name: () => 'Bergen',
  country_name: () => 'Norway',
  start_date: () => '2027-03-01',
  end_date: () => '2027-03-01',
  date: () => '2027-03-01',
  tag: () => 'Go',
  kind: () => 'event_changed',
  isMuted: () => true,
  is_on: () => true,
  weekday: () => 1,
  hour: () => 8,
  is_automatic: () => false,
  is_attending: () => true,
  is_confirmed: () => true,
  is_accepted: () => true,
  file: () => undefined,
  body: () => undefined,
  params: () => ({ event_id: rowsInUse.event.id }),
  other_id: () => rowsInUse.otherSpeaker.id,
  duplicate_id: () => '44444444-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  merge_id: () => 1,
  to: () => 1_000_000_000,
  since: () => '2020-01-01T00:00:00Z',
  change_id: () => 1,
  other: () => 'other',
  ids: () => [crypto.randomUUID()],
  size: () => '25',
}
const validValuesOf: Record<string, Record<string, () => unknown>> = {
  'account.addressConfirmation': { token: () => 'there' },
  'topics.detail': { name: () => 'Go' },
  'events.place': { kind: () => 'city', name: () => 'Bergen' },
  'events.nearCities': { search: () => 'oslo' },
  'sources.add': {
    name: () => `Source ${unique()}`,
    format: () => 'ical',
    licence: () => 'MIT',
    addresses: () => [],
  },
  'sources.remove': { id: () => crypto.randomUUID() },
  'sources.sync': { id: () => crypto.randomUUID() },
  'sources.undo': { id: () => crypto.randomUUID() },
  'pageReading.read': { url: () => 'https://conference.example' },
  'places.locate': { city: () => 'Oslo', country: () => 'Norway' },
  'site.text': { name: () => 'privacy' },
  'reports.subject': { path: () => '/conferences/there' },
  'reports.submit': { path: () => '/conferences/there', reason: () => 'spam', words: () => 'A word' },
  'suggestions.suggestEvent': { id: () => rowsInUse.event.id, description: () => `Text ${unique()}` },
  'suggestions.suggestTalk': {
    id: () => rowsInUse.talk.id,
    description: () => `Text ${unique()}`,
    topics: () => [],
  },
  'suggestions.suggestSpeaker': { id: () => rowsInUse.speaker.id, bio: () => `Text ${unique()}` },
  'suggestions.suggestSeries': { id: () => seriesId, description: () => `Text ${unique()}` },
  'suggestions.ofEvent': { id: () => rowsInUse.event.id },
  'suggestions.ofTalk': { id: () => rowsInUse.talk.id },
  'suggestions.ofSpeaker': { id: () => rowsInUse.speaker.id },
  'suggestions.ofSeries': { id: () => seriesId },
  'suggestions.accept': { id: () => suggestionId },
  'suggestions.reject': { id: () => suggestionId },
  'decisions.list': {
    kind: () => 'report',
    after: () => '0_2026-01-02 03:04:05+00_00000000-0000-4000-8000-000000000000',
  },
  'decisions.decide': { kind: () => 'report', id: () => reportId },
  'decisions.decideMany': { kind: () => 'report' },
  'decisions.counts': { kind: () => 'report' },
  'decisions.reopen': { kind: () => 'series', id: () => seriesProposalId },
  'coverage.add': {
    url: () => `https://example.com/${unique()}`,
    kind: () => 'writeup',
    language: () => 'en',
  },
  'coverage.update': { url: () => 'https://example.com/link', kind: () => 'writeup', language: () => 'en' },
  'follows.set': { kind: () => 'topic', key: () => 'Go', is_following: () => true },
  'follows.isFollowing': { kind: () => 'topic', key: () => 'Go' },
  'digests.set': { time_zone: () => 'UTC' },
  'coverage.newest': { kind: () => 'writeup' },
  'coverage.ofTopic': { name: () => 'Go' },
  'coverage.setRecording': { recording: () => 'none' },
  'find.everything': { search: () => 'tallk' },
  'find.places': { search: () => 'norw' },
  'find.suggestion': { search: () => 'bergn', among: () => 'events' },
  'people.search': { search: () => 'per' },
  'speakers.search': { search: () => 'per' },
  'invitations.validate': { code: () => 'NOSUCHCODE' },
  'invitations.revoke': { code: () => 'NOSUCHCODE' },
  'calendarFeeds.create': { kind: () => 'schedule' },
  'accessTokens.create': { days: () => '90' },
  'calls.create': { kind: () => 'talks', url: () => 'https://example.com/cfp' },
  'calls.update': {
    kind: () => 'talks',
    url: () => 'https://example.com/cfp',
    updated_at: () => versionOf('calls', callId),
  },
  'callMarks.set': { state: () => 'interested' },
  'attendance.setVisibility': { visibility: () => 'members' },
  'attendance.setDefaultVisibility': { visibility: () => 'members' },
  'announcements.create': { audience: () => 'attendees', message: () => 'Doors open at nine' },
  'breaks.create': { start_time: () => '10:30' },
  'breaks.update': {
    start_time: () => '10:30',
    updated_at: () => versionOf('breaks', rowsInUse.pause.id),
  },
  'eventInvitations.invite': { user_id: () => rowsInUse.member.id },
  'eventHandovers.offer': { user_id: () => rowsInUse.member.id },
  'eventOrganisers.add': { user_id: () => rowsInUse.member.id },
  'eventOrganisers.remove': { user_id: () => rowsInUse.member.id },
  'people.setExtraInvitations': { user_id: () => rowsInUse.member.id, extra: () => 5 },
  'people.member': { user_id: () => rowsInUse.member.id },
  'people.restore': { user_id: () => rowsInUse.member.id },
  'history.compareEvent': { from: () => 0 },
  'history.compareTalk': { from: () => 0 },
  'history.compareSpeaker': { from: () => 0 },
  'history.compareSeries': { from: () => 0 },
  'history.recent': {
    kind: () => 'talks',
    via: () => 'form',
    from: () => '2027-03-01',
    to: () => '2027-03-02',
  },
  'events.previewMerge': { id: () => rowsInUse.event.id, duplicate_id: () => unconfirmedId },
  'cities.rename': { country: () => 'Norway', new_city: () => 'Oslo' },
  'history.undoMember': { user_id: () => rowsInUse.member.id },
  'history.previewUndoMember': { user_id: () => rowsInUse.member.id },
  'people.signOut': { user_id: () => rowsInUse.member.id },
  'talks.create': { topics: () => [] },
  'talks.move': {
    date: () => undefined,
    location: () => undefined,
    new_location: () => 'Hall',
    minutes: () => 0,
  },
  'talks.setLinks': { updated_at: () => versionOf('talks', rowsInUse.talk.id) },
  'series.confirm': { event_id: () => unconfirmedId },
  'duplicates.separate': { one_id: () => rowsInUse.event.id, other_id: () => unconfirmedId },
  'duplicates.reopen': { one_id: () => rowsInUse.event.id, other_id: () => unconfirmedId },
  'speakers.update': { updated_at: () => versionOf('speakers', rowsInUse.speaker.id) },
  'talks.update': { topics: () => [], updated_at: () => versionOf('talks', rowsInUse.talk.id) },
  'events.update': {
    updated_at: () => versionOf('events', rowsInUse.event.id),
    programme: () => 'moves',
  },
}
const callId = '66666666-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const writeCall = `
  insert into calls (id, event_id, url) select '${callId}', id, 'https://example.com/cfp' from events where slug = 'there' on conflict do nothing`
const seriesId = '77777777-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const writeSeries = `
  insert into series (id, name, slug) values ('${seriesId}', 'There', 'there'), (gen_random_uuid(), 'Other', 'other') on conflict do nothing;
  update events set series_id = series.id, confirmation = 'listing' from series
  where series.slug = case when events.slug = 'there' then 'there' else 'other' end
    and (series_id is distinct from series.id or confirmation is null)`
const unconfirmedId = '99999999-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const listUnconfirmed = `
  insert into events (id, name, slug, start_date, end_date, location_name, country_name)
  values ('${unconfirmedId}', 'Unconfirmed', 'unconfirmed', '2099-05-01', '2099-05-01', 'Bergen', 'Norway')
  on conflict do nothing;
  ${writeSeries};
  update events set series_id = '${seriesId}', confirmation = case when slug = 'there' then 'listing' end
  where slug in ('there', 'unconfirmed')`
const seriesProposalId = '88888888-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const proposeSeries = `
  update events set series_id = null where series_id is not null;
  delete from series_proposals where id <> '${seriesProposalId}';
  insert into series_proposals (id, name, event_ids, score) select '${seriesProposalId}', 'Proposed', array_agg(id), 1 from (select id from events order by id limit 10) as events
  on conflict (id) do update set is_dismissed = false`
const suggestionId = '55555555-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const writeSuggestion = `
  delete from suggestions;
  insert into suggestions (id, kind, record_id, suggested_by, changes, former, created_at)
  select '${suggestionId}', 'event', events.id, profiles.id, '{"description": "Text"}', jsonb_build_object('description', description), '2020-01-01'
  from events, profiles where slug = 'there' and profiles.id not in (select user_id from user_roles) limit 1`
const reportId = '44444444-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const ownEvents = `
  update events set created_by = user_id from (select user_id from user_roles limit 1) as admin
  where created_by is distinct from user_id`
/** What a call needs anew each time. */
const resetStatements: Record<string, string> = {
  'account.addressConfirmation': `
    insert into address_changes (user_id, old_email, new_email, old_token_hash, new_token_hash, expires_at)
    select user_id, 'old@example.com', 'new@example.com', encode(sha256('there'), 'hex'), encode(sha256('here'), 'hex'), now() + interval '1 day'
    from user_roles limit 1 on conflict do nothing`,
  'eventHandovers.offer': `${ownEvents}; delete from rate_limits`,
  'eventHandovers.withdraw': ownEvents,
  'announcements.create': `${ownEvents}; delete from rate_limits`,
  'announcements.recipients': ownEvents,
  'eventOrganisers.add': 'delete from event_organisers; delete from rate_limits',
  'coverage.add':
    'delete from talk_links where id <> (select id from talk_links order by created_at limit 1); delete from rate_limits',
  'coverage.withdraw': `update talk_links set status = 'suggested', added_by = (select user_id from user_roles limit 1)`,
  'calendarFeeds.create': 'delete from calendar_feeds',
  'accessTokens.create': 'delete from access_tokens',
  'calls.create': 'delete from calls; delete from rate_limits',
  'series.detail': writeSeries,
  'series.join': writeSeries,
  'series.confirm': listUnconfirmed,
  'events.previewMerge': listUnconfirmed,
  'series.update': writeSeries,
  'series.merge': writeSeries,
  'calls.update': writeCall,
  'callMarks.set': writeCall,
  'callMarks.setNote': `${writeCall}; insert into call_marks (user_id, call_id) select user_id, '${callId}' from user_roles on conflict do nothing`,
  'attendance.set': `update events set status = 'scheduled' where status <> 'scheduled'`,
  'eventInvitations.answer': `update events set status = 'scheduled' where status <> 'scheduled'`,
  'savedTalks.save': `update events set status = 'scheduled' where status <> 'scheduled'; update talks set status = 'scheduled' where status <> 'scheduled'`,
  'suggestions.suggestSeries': writeSeries,
  'suggestions.accept': writeSuggestion,
  'suggestions.reject': writeSuggestion,
  'reports.submit': 'delete from reports where reporter_id is not null; delete from rate_limits',
  'decisions.decide': `
    insert into reports (id, kind, record_id, reason) values ('${reportId}', 'event', gen_random_uuid(), 'spam')
    on conflict (id) do update set settled_at = null, settled_by = null, note = null`,
  'decisions.reopen': `${proposeSeries}; update series_proposals set is_dismissed = true`,
  'topicProposals.propose': 'delete from topic_proposals',
  'people.update': 'delete from rate_limits',
  'pictures.upload': 'delete from rate_limits',
  'invitations.create': 'delete from rate_limits',
  'invitationRequests.ask': 'delete from rate_limits',
  'invitations.validate': 'delete from rate_limits',
  'eventClaims.submit': `delete from event_claims where user_id in (select user_id from user_roles)`,
}

const versionOf = async (table: 'events' | 'talks' | 'speakers' | 'breaks' | 'calls', id: string) => {
  const [versionRow] = await rows<{ updated_at: string }>(
    context.store.db,
    sql`select updated_at::text from ${sql.identifier(table)} where id = ${id}::uuid`,
  )
  return versionRow?.updated_at
}

type Procedure = { name: string; method: string; path: string; fields: Record<string, z.ZodType> }
type Definition = { route: { method?: string; path?: string } }

function proceduresOf(node: object, names: string[] = []): Procedure[] {
  return Object.entries(node).flatMap(([name, value]: [string, object]): Procedure[] => {
    if (!('~orpc' in value)) return proceduresOf(value, [...names, name])
    const { route } = value['~orpc'] as Definition
    const fields = inputFields(value as AnyProcedure)
    return [{ name: [...names, name].join('.'), method: route.method!, path: route.path!, fields }]
  })
}

const procedures = proceduresOf(router)
const takesList = (field: z.ZodType) => field.safeParse([]).success

const validValueOf = ({ name, fields }: Procedure, field: string) =>
  validValuesOf[name]?.[field] ??
  validValues[field] ??
  (fields[field]!.safeParse(undefined).success ? () => undefined : undefined)

/** The right input of a procedure as JSON source by field. */
async function validInput(procedure: Procedure): Promise<Record<string, string>> {
  const input: Record<string, string> = {}
  for (const field of Object.keys(procedure.fields)) {
    const value = await validValueOf(procedure, field)!(procedure.name)
    if (value !== undefined) input[field] = JSON.stringify(value)
  }
  return input
}

type Answer = { status: number; text: string }

async function ask(
  path: string,
  init: RequestInit & { type?: string; cookie?: string } = {},
): Promise<Answer> {
  const { type, cookie = world.cookies.admin, ...rest } = init
  const headers = { origin, cookie, ...(type !== undefined && { 'content-type': type }) }
  const answer = await world.api(path, { ...rest, headers })
  return { status: answer.status, text: await answer.text() }
}

const call = (procedure: string, body: string) =>
  ask(`/api/rpc/${procedure.replace('.', '/')}`, { method: 'POST', type: 'application/json', body })

/** Answers of 500 and more, as lines that say to what. */
const failures: string[] = []
const recordFailure = (what: string, { status, text }: Answer) => {
  if (status >= 500) failures.push(`${what.slice(0, 300)}: ${status} ${text.slice(0, 200)}`)
}

beforeAll(async () => {
  world = await peopleOfAllKinds(context.store)
  rowsInUse = await makeThings()
  // Whatever a row held at any time is looked at in the end.
  await context.store.execute(`
    create table ever_stored (of text, row jsonb);
    create function keep_all() returns trigger language plpgsql as $$
      begin insert into ever_stored values (replace(tg_table_name, 'all_', ''), to_jsonb(new)); return null; end $$;
    do $$
      declare each record;
      begin
        for each in select tablename from pg_tables where schemaname = 'public' and tablename <> 'ever_stored' loop
          execute format('create trigger keep_all after insert or update on %I for each row execute function keep_all()', each.tablename);
        end loop;
      end
    $$`)
})

test('every field of every procedure has a right value', () => {
  const missingFields = procedures.flatMap((procedure) =>
    Object.keys(procedure.fields)
      .filter((field) => !validValueOf(procedure, field))
      .map((field) => `${procedure.name}: ${field}`),
  )
  expect(missingFields).toEqual([])
})

test('no value in any field brings a procedure down', async () => {
  let offset = 0
  const tried = new Set<string>()
  /** In the gate one field of each kind, read or written: the database takes each what the schema lets through. */
  const isTried = (method: string, schema: z.ZodType) => {
    const kind = `${method === 'GET'} ${schemaKind(schema)}`
    const isKnown = tried.has(kind)
    tried.add(kind)
    return isKnown && !isLongRun
  }
  for (const procedure of procedures) {
    const { name, fields, method } = procedure
    const newFields = Object.entries(fields).filter(([, schema]) => !isTried(method, schema))
    const slots = newFields.flatMap(([field, schema]) => [
      { field, wrap: ({ json }: Hostile) => json, path: [field] },
      ...(takesList(schema) ? [{ field, wrap: ({ json }: Hostile) => `[${json}]`, path: [field, 0] }] : []),
    ])
    for (const { field, wrap, path } of slots) {
      offset += 1
      for (const value of someOf(values, offset, 64)) {
        if (resetStatements[name]) await context.store.execute(resetStatements[name])
        const input = { ...(await validInput(procedure)), [field]: wrap(value) }
        const json = Object.entries(input).map(([key, source]) => `${JSON.stringify(key)}:${source}`)
        const meta = value.type === undefined ? [] : [[value.type, ...path]]
        recordFailure(
          `${name} ${path.join('.')} ${value.json} ${value.type ?? ''}`,
          await call(name, `{"json":{${json}},"meta":${JSON.stringify(meta)}}`),
        )
      }
    }
    for (const { json, type } of someOf(values, offset++, 256)) {
      const meta = type === undefined ? '[]' : `[[${type}]]`
      recordFailure(`${name} ${json} ${type ?? ''}`, await call(name, `{"json":${json},"meta":${meta}}`))
    }
  }
  expect(failures.splice(0)).toEqual([])
})

test('right values are accepted, so that each field was reached', async () => {
  const refusedStatuses: Record<string, number> = {}
  for (const procedure of procedures) {
    if (resetStatements[procedure.name]) await context.store.execute(resetStatements[procedure.name]!)
    if (
      /remove|Remove|undo|merge|upload|approve|Role|addTag|start|answer|invite|speaking.confirm|Claims.submit|programmeS|pageReading|sources.sync|unsubscription|sharedPlans.detail|hiddenEvents.restore|history.return|suspend|revoke|retry/.test(
        procedure.name,
      )
    )
      continue
    const json = Object.entries(await validInput(procedure)).map(([key, source]) => `"${key}":${source}`)
    const { status } = await call(procedure.name, `{"json":{${json}}}`)
    if (status !== 200) refusedStatuses[procedure.name] = status
  }
  expect(refusedStatuses).toEqual({})
})

test('no query string brings an address of the API down', async () => {
  let offset = 0
  for (const procedure of procedures.filter(({ method }) => method === 'GET')) {
    const input = await validInput(procedure)
    const inPath = [...procedure.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const path = (other?: string, value?: string) =>
      `/api/v1${procedure.path.replace(/\{(\w+)\}/g, (_, name) => {
        return encodeURIComponent(name === other ? value!.toWellFormed() : JSON.parse(input[name]!))
      })}`
    for (const name of inPath) {
      for (const text of someOf(texts, ++offset, 128).filter((candidate) => candidate.length < 4000))
        recordFailure(`${procedure.name} ${name} ${text}`, await ask(path(name, text)))
      for (const raw of ['%', '%zz', '%00', '%ff', '%2e%2e', '%2f', '..', '//'])
        recordFailure(`${procedure.name} ${name} ${raw}`, await ask(path(name, 'raw').replace('raw', raw)))
    }
    const names = Object.keys(procedure.fields).filter((name) => !inPath.includes(name))
    for (const name of names.length > 0 ? names : ['x'])
      for (const query of someOf(queriesOf(name), ++offset, 128))
        recordFailure(`${procedure.name} ?${query}`, await ask(`${path()}?${query}`))
  }
  expect(failures.splice(0)).toEqual([])
})

test('a read of the API refuses parameters that it does not take, and names them', async () => {
  for (const { path, method, fields } of procedures) {
    if (method !== 'GET') continue
    const { status, text } = await ask(
      `/api/v1${path.replace(/\{\w+\}/g, rowsInUse.event.id)}?nmae=x&tags[]=y&constructor=z`,
    )
    const refusal = JSON.parse(text)
    expect([path, status, refusal.code, refusal.message]).toEqual([
      path,
      400,
      'BAD_REQUEST',
      expect.stringMatching(
        `^Unknown parameters: nmae, ${'tags' in fields ? '' : 'tags, '}constructor\\. Known here: `,
      ),
    ])
  }
})

test('no body, address or method brings the API down', async () => {
  let offset = 0
  for (const { name, path, method } of procedures) {
    offset += 1
    const addresses = [`/api/rpc/${name.replace('.', '/')}`]
    if (method !== 'GET') addresses.push(`/api/v1${path.replace(/\{\w+\}/g, rowsInUse.event.id)}`)
    for (const address of addresses) {
      for (const [type, body] of someOf(bodies, offset))
        recordFailure(
          `${address} ${type} ${typeof body === 'string' ? body : 'bytes'}`,
          await ask(address, { method: address.startsWith('/api/rpc') ? 'POST' : method, type, body }),
        )
      for (const other of someOf(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'], offset))
        recordFailure(`${other} ${address}`, await ask(address, { method: other }))
    }
  }
  for (const path of [
    ...[
      '/api',
      '/api/',
      '/api/rpc',
      '/api/rpc/',
      '/api/v1/',
      '/api/v1/nothing',
      '/api/rpc/events',
      '/api/rpc/events/',
    ],
    ...['/api/rpc/__proto__', '/api/rpc/constructor/constructor', '/api/rpc/events/__proto__/toString'],
    ...[
      '/api/rpc/events/list/~orpc',
      '/api/rpc/~orpc/handler',
      '/api/rpc/events%2flist',
      '/api/rpc/%',
      '/api/v1/%',
    ],
    ...[
      '/api/v1/events/%ff',
      '/api/v1//events',
      '/api/v1/../rpc/events/list',
      `/api/rpc/${'a/'.repeat(4000)}`,
    ],
    ...[
      '/api/auth',
      '/api/auth/',
      '/api/auth/%',
      '/api/auth/__proto__',
      '/api/auth/error?error=%00',
      '/healthz?%',
    ],
  ])
    for (const method of ['GET', 'POST', 'PUT'])
      recordFailure(`${method} ${path}`, await ask(path, { method }))
  expect(failures.splice(0)).toEqual([])
})

/** Better Auth's endpoints, which are no procedures of ours. */
const accountFields: Record<string, Record<string, unknown>> = {
  'sign-in/email': { email: 'a@example.com', password: 'wrong one', rememberMe: true, callbackURL: '/' },
  'sign-up/email': {
    name: 'Somebody',
    email: 'new@example.com',
    password: 'a quiet hallway',
    invitationCode: 'HOSTILE1',
    image: null,
    callbackURL: '/',
  },
  'request-password-reset': { email: 'a@example.com', redirectTo: '/' },
  'reset-password': { newPassword: 'a quiet hallway', token: 'x' },
  'send-verification-email': { email: 'a@example.com', callbackURL: '/' },
  'change-password': {
    currentPassword: 'wrong one',
    newPassword: 'a quiet hallway',
    revokeOtherSessions: true,
  },
  'change-address': { newEmail: 'b@example.com', password: 'wrong one', code: '123456' },
  'revoke-session': { token: 'x' },
  'two-factor/enable': { password: 'wrong one', issuer: 'x', method: 'totp' },
  'two-factor/disable': { password: 'wrong one' },
  'two-factor/generate-backup-codes': { password: 'wrong one' },
  'two-factor/verify-totp': { code: '123456', trustDevice: true },
  'two-factor/verify-backup-code': { code: 'x', disableSession: true, trustDevice: true },
}

test('no value brings the account endpoints down', async () => {
  let offset = 0
  // Answers of these endpoints take their time on purpose.
  const sampleOf = (offset: number) => someOf(values, offset, 120)
  for (const [endpoint, fields] of Object.entries(accountFields)) {
    for (const field of Object.keys(fields)) {
      offset += 1
      for (const { json } of sampleOf(offset)) {
        await context.store.execute(
          'delete from rate_limits',
          `insert into invitation_codes (code) select 'HOSTILE1' on conflict (code) do update set used_at = null, used_by = null`,
        )
        const body = Object.entries(fields).map(
          ([key, value]) => `"${key}":${key === field ? json : JSON.stringify(value)}`,
        )
        const cookie = /password|address|two-factor/.test(endpoint) ? world.cookies.member : ''
        recordFailure(
          `${endpoint} ${field} ${json}`,
          await ask(`/api/auth/${endpoint}`, {
            method: 'POST',
            type: 'application/json',
            cookie,
            body: `{${body}}`,
          }),
        )
      }
    }
    for (const [type, body] of someOf(bodies, offset))
      recordFailure(
        `${endpoint} ${type} ${body}`,
        await ask(`/api/auth/${endpoint}`, { method: 'POST', type, body }),
      )
  }
  for (const query of someOf([...queriesOf('token'), ...queriesOf('next')], ++offset))
    recordFailure(`confirm?${query}`, await ask(`/auth/confirm?${query}`, { method: 'POST' }))
  for (const path of ['verify-email', 'get-session', 'list-sessions'])
    for (const query of someOf([...queriesOf('token'), ...queriesOf('callbackURL')], ++offset))
      recordFailure(`${path}?${query}`, await ask(`/api/auth/${path}?${query}`))
  expect(failures.splice(0)).toEqual([])
})

test('a file with every text in every column is read to its end', async () => {
  const columns = ['name', 'description', 'start_date', 'end_date', 'location_name', 'country_name']
  const good = ['Good', 'Fine', '2027-03-01', '2027-03-02', 'Bergen', 'Norway']
  const lines = columns.flatMap((_, column) => texts.map((text) => good.with(column, text).join(',')))
  const file = new File([[columns.join(), ...lines].join('\n')], '\u202e<script>.csv')
  const body = new FormData()
  body.set('file', file)
  const answer = await world.api('/api/v1/imports', {
    method: 'POST',
    headers: { origin, cookie: world.cookies.admin },
    body,
  })
  expect(answer.status).toBe(202)
  const { id } = (await answer.json()) as { id: string }
  await expect
    .poll(() => rows(context.store.db, sql`select status from event_imports where id = ${id}::uuid`))
    .toEqual([{ status: 'done' }])
})

test('what a field takes, the database takes too', async () => {
  const anyText = fc.string({ unit: 'binary' })
  const candidates = [
    ...texts,
    ...fc.sample(fc.oneof(anyText, fc.string({ unit: 'grapheme' })), isLongRun ? 100_000 : 5000),
  ]
  const addresses = fc.sample(
    fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      anyText.map((text) => `https://${text}`),
    ),
    isLongRun ? 100_000 : 5000,
  )
  const acceptedValues = (field: z.ZodType<string | null | undefined, unknown>, values: string[]) =>
    values.flatMap((value) => field.safeParse(value).data || [])
  const lines = acceptedValues(lineField('required', limits.talkTitle, 'Line'), candidates)
  const urls = acceptedValues(optionalUrl(limits.url), [...texts, ...addresses])
  expect(lines.length).toBeGreaterThan(1000)
  expect(urls.length).toBeGreaterThan(1000)
  const refusedRows = await rows<{ value: string }>(
    context.store.db,
    sql`
      select value from unnest(${sql.param(lines)}::text[]) as value where is_clean_line(value) is not true
      union all
      select value from unnest(${sql.param(urls)}::text[]) as value where is_web_url(value) is not true`,
  )
  expect(refusedRows.map(({ value }) => JSON.stringify(value))).toEqual([])
})

type Rule = (value: string) => boolean
// Written anew on purpose, not taken from the product: what nobody may put into a line.
const isLine: Rule = (value) =>
  !/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u.test(value) &&
  /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)
const upTo =
  (maxLength: number): Rule =>
  (value) =>
    Array.from(value).length <= maxLength
const line =
  (maxLength: number): Rule =>
  (value) =>
    isLine(value) && upTo(maxLength)(value)
const web: Rule = (value) =>
  upTo(limits.url)(value) &&
  /^https?:$/.test(URL.parse(value)?.protocol ?? '') &&
  !/[\p{Cc}\p{Cf}\s<>"]/u.test(value)
const picture: Rule = (value) => web(value) || /^\/pictures\/[0-9a-f]{32}\.webp$/.test(value)
const withoutBrackets =
  (rule: Rule): Rule =>
  (value) =>
    rule(value) && !/[<>]/.test(value)

/** What a column of text may hold that a stranger's words may reach, where its name does not say more. */
const ruleByName = (column: string): Rule => (/(?:^|_)(?:url|website)$/.test(column) ? web : isLine)
/** What the others may hold, or less than that. */
const storedRules: Record<string, Rule> = {
  'user.name': line(limits.fullName),
  'user.email': line(limits.email),
  'user.image': (value) => value === '',
  'user.invitation_code': (value) => /^[A-Z0-9]{4,20}$/.test(value),
  'profiles.full_name': line(limits.fullName),
  'profiles.bio': upTo(limits.profileBio),
  'profiles.avatar_url': picture,
  ...Object.fromEntries(
    ['bluesky', 'github', 'mastodon', 'linkedin', 'twitch'].map((platform) => [
      `profiles.${platform}_handle`,
      line(limits.handle),
    ]),
  ),
  'topic_proposals.name': line(limits.topicName),
  'directory_sources.name': line(100),
  'directory_sources.licence': line(100),
  'topics.name': line(limits.topicName),
  'event_tags.tag': line(limits.topicName),
  'address_changes.old_email': line(limits.email),
  'address_changes.new_email': line(limits.email),
  'address_changes.old_token_hash': (value) => /^[0-9a-f]{64}$/.test(value),
  'address_changes.new_token_hash': (value) => /^[0-9a-f]{64}$/.test(value),
  'invitation_requests.email': (value) => line(limits.email)(value) && /^[^@]+@[^@]+$/.test(value),
  'invitation_codes.code': (value) => /^[A-Z0-9]{4,20}$/.test(value),
  'speakers.name': withoutBrackets(line(limits.speakerName)),
  'speakers.bio': withoutBrackets(upTo(limits.speakerBio)),
  'speakers.location_name': withoutBrackets(line(limits.speakerLocation)),
  'speakers.country_name': line(limits.speakerCountry),
  'speakers.country_code': (value) => /^[A-Z]{2}$/.test(value),
  'speakers.image_url': picture,
  'social_links.handle': line(limits.url),
  'speaker_claims.rejection_reason': upTo(limits.claimReason),
  'reports.words': upTo(limits.reportWords),
  'reports.note': upTo(limits.reportWords),
  'events.name': line(limits.eventName),
  'events.slug': (value) => /^[a-z0-9_-]{1,200}$/.test(value) && value !== 'new',
  'events.description': upTo(limits.eventDescription),
  'events.location_name': line(limits.place),
  'events.country_name': line(limits.place),
  'events.status_note': line(limits.statusNote),
  'events.logo_url': picture,
  'events.format': (value) => ['in_person', 'online', 'hybrid'].includes(value),
  'events.languages': (value) => /^[A-Za-z-]{2,30}(, [A-Za-z-]{2,30})*$/.test(value),
  'events.price': (value) => /^(free|\d{1,6}( to \d{1,6})? [A-Z]{3})$/.test(value),
  ...Object.fromEntries(
    provisions.map((name) => [`events.${name}`, (value: string) => value === 'yes' || value === 'no']),
  ),
  'series.name': line(limits.eventName),
  'series_proposals.name': line(limits.eventName),
  'series.slug': (value) => /^[a-z0-9_-]{1,200}$/.test(value),
  'series.description': upTo(limits.seriesDescription),
  'pictures.name': (value) => /^[0-9a-f]{32}$/.test(value),
  'old_addresses.key': line(limits.url),
  'old_addresses.new_key': line(limits.url),
  'calls.time_zone': (value) => /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(value),
  'calls.formats': line(limits.callFormats),
  'calls.note': upTo(limits.callNote),
  'call_marks.note': upTo(limits.markNote),
  'digests.time_zone': (value) => /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(value),
  'events.time_zone': (value) => /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(value),
  'event_states.location_name': line(limits.place),
  'event_states.country_name': line(limits.place),
  'event_moves.name': line(limits.eventName),
  'event_moves.location_name': line(limits.place),
  'event_moves.country_name': line(limits.place),
  'event_claims.reason': upTo(limits.claimReason),
  'tracks.name': line(limits.trackName),
  'tracks.description': upTo(limits.trackDescription),
  'breaks.title': line(limits.breakTitle),
  'breaks.description': upTo(limits.breakDescription),
  'talks.title': line(limits.talkTitle),
  'talks.description': upTo(limits.talkDescription),
  'talks.location': line(limits.talkLocation),
  'talk_moves.title': line(limits.talkTitle),
  'talk_moves.location': line(limits.talkLocation),
  'talks.subtitle': line(limits.talkTitle),
  'talks.language': (value) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/.test(value),
  'talks.type': line(100),
  'link_checks.host': upTo(limits.url),
  'link_checks.picture': (value) => /^\/pictures\/[0-9a-f]{32}\.webp$/.test(value),
  'talk_links.canonical': web,
  'talk_links.title': line(limits.linkTitle),
  'talk_links.language': (value) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/.test(value),
  'talks.source_key': upTo(400),
  'breaks.source_key': upTo(400),
  'tracks.source_key': line(limits.trackName),
  'programme_syncs.file_name': line(255),
  'source_people.name': line(limits.speakerName),
  'muted_notifications.channel': (value) => value === 'list' || value === 'mail',
  'notifications.path': (value) => /^\/(?![/\\])/.test(value),
  'admin_actions.path': (value) => /^\/(?![/\\])/.test(value),
  'mail_outbox.to_address': line(limits.email),
  'announcements.audience': (value) => value === 'attendees' || value === 'savers',
  'announcements.message': upTo(limits.announcement),
  'profiles.organisation': line(limits.organisation),
  'profiles.city': line(limits.place),
  'profiles.headline': line(limits.profileHeadline),
  'profiles.attendance_visibility': (value) => ['public', 'members', 'unlisted'].includes(value),
  'user_events.visibility': (value) => ['public', 'members', 'unlisted'].includes(value),
  'calendar_feeds.name': line(limits.calendarFeedName),
  'access_tokens.name': line(serverLimits.accessTokenName),
  'words.word': upTo(40),
  'places.location_name': line(limits.place),
  'places.country_name': line(limits.place),
}
/** Written by the server alone, or text that no rule limits. */
const unruledColumns =
  /^(session|account|two_factors|verification|migrations|rate_limits|changes|ever_stored)\.|_key$|^changed_rows\.|\.(doc|document|format|digest|etag|last_modified|namespace|status|recording|kind|channel|role|platform|action|reason|message|text|html|last_error)$/

test('what was stored at any time obeys the rules', async () => {
  const columns = await rows<{ name: string }>(
    context.store.db,
    sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and left(table_name, 4) <> 'all_' order by 1`,
  )
  const names = columns.map(({ name }) => name)
  expect(Object.keys(storedRules).filter((name) => !names.includes(name))).toEqual([])
  const violations: string[] = []
  for (const name of names.filter((name) => storedRules[name] || !unruledColumns.test(name))) {
    const [table = '', column = ''] = name.split('.')
    const rule = storedRules[name] ?? ruleByName(column)
    const storedValues = await rows<{ value: string }>(
      context.store.db,
      sql`select distinct row->>${column} as value from ever_stored where of = ${table} and row->>${column} is not null`,
    )
    for (const { value } of storedValues)
      if (!rule(value)) violations.push(`${name}: ${JSON.stringify(value).slice(0, 120)}`)
  }
  expect(violations).toEqual([])
})
