import { beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '#server/procedures/procedure.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePeople, makePerson } from '#tests/support/factories/people.ts'
import { makeSpeakers } from '#tests/support/factories/speakers.ts'
import { fieldErrors, refusal, viewerOf } from '#tests/support/refusals.ts'

const the = useStore()
type Person = NonNullable<Viewer>
let member: Person
let other: Person
let admin: Person

const as = (viewer: Viewer) => callAs(the.store, viewer)
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
  const person = async (isAdmin = false) => viewerOf(await makePerson(the.store.db, { isAdmin }), isAdmin)
  member = await person()
  other = await person()
  admin = await person(true)
})

describe('adding a speaker', () => {
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

  test('a visitor adds none', async () => {
    expect(await refusal(as(null).speakers.create(speaker))).toBe('User not authenticated')
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
    expect(await refusal(as(member).speakers.create({ ...speaker, user_id: other.id }))).toBe(
      'You can only link a speaker to your own account',
    )
    await as(member).speakers.create({ ...speaker, user_id: member.id })
    expect(await refusal(as(member).speakers.create({ ...speaker, user_id: member.id }))).toBe(takenMessage)
  })

  test('an administrator links one to anybody who has none', async () => {
    await as(admin).speakers.create({ ...speaker, user_id: other.id })
    expect(await refusal(as(admin).speakers.create({ ...speaker, user_id: other.id }))).toBe(takenMessage)
    expect(
      await refusal(
        as(admin).speakers.create({ ...speaker, user_id: '00000000-0000-4000-8000-000000000000' }),
      ),
    ).toBe('Please select a user to link to this speaker')
  })

  test('of twenty that are linked to one person at once one remains', async () => {
    const person = viewerOf(await makePerson(the.store.db))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        refusal(as(person).speakers.create({ ...speaker, user_id: person.id })),
      ),
    )
    expect(answers.filter((sentence) => sentence === undefined)).toHaveLength(1)
    expect(answers.filter((sentence) => sentence === takenMessage)).toHaveLength(19)
  })
})

describe('finding a speaker', () => {
  test('by a part of the name, not of the place, from two letters, twenty at most, by name', async () => {
    await makeSpeakers(the.store.db, [
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
      the.store.db,
      Array.from({ length: 60 }, (_, n) => ({ name: `Aa ${String(n).padStart(2, '0')}` })),
    )
    expect((await as(admin).speakers.linkableUsers()).map(({ full_name }) => full_name)).toEqual(
      Array.from({ length: 50 }, (_, n) => `Aa ${String(n).padStart(2, '0')}`),
    )
    expect(await refusal(as(member).speakers.linkableUsers())).toBe('Only administrators can do this')
    expect(await refusal(as(null).speakers.linkableUsers())).toBe('User not authenticated')
  })
})
