import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { admin_actions } from '#features/administration/admin-actions.tables.ts'
import { event_claims, events, user_events } from '#features/events/events.tables.ts'
import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import { user_saved_talks } from '#features/programme/programme.tables.ts'
import { social_links, speaker_claims, speakers } from '#features/speakers/speakers.tables.ts'
import { rows, type Store } from '#platform/database/db.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { callAs, queueOf, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { freshStore, useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { saveTalks } from '#tests/support/factories/saved-talks.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { totpCode } from '#tests/support/totp.ts'
import { profiles, session, user } from './people.tables.ts'

const context = useStore()
const leave = (store: Store, person: Parameters<typeof viewerOf>[0], confirmName: string) =>
  callAs(store, viewerOf(person)).account.remove({ confirmName })

/** Somebody who left traces everywhere. */
async function active(store: Store) {
  const { db } = store
  const person = await makePerson(db, { name: 'Ada Example', password: 'correct horse' })
  const other = await makePerson(db)
  const owned = await makeEvent(db, { owner: person })
  const event = await makeEvent(db, { owner: other })
  const talk = await makeTalk(db, { event, created_by: person.id })
  await attend(db, person, event)
  await saveTalks(db, [{ person, talk }])
  await claimEvent(db, person, event)
  const speaker = await makeSpeaker(db, {
    name: 'Ada Example',
    bio: 'I write compilers.',
    image_url: 'https://example.com/ada.jpg',
    location_name: 'Bergen',
    user_id: person.id,
    links: [{ platform: 'github', handle: 'ada' }],
  })
  await claimSpeaker(db, person, speaker, { status: 'approved', decidedBy: other })
  await db
    .insert(session)
    .values({ userId: person.id, token: `token ${person.id}`, expiresAt: new Date(Date.now() + 1e6) })
  return { person, owned, event, talk, speaker }
}

