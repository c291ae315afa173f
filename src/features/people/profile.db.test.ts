import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { callAs, fieldErrors, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { user } from './people.tables.ts'

const context = useStore()
const someone = async (name = 'Ada Example') => {
  const person = await makePerson(context.store.db, { name })
  return { ...person, api: callAs(context.store, viewerOf(person)) }
}

const nothing = {
  bio: '',
  website: '',
  avatar_url: '',
  bluesky_handle: '',
  github_handle: '',
  mastodon_handle: '',
  linkedin_handle: '',
  twitch_handle: '',
}

describe('a person edits their profile', () => {
  test('values are trimmed, and what is empty is nothing', async () => {
    const { id, api } = await someone()
    await api.people.update({
      ...nothing,
      full_name: '  Ada B. Example ',
      bio: '  I write\n\ncompilers. ',
      website: ' https://example.com/ada ',
      github_handle: '   ',
      mastodon_handle: '@ada@example.social',
    })
    expect(await callAs(context.store, null).people.detail({ id })).toEqual({
      id,
      full_name: 'Ada B. Example',
      headline: null,
      organisation: null,
      city: null,
      bio: 'I write\n\ncompilers.',
      website: 'https://example.com/ada',
      avatar_url: null,
      is_administrator: false,
      bluesky_handle: null,
      github_handle: null,
      mastodon_handle: '@ada@example.social',
      linkedin_handle: null,
      twitch_handle: null,
    })
    expect(await api.people.mine()).toEqual(await callAs(context.store, null).people.detail({ id }))
  })

  test('and nobody else is changed by it', async () => {
    const [ada, bea] = [await someone(), await someone('Bea Example')]
    const before = await bea.api.people.mine()
    await ada.api.people.update({ ...nothing, full_name: 'Ada B. Example', bio: 'I write compilers.' })
    expect(await bea.api.people.mine()).toEqual(before)
  })

  test('the account takes the new name', async () => {
    const { id, api } = await someone()
    await api.people.update({ ...nothing, full_name: 'Grace Sample' })
    expect(await context.store.db.select({ name: user.name }).from(user).where(eq(user.id, id))).toEqual([
      { name: 'Grace Sample' },
    ])
  })

  const url = 'https://example.com/'
  test.each([
    ['no name', 'full_name', '   ', 'Full name is required'],
    ['a long name', 'full_name', 'x'.repeat(101), 'Full name must be less than 100 characters'],
    [
      'a name that turns around',
      'full_name',
      'Ada\u202egnp',
      'This text contains invisible control characters',
    ],
    ['a long bio', 'bio', 'x'.repeat(5001), 'Bio must be less than 5000 characters'],
    ['a website without http', 'website', 'example.com', 'Please enter a valid URL'],
    ['a website that is a script', 'website', 'javascript:alert(1)', 'Please enter a valid URL'],
    ['a website by ftp', 'website', 'ftp://example.com', 'Please enter a valid URL'],
    ['a long website', 'website', url.padEnd(2001, 'x'), 'URL must be less than 2000 characters'],
    ['a picture as data', 'avatar_url', 'data:image/png;base64,AA', 'Please enter a valid URL'],
    ['a long picture', 'avatar_url', url.padEnd(2001, 'x'), 'URL must be less than 2000 characters'],
    ['a long Bluesky', 'bluesky_handle', 'x'.repeat(101), 'Handle must be less than 100 characters'],
    ['a long GitHub', 'github_handle', 'x'.repeat(101), 'Handle must be less than 100 characters'],
    ['a long Mastodon', 'mastodon_handle', 'x'.repeat(101), 'Handle must be less than 100 characters'],
    ['a long LinkedIn', 'linkedin_handle', 'x'.repeat(101), 'Handle must be less than 100 characters'],
    ['a long Twitch', 'twitch_handle', 'x'.repeat(101), 'Handle must be less than 100 characters'],
  ])('%s is refused', async (_, field, value, sentence) => {
    const { api } = await someone()
    const call = api.people.update({ ...nothing, full_name: 'Ada Example', [field]: value })
    expect(await fieldErrors(call)).toEqual({ [field]: sentence })
  })

  test('what is exactly as long as allowed is taken', async () => {
    const { api } = await someone()
    const longest = {
      full_name: 'x'.repeat(100),
      bio: 'x'.repeat(5000),
      website: url.padEnd(2000, 'x'),
      twitch_handle: 'x'.repeat(100),
    }
    expect(await api.people.update({ ...nothing, ...longest })).toMatchObject(longest)
  })

  test('of six updates within a minute the last one is refused, in the database', async () => {
    const ada = await someone('Ada')
    const grace = await someone('Grace')
    for (let n = 1; n <= 5; n++) await ada.api.people.update({ ...nothing, full_name: `Ada ${n}` })
    const call = ada.api.people.update({ ...nothing, full_name: 'Ada 6' })
    expect(await refusalMessage(call)).toMatch(
      /^Too many updates\. Please wait (60|59|58) seconds before trying again\.$/,
    )
    expect((await ada.api.people.mine()).full_name).toBe('Ada 5')
    expect((await grace.api.people.update({ ...nothing, full_name: 'Grace 1' })).full_name).toBe('Grace 1')

    await context.store.db.execute(sql`
      update rate_limits set expires_at = now() where key = ${`profile ${ada.id}`}`)
    expect((await ada.api.people.update({ ...nothing, full_name: 'Ada 7' })).full_name).toBe('Ada 7')
  })

  test('of twenty racing updates five are taken', async () => {
    const { api } = await someone()
    const calls = Array.from({ length: 20 }, (_, n) =>
      refusalMessage(api.people.update({ ...nothing, full_name: `Ada ${n}` })),
    )
    expect((await Promise.all(calls)).filter((sentence) => sentence === undefined)).toHaveLength(5)
  })

  test('a visitor has no profile to edit', async () => {
    const visitor = callAs(context.store, null)
    expect(await refusalMessage(visitor.people.mine())).toBe('User not authenticated')
    expect(await refusalMessage(visitor.people.update({ ...nothing, full_name: 'Nobody' }))).toBe(
      'User not authenticated',
    )
  })
})
