import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { callAs, fieldErrors, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker, makeSpeakers } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'

const context = useStore()
type Person = NonNullable<Viewer>
let member: Person
let other: Person
let admin: Person

const as = (viewer: Viewer) => callAs(context.store, viewer)
const takenMessage = 'This user already has a speaker profile'
const speaker = {
  name: 'Noor Specimen',
  bio: '',
  location_name: '',
  country_name: '',
  country_code: '',
  twitter: '',
  github: '',
  website: '',
  user_id: null,
}

beforeAll(async () => {
  const person = async (isAdmin = false) => viewerOf(await makePerson(context.store.db, { isAdmin }), isAdmin)
  member = await person()
  other = await person()
  admin = await person(true)
})

describe('adding a speaker', () => {
  test('a member adds so many in a day, an administrator any number', async () => {
    const busy = viewerOf(await makePerson(context.store.db))
    const key = `speakers ${busy.id}`
    await context.store.db.execute(
      sql`select take_point(${key}, 1000, 86400) from generate_series(1, ${serverLimits.speakersPerDay - 1})`,
    )
    await as(busy).speakers.create(speaker)
    expect(await refusalMessage(as(busy).speakers.create(speaker))).toBe(
      "You have reached today's limit for new speakers. Please try again tomorrow.",
    )
    await as({ ...busy, isAdmin: true }).speakers.create(speaker)
  })

  test('a member adds one; texts are trimmed and lose their angle brackets', async () => {
    const { id, name } = await as(member).speakers.create({
      ...speaker,
      name: ' <b>Noor</b> Specimen ',
      bio: ' Writes <code>. ',
      location_name: '<Bergen>',
      country_name: 'Norway',
      country_code: 'NO',
      github: ' noor ',
      website: 'https://noor.example.org',
    })
    expect(name).toBe('bNoor/b Specimen')
    const createdSpeaker = await as(null).speakers.detail({ id })
    expect([
      createdSpeaker.bio,
      createdSpeaker.location_name,
      createdSpeaker.country_name,
      createdSpeaker.country_code,
      createdSpeaker.user_id,
    ]).toEqual(['Writes code.', 'Bergen', 'Norway', 'NO', null])
    expect(createdSpeaker.links).toEqual([
      { platform: 'github', handle: 'noor' },
      { platform: 'website', handle: 'https://noor.example.org' },
    ])
  })

  test('a country is stored under its name in the list; another name stays', async () => {
    const { id } = await as(member).speakers.create({ ...speaker, country_name: 'USA' })
    const read = () => as(member).speakers.detail({ id })
    expect(await read()).toMatchObject({ country_name: 'United States', country_code: 'US' })
    for (const [input, storedName] of [
      ['the netherlands', 'Netherlands'],
      ['Atlantis', 'Atlantis'],
    ] as const) {
      const { updated_at } = await read()
      await as(member).speakers.update({ ...speaker, id, updated_at, country_name: input })
      expect((await read()).country_name).toBe(storedName)
    }
  })

  test('a visitor adds none', async () => {
    expect(await refusalMessage(as(null).speakers.create(speaker))).toBe('User not authenticated')
  })

  test.each([
    [{ name: ' < a > ' }, { name: 'Name must be at least 2 characters long' }],
    [{ name: 'x'.repeat(101) }, { name: 'Name must be less than 100 characters' }],
    [{ bio: 'x'.repeat(1001) }, { bio: 'Bio must be less than 1000 characters' }],
    [{ location_name: 'x'.repeat(101) }, { location_name: 'Location must be less than 100 characters' }],
    [{ country_name: 'x'.repeat(101) }, { country_name: 'Country must be less than 100 characters' }],
    [{ country_code: 'no' }, { country_code: 'Country code must be 2 uppercase letters' }],
    [{ country_code: 'NOR' }, { country_code: 'Country code must be 2 uppercase letters' }],
    [{ website: 'javascript:1' }, { website: 'Please enter a valid URL' }],
  ])('%o is refused', async (wrong, sentences) => {
    expect(await fieldErrors(as(member).speakers.create({ ...speaker, ...wrong }))).toEqual(sentences)
  })

  test('a member links one to themselves and to nobody else, and only once', async () => {
    expect(await refusalMessage(as(member).speakers.create({ ...speaker, user_id: other.id }))).toBe(
      'You can only link a speaker to your own account',
    )
    await as(member).speakers.create({ ...speaker, user_id: member.id })
    expect(await refusalMessage(as(member).speakers.create({ ...speaker, user_id: member.id }))).toBe(
      takenMessage,
    )
  })

  test('an administrator links one to anybody who has none', async () => {
    await as(admin).speakers.create({ ...speaker, user_id: other.id })
    expect(await refusalMessage(as(admin).speakers.create({ ...speaker, user_id: other.id }))).toBe(
      takenMessage,
    )
    expect(
      await refusalMessage(
        as(admin).speakers.create({ ...speaker, user_id: '00000000-0000-4000-8000-000000000000' }),
      ),
    ).toBe('Please select a user to link to this speaker')
  })

  test('of twenty that are linked to one person at once one remains', async () => {
    const person = viewerOf(await makePerson(context.store.db))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        refusalMessage(as(person).speakers.create({ ...speaker, user_id: person.id })),
      ),
    )
    expect(answers.filter((sentence) => sentence === undefined)).toHaveLength(1)
    expect(answers.filter((sentence) => sentence === takenMessage)).toHaveLength(19)
  })
})