describe('a person deletes their account', () => {
  test('the account, its sessions and what is theirs alone go; what others need stays, without them', async () => {
    const { db } = context.store
    const { person, owned, talk, speaker } = await active(context.store)
    await leave(context.store, person, '  Ada Example ')

    const countRows = async (table: string, column: string) =>
      rows(db, sql`select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${person.id}::uuid`)
    for (const [table, column] of [
      ['user', 'id'],
      ['account', 'user_id'],
      ['session', 'user_id'],
      ['profiles', 'id'],
      ['user_events', 'user_id'],
      ['user_saved_talks', 'user_id'],
      ['event_claims', 'user_id'],
      ['speaker_claims', 'user_id'],
    ] as const) {
      expect({ table, left: await countRows(table, column) }).toEqual({ table, left: [] })
    }
    expect(
      await db
        .select({ id: events.id, created_by: events.created_by })
        .from(events)
        .where(eq(events.id, owned.id)),
    ).toEqual([{ id: owned.id, created_by: null }])
    const [anonymous] = await db.select().from(speakers).where(eq(speakers.id, speaker.id))
    expect(anonymous).toMatchObject({
      name: 'Anonymous',
      bio: null,
      image_url: null,
      user_id: null,
      location_name: null,
      country_code: null,
      country_name: null,
    })
    expect(await db.select().from(social_links).where(eq(social_links.speaker_id, speaker.id))).toEqual([])
    expect(await callAs(context.store, null).programme.talksOfPerson({ id: person.id })).toEqual([])
    expect(await rows(db, sql`select created_by from talks where id = ${talk.id}::uuid`)).toEqual([
      { created_by: null },
    ])
  })

  test('and neither their name nor their address is left anywhere', async () => {
    const { db } = context.store
    const [name, email] = ['Zyxwv Quandary', `zyxwv.quandary.${Date.now()}@example.com`]
    const person = await makePerson(db, { name, email, password: 'correct horse', isAdmin: false })
    const other = await makePerson(db, { name: 'Otto Other' })
    const admin = await makePerson(db, { name: 'Ada Admin', isAdmin: true })
    const asPerson = callAs(context.store, viewerOf(person))
    const asAdmin = callAs(context.store, viewerOf(admin, true))
    const host = accountHost(context.store)
    const credentials = { email, password: 'wrong one' }
    await host.post('/api/auth/sign-in/email', credentials)
    await host.post('/api/auth/request-password-reset', { email })
    await host.mailedPath(email, 'Choose a new password')
    const { cookie } = await host.post('/api/auth/sign-in/email', { email, password: 'correct horse' })
    await host.post(
      '/api/auth/change-password',
      { currentPassword: 'wrong one', newPassword: 'another long one' },
      { headers: { cookie, origin: 'http://hallway.test' } },
    )

    const owned = await makeEvent(db, { owner: person, name: 'Owned' })
    await asPerson.eventInvitations.invite({ event_id: owned.id, user_id: other.id })
    const [one, two, three] = [
      await makeEvent(db),
      await makeEvent(db),
      await makeEvent(db, { owner: other }),
    ]
    const claims = []
    for (const event of [one, two]) {
      await attend(db, other, event)
      claims.push(await asPerson.eventClaims.submit({ event_id: event.id, reason: 'It is mine' }))
    }
    await queueOf(asAdmin, 'event_claim').accept(claims[0]!.id)
    await queueOf(asAdmin, 'event_claim').reject(claims[1]!.id)
    await asAdmin.events.changeOwner({ event_id: three.id, owner_id: person.id })
    const speaker = await makeSpeaker(db, { name, created_by: person.id })
    await makeTalk(db, { event: one, speakers: [speaker] })
    const claim = await asPerson.speakerClaims.submit({ speaker_id: speaker.id })
    await queueOf(asAdmin, 'speaker_claim').accept(claim.id)
    await asAdmin.people.addAdminRole({ user_id: person.id })
    await asAdmin.people.removeAdminRole({ user_id: person.id })

    /** Rows of all tables that hold the name or the address. */
    const rowsWithPerson = async () => {
      const tables = await rows<{ name: string }>(
        db,
        sql`select tablename as name from pg_tables where schemaname = 'public'`,
      )
      const held: Record<string, number> = {}
      for (const { name: table } of tables) {
        const [row] = await rows<{ n: number }>(
          db,
          sql`select count(*)::integer as n from ${sql.identifier(table)} as t where t::text ~* 'zyxwv|quandary'`,
        )
        if (row!.n > 0) held[table] = row!.n
      }
      return held
    }
    const before = Object.keys(await rowsWithPerson())
    for (const table of [
      'user',
      'all_profiles',
      'all_notifications',
      'mail_outbox',
      'rate_limits',
      'admin_actions',
    ])
      expect(before).toContain(table)
    await leave(context.store, person, name)
    // The dictionary of the search is tidied at night.
    await db.execute(sql`select refresh_words()`)
    expect(await rowsWithPerson()).toEqual({})
    expect(await db.$count(admin_actions, eq(admin_actions.admin_id, admin.id))).toBe(6)
  })

  test('and nobody else loses anything', async () => {
    const { db } = context.store
    const stays = await active(context.store)
    const leaves = await active(context.store)
    const readRemains = async () => ({
      speaker: await db.select().from(speakers).where(eq(speakers.id, stays.speaker.id)),
      links: await db.select().from(social_links).where(eq(social_links.speaker_id, stays.speaker.id)),
      profile: await db.select().from(profiles).where(eq(profiles.id, stays.person.id)),
      account: await db.select().from(user).where(eq(user.id, stays.person.id)),
    })
    const before = await readRemains()
    await leave(context.store, leaves.person, 'Ada Example')
    expect(await readRemains()).toEqual(before)
  })

  test('a code that was spent stays spent', async () => {
    const { db } = context.store
    const person = await makePerson(db, { name: 'Ada', code: 'SPENT2026' })
    await leave(context.store, person, 'Ada')
    const [code] = await db.select().from(invitation_codes).where(eq(invitation_codes.code, 'SPENT2026'))
    expect({ by: code?.used_by, isUsed: code?.used_at !== null }).toEqual({ by: null, isUsed: true })
    expect(await callAs(context.store, null).invitations.validate({ code: 'SPENT2026' })).toBe(false)
  })

  test.each(['Ada', 'ada example', 'Ada  Example', 'Somebody Else'])('not by typing %j', async (typed) => {
    const person = await makePerson(context.store.db, { name: 'Ada Example' })
    expect(await refusalMessage(leave(context.store, person, typed))).toBe(
      'Name does not match. Please enter your exact full name.',
    )
    expect(await context.store.db.$count(user, eq(user.id, person.id))).toBe(1)
  })

  test('the current name counts, not the one of when the page was opened; accents may be typed either way', async () => {
    const person = await makePerson(context.store.db, { name: 'Old Name' })
    await context.store.db
      .update(profiles)
      .set({ full_name: 'Zoë Example' })
      .where(eq(profiles.id, person.id))
    expect(await refusalMessage(leave(context.store, person, 'Old Name'))).toBe(
      'Name does not match. Please enter your exact full name.',
    )
    await leave(context.store, person, 'Zoe\u0308 Example')
    expect(await context.store.db.$count(user, eq(user.id, person.id))).toBe(0)
  })

  test('a person without a name types their address', async () => {
    const person = await makePerson(context.store.db, { name: '', email: 'nameless@example.com' })
    expect(await refusalMessage(leave(context.store, person, 'nobody'))).toBe(
      'Email does not match. Please enter the email address of your account.',
    )
    await leave(context.store, person, 'nameless@example.com')
    expect(await context.store.db.$count(user, eq(user.id, person.id))).toBe(0)
  })

  test('twice at once, in two windows, is done once and fails for neither', async () => {
    const { person } = await active(context.store)
    const deletions = [
      leave(context.store, person, 'Ada Example'),
      leave(context.store, person, 'Ada Example'),
    ]
    expect(await Promise.all(deletions)).toEqual([undefined, undefined])
  })
})

