import { expect, test } from 'vitest'
import { accountsOf, normalAccounts } from './event-accounts.ts'
import { eventFields } from './event-editing.schemas.ts'

test.each([
  ['@swisspug@fosstodon.org', 'https://fosstodon.org/@swisspug', 'Mastodon'],
  ['https://fosstodon.org/@swisspug', 'https://fosstodon.org/@swisspug', 'Mastodon'],
  ['temporal.io', 'https://bsky.app/profile/temporal.io', 'Bluesky'],
  ['@django.bsky.social', 'https://bsky.app/profile/django.bsky.social', 'Bluesky'],
  ['https://www.linkedin.com/company/jax', 'https://www.linkedin.com/company/jax', 'LinkedIn'],
  ['https://www.youtube.com/@djangocon', 'https://www.youtube.com/@djangocon', 'Videos'],
  ['https://tube.example/c/days', 'https://tube.example/c/days', 'tube.example/c/days'],
])('the account %s', (text, url, label) => {
  expect(accountsOf(normalAccounts(text))).toEqual([{ url, label }])
  expect(eventFields.accounts.schema.parse(text)).toBe(url)
})

test('several stand on one line, and what is no address is refused', () => {
  const { schema } = eventFields.accounts
  expect(schema.parse(' @a@b.social,  c.bsky.social\n')).toBe(
    'https://b.social/@a https://bsky.app/profile/c.bsky.social',
  )
  for (const none of ['', ' ', null]) expect(schema.parse(none)).toBeNull()
  for (const wrong of [
    'javascript:alert(1)',
    '@alone',
    'https://a.example/"x',
    `https://a.example/${'a'.repeat(2000)}`,
  ])
    expect(schema.safeParse(wrong).success).toBe(false)
  expect(accountsOf(null)).toEqual([])
})

test('a hashtag is one word, with or without its sign', () => {
  const { schema } = eventFields.hashtag
  expect(['#DjangoCon', 'Büro2027', '', null].map((text) => schema.parse(text))).toEqual([
    '#DjangoCon',
    'Büro2027',
    null,
    null,
  ])
  for (const wrong of ['two words', '#a#b', 'a'.repeat(51)])
    expect(schema.safeParse(wrong).success).toBe(false)
})
