import { expect, test } from 'vitest'
import { limitSpeakerFetches } from './speaker-limit.ts'

const sentence = 'Rate limit exceeded. Please wait before making more requests.'

test('a hundred fetches of speakers a minute go through, the next one is refused', () => {
  for (let call = 0; call < 100; call++) limitSpeakerFetches('speakers.list', 1_000_000 + call)
  expect(() => limitSpeakerFetches('speakers.list', 1_000_100)).toThrow(sentence)
})

test('each kind of question has its own limit', () => {
  expect(() => limitSpeakerFetches('speakers.detail', 1_000_100)).not.toThrow()
})

test('a minute later it goes on', () => {
  expect(() => limitSpeakerFetches('speakers.list', 1_060_100)).not.toThrow()
})