describe('the last administrator', () => {
  test('stays, until there is another one', async () => {
    const store = await freshStore()
    const admin = await makePerson(store.db, { name: 'Ada Admin', isAdmin: true })
    expect(await refusalMessage(leave(store, admin, 'Ada Admin'))).toBe(
      'You are the last administrator. Give another user the admin role first.',
    )
    expect(await store.db.$count(profiles, eq(profiles.id, admin.id))).toBe(1)
    await makePerson(store.db, { isAdmin: true })
    await leave(store, admin, 'Ada Admin')
    expect(await store.db.$count(profiles, eq(profiles.id, admin.id))).toBe(0)
    await store.close()
  })
})

describe('a deletion that fails half-way', () => {
  test.each([
    ['all_speakers', 'update', 'Failed to disconnect speaker profile'],
    ['all_profiles', 'delete', 'Failed to delete profile'],
    ['account', 'delete', 'Failed to delete account'],
  ])('at %s says so, and nothing has happened', async (table, operation, sentence) => {
    const store = await freshStore()
    const { person, owned, speaker } = await active(store)
    await store.execute(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
      `create trigger fails before ${operation} on "${table}" for each row execute function fails()`,
    )
    expect(await refusalMessage(leave(store, person, 'Ada Example'))).toBe(sentence)
    expect({
      accounts: await store.db.$count(user, eq(user.id, person.id)),
      profiles: await store.db.$count(profiles, eq(profiles.id, person.id)),
      sessions: await store.db.$count(session, eq(session.userId, person.id)),
      owned: await store.db.$count(events, sql`id = ${owned.id}::uuid and created_by = ${person.id}::uuid`),
      speakers: await store.db.$count(
        speakers,
        sql`id = ${speaker.id}::uuid and user_id = ${person.id}::uuid`,
      ),
      links: await store.db.$count(social_links, eq(social_links.speaker_id, speaker.id)),
      attends: await store.db.$count(user_events, eq(user_events.user_id, person.id)),
      saved: await store.db.$count(user_saved_talks, eq(user_saved_talks.user_id, person.id)),
      claims: await store.db.$count(event_claims, eq(event_claims.user_id, person.id)),
      speakerClaims: await store.db.$count(speaker_claims, eq(speaker_claims.user_id, person.id)),
    }).toEqual({
      accounts: 1,
      profiles: 1,
      sessions: 1,
      owned: 1,
      speakers: 1,
      links: 1,
      attends: 1,
      saved: 1,
      claims: 1,
      speakerClaims: 1,
    })
    await store.close()
  })
})

