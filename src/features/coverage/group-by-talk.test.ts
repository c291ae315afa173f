import { expect, test } from 'vitest'
import type { NewLink } from './coverage.schemas.ts'
import { groupByTalk } from './group-by-talk.ts'

const link = (number: number, kind: NewLink['kind']): NewLink => ({
  id: `${number} ${kind}`,
  kind,
  url: 'https://example.com',
  title: null,
  language: null,
  picture: null,
  listed_at: '2026-11-20',
  talk: {
    number,
    title: `Talk ${number}`,
    date: '2026-11-20',
    event_name: 'Conf',
    event_slug: 'conf',
    speakers: [],
  },
})

test('a talk is listed once, where its newest link is, with its video first', () => {
  const groups = groupByTalk([
    link(1, 'other'),
    link(2, 'other'),
    link(2, 'slides'),
    link(3, 'writeup'),
    link(2, 'video'),
  ])
  expect(groups.map(({ links }) => links.map(({ id }) => id))).toEqual([
    ['1 other'],
    ['2 video', '2 slides', '2 other'],
    ['3 writeup'],
  ])
})