describe('finding a speaker', () => {
  test('by a part of the name, not of the place, from two letters, twenty at most, by name', async () => {
    await makeSpeakers(context.store.db, [
      { name: 'Zoé Queryson', location_name: 'Bergen' },
      { name: 'Ana Queryson', location_name: 'Voss' },
      { name: 'Somebody Else', location_name: 'Querytown' },
      ...Array.from({ length: 25 }, (_, n) => ({ name: `Crowd ${String(n).padStart(2, '0')}` })),
    ])
    const find = (search: string) => as(null).speakers.search({ search })
    expect((await find('QUERY')).map(({ name }) => name)).toEqual(['Ana Queryson', 'Zoé Queryson'])
    expect((await find('zoe'))[0]?.location_name).toBe('Bergen')
    expect((await find('crowd')).map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Crowd ${String(n).padStart(2, '0')}`),
    )
    expect(await find('%%')).toEqual([])
    expect(Object.keys(await fieldErrors(find(' q ')))).toEqual(['search'])
  })
})

describe('people to link a speaker to', () => {
  test('fifty by name, for administrators alone', async () => {
    await makePeople(
      context.store.db,
      Array.from({ length: 60 }, (_, n) => ({ name: `Aa ${String(n).padStart(2, '0')}` })),
    )
    expect((await as(admin).speakers.linkableUsers()).map(({ full_name }) => full_name)).toEqual(
      Array.from({ length: 50 }, (_, n) => `Aa ${String(n).padStart(2, '0')}`),
    )
    expect(await refusalMessage(as(member).speakers.linkableUsers())).toBe('Only administrators can do this')
    expect(await refusalMessage(as(null).speakers.linkableUsers())).toBe('User not authenticated')
  })
})

describe('editing a record', () => {
  const edit = async (viewer: Viewer, id: string, fields: object) => {
    const { updated_at } = await as(null).speakers.detail({ id })
    return as(viewer).speakers.update({ id, name: 'Edited', updated_at, ...fields })
  }
  const mayEdit = async (viewer: Viewer, id: string) => (await refusalMessage(edit(viewer, id, {}))) ?? 'OK'
  const forbidden = 'You do not have permission to edit this speaker'

  test('is for administrators, and until it is claimed for whoever listed it', async () => {
    const unclaimed = (await makeSpeaker(context.store.db, { created_by: member.id })).id
    expect([
      await mayEdit(member, unclaimed),
      await mayEdit(other, unclaimed),
      await mayEdit(admin, unclaimed),
      await mayEdit(null, unclaimed),
    ]).toEqual(['OK', forbidden, 'OK', 'User not authenticated'])
  })

  test('is for the person who claimed it, then not for whoever listed it', async () => {
    const person = viewerOf(await makePerson(context.store.db))
    const claimed = (await makeSpeaker(context.store.db, { created_by: member.id, user_id: person.id })).id
    expect([
      await mayEdit(person, claimed),
      await mayEdit(member, claimed),
      await mayEdit(admin, claimed),
    ]).toEqual(['OK', forbidden, 'OK'])
  })

  test('changes every field, and blank ones become none', async () => {
    const { id } = await makeSpeaker(context.store.db, {
      created_by: member.id,
      bio: 'Old',
      links: [{ platform: 'twitter', handle: 'old' }],
    })
    await edit(member, id, {
      name: ' New <Name> ',
      bio: '',
      location_name: 'Bergen',
      country_name: 'Norway',
      country_code: 'NO',
      twitter: '',
      github: 'new',
      website: 'https://example.com/new',
      image_url: 'https://example.com/new.jpg',
    })
    expect(await as(null).speakers.detail({ id })).toMatchObject({
      name: 'New Name',
      bio: null,
      location_name: 'Bergen',
      country_name: 'Norway',
      country_code: 'NO',
      image_url: 'https://example.com/new.jpg',
      links: [
        { platform: 'github', handle: 'new' },
        { platform: 'website', handle: 'https://example.com/new' },
      ],
    })
  })

  test('leaves what is left out as it is', async () => {
    const { id } = await makeSpeaker(context.store.db, {
      created_by: member.id,
      bio: 'Stays',
      links: [{ platform: 'twitter', handle: 'stays' }],
    })
    await edit(member, id, { name: 'New Name' })
    expect(await as(null).speakers.detail({ id })).toMatchObject({
      name: 'New Name',
      bio: 'Stays',
      links: [{ platform: 'twitter', handle: 'stays' }],
    })
  })

  test('says at the field what is wrong', async () => {
    const { id } = await makeSpeaker(context.store.db, { created_by: member.id })
    expect(
      await fieldErrors(
        edit(member, id, {
          name: 'x',
          bio: 'x'.repeat(1001),
          country_code: 'no',
          website: 'javascript:alert(1)',
          image_url: '/pictures/../me.webp',
        }),
      ),
    ).toEqual({
      name: 'Name must be at least 2 characters long',
      bio: 'Bio must be less than 1000 characters',
      country_code: 'Country code must be 2 uppercase letters',
      website: 'Please enter a valid URL',
      image_url: 'Please enter a valid URL',
    })
  })

  test('a new name is found in the list, in the programme and on the talk', async () => {
    const { db } = context.store
    const event = await makeEvent(db)
    const { id } = await makeSpeaker(db, { created_by: member.id, name: 'Before Renaming' })
    const talk = await makeTalk(db, { event, speakers: [{ id }] })
    await edit(member, id, { name: 'Xylophone Player' })
    expect((await as(null).speakers.list({ search: 'xylophone' })).speakers.map(({ name }) => name)).toEqual([
      'Xylophone Player',
    ])
    const find = (words: string) => as(null).programme.find({ event_id: event.id, find: words })
    expect((await find('xylophone')).map((match) => match.id)).toEqual([talk.id])
    expect(await find('before renaming')).toEqual([])
    expect((await as(null).talks.detail({ id: talk.id })).speakers).toEqual([
      { id, name: 'Xylophone Player' },
    ])
    expect((await as(null).find.everything({ search: 'xylophon' })).speakers.map(({ name }) => name)).toEqual(
      ['Xylophone Player'],
    )
  })

  test.each([
    ['a field', { bio: 'New' }],
    ['a link', { github: 'new' }],
  ])('over the %s of somebody else is a conflict with the newer version', async (_, fields) => {
    const { id } = await makeSpeaker(context.store.db, { created_by: member.id, name: 'Same' })
    const { updated_at } = await as(null).speakers.detail({ id })
    await as(admin).speakers.update({ id, name: 'Same', updated_at, ...fields })
    const mine = as(member).speakers.update({ id, name: 'Mine', updated_at })
    await expect(mine).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Someone else has changed this speaker in the meantime',
      data: { now: { name: 'Same', ...fields } },
    })
  })

  test('of twenty at once on one version one succeeds', async () => {
    const { id } = await makeSpeaker(context.store.db, { created_by: member.id })
    const { updated_at } = await as(null).speakers.detail({ id })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        refusalMessage(as(member).speakers.update({ id, name: `Name ${n}`, updated_at })),
      ),
    )
    expect(answers.filter((answer) => !answer)).toHaveLength(1)
  })

  test("is on record when it is an administrator's", async () => {
    const { id } = await makeSpeaker(context.store.db, { created_by: member.id, name: 'Before' })
    await edit(member, id, { name: 'By its lister' })
    await edit(admin, id, { name: 'By an admin', github: 'new' })
    const path = `/speakers/${id}`
    const { actions } = await as(admin).adminActions.list({})
    expect(actions.filter((action) => action.path === path)).toMatchObject([
      {
        subject: 'By an admin',
        before: { name: 'By its lister', github: null },
        after: { name: 'By an admin', github: 'new' },
      },
    ])
    // What the log of changes has is not written twice.
    expect(
      await rows(context.store.db, sql`select before, after from admin_actions where path = ${path}`),
    ).toEqual([{ before: { github: null }, after: { github: 'new' } }])
  })
})

test('former names are on the page only if the person says so', async () => {
  const { db } = context.store
  const person = viewerOf(await makePerson(db))
  const record = await makeSpeaker(db, { name: 'Maria Former', user_id: person.id, created_by: other.id })
  const save = async (viewer: Person, part: { name?: string; shows_former_names?: boolean }) => {
    const { updated_at } = await as(viewer).speakers.detail({ id: record.id })
    await as(viewer).speakers.update({
      ...speaker,
      name: 'Maria Present',
      ...part,
      id: record.id,
      updated_at,
    })
    return (await as(null).speakers.detail({ id: record.id })).former_names
  }
  expect(await save(person, {})).toEqual([])
  expect(await save(admin, { shows_former_names: true })).toEqual([])
  expect(await save(person, { shows_former_names: true })).toEqual(['Maria Former'])
  expect(await save(admin, {})).toEqual(['Maria Former'])
  // The present name is none.
  expect(await save(person, { name: 'Maria Former' })).toEqual(['Maria Present'])
  expect(await save(person, { shows_former_names: false })).toEqual([])
})