describe('deleting the account in a session that is older than an hour', () => {
  const password = 'correct horse'
  const signedIn = async (minutesAgo: number) => {
    const { db } = context.store
    await context.store.execute('delete from rate_limits')
    const host = accountHost(context.store)
    const person = await makePerson(db, { name: 'Olga Old', password })
    const { cookie } = await host.post('/api/auth/sign-in/email', { email: person.email, password })
    const age = async (minutes: number) => {
      await db
        .update(session)
        .set({ createdAt: new Date(Date.now() - minutes * 60_000) })
        .where(eq(session.userId, person.id))
    }
    await age(minutesAgo)
    const remove = async (more: object = {}, confirmName = 'Olga Old') => {
      const { status, body } = await host.post(
        '/api/v1/account/delete',
        { confirmName, ...more },
        { headers: { cookie } },
      )
      return status === 200 ? 'OK' : body.code
    }
    const isThere = async () => (await db.$count(user, eq(user.id, person.id))) === 1
    return { host, person, cookie, age, remove, isThere }
  }

  test('takes the password as well; a younger one takes the name alone', async () => {
    const { remove, isThere } = await signedIn(61)
    expect(await remove()).toBe('PASSWORD_NEEDED')
    expect(await remove({ password: '' })).toBe('PASSWORD_NEEDED')
    expect(await remove({ password: 'wrong' })).toBe('INVALID_PASSWORD')
    expect(await remove({ password }, 'Olga')).toBe('NAME_MISMATCH')
    expect(await isThere()).toBe(true)
    expect(await remove({ password })).toBe('OK')
    expect(await isThere()).toBe(false)
    const young = await signedIn(59)
    expect(await young.remove({ password: 'wrong' })).toBe('OK')
  })

  test('counts wrong passwords as guesses', async () => {
    const { remove, isThere } = await signedIn(61)
    for (let n = 0; n < 10; n++) expect(await remove({ password: 'wrong' })).toBe('INVALID_PASSWORD')
    expect(await remove({ password })).toBe('TOO_MANY_REQUESTS')
    expect(await isThere()).toBe(true)
  })

  test('takes a code of the app where the account has a second factor, and each once', async () => {
    const { host, cookie, age, remove, isThere } = await signedIn(0)
    const enabled = await host.post('/api/auth/two-factor/enable', { password }, { headers: { cookie } })
    const key = new URL(String(enabled.body.totpURI)).searchParams.get('secret')!
    const on = await host.post(
      '/api/auth/two-factor/verify-totp',
      { code: totpCode(key, -1) },
      { headers: { cookie } },
    )
    expect(on.status).toBe(200)
    await age(61)
    const again = async (more: object) => {
      const { status, body } = await host.post(
        '/api/v1/account/delete',
        { confirmName: 'Olga Old', ...more },
        { headers: { cookie: on.cookie } },
      )
      return status === 200 ? 'OK' : body.code
    }
    expect(await again({ password })).toBe('INVALID_CODE')
    expect(await again({ password, code: '000000' })).toBe('INVALID_CODE')
    expect(await again({ code: totpCode(key) })).toBe('PASSWORD_NEEDED')
    expect(await again({ password: 'wrong', code: totpCode(key) })).toBe('INVALID_PASSWORD')
    expect(await isThere()).toBe(true)
    expect(await again({ password, code: totpCode(key) })).toBe('OK')
    expect(await remove({ password })).toBe('UNAUTHORIZED')
    expect(await isThere()).toBe(false)
  })
})

test('an account whose conferences stay can be deleted', async () => {
  const person = await makePerson(context.store.db, { name: 'Otto Owner' })
  const event = await makeEvent(context.store.db, { created_by: person.id })
  await leave(context.store, person, 'Otto Owner')
  const [stays] = await rows(context.store.db)`select created_by from events where id = ${event.id}::uuid`
  expect(stays).toEqual({ created_by: null })
})
