import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PendingChange } from '#lib/offline.ts'
import { changedTalks } from './changed-talks.ts'
import { answerKey, copiedAnswer } from './copied-answers.ts'
import { type Copy, type ListedCopy, surplusCopies } from './copies.ts'
import { savedAfter, withChange } from './pending-changes.ts'
import type { ProgrammeCopy } from './programme-copy.ts'

const eventId = '00000000-0000-4000-8000-000000000001'
const talk = (number: number, changes: Partial<ProgrammeCopy['talks'][number]> = {}) => ({
  id: `talk-${number}`,
  number,
  title: `Talk ${number}`,
  subtitle: null,
  description: `All of talk ${number}. ${'Long. '.repeat(60)}`,
  day: '2026-01-31',
  date: '2026-01-31',
  start_time: `${String(9 + number).padStart(2, '0')}:00`,
  end_time: `${String(9 + number).padStart(2, '0')}:30`,
  location: 'Janson',
  track: number % 2 ? 'Rust' : null,
  type: null,
  language: null,
  url: null,
  feedback_url: null,
  slides_url: null,
  video_url: null,
  recording: 'unknown' as const,
  status: 'scheduled' as const,
  topics: [],
  speakers: [{ id: 's', name: 'Ada Åström' }],
  ...changes,
})
const programme = (
  talks = [talk(1), talk(2), talk(3, { day: '2026-02-01', date: '2026-02-01' })],
): ProgrammeCopy => ({
  event: {
    id: eventId,
    slug: 'fosdem',
    name: 'FOSDEM',
    start_date: '2026-01-31',
    end_date: '2026-02-01',
    time_zone: 'Europe/Brussels',
  },
  days: ['2026-01-31', '2026-02-01'],
  tracks: ['Rust'],
  talks,
  breaks: [],
})
const copy = (answers = {}): Copy => ({
  name: 'fosdem',
  title: 'FOSDEM',
  copiedAt: 1,
  endDate: '2026-02-01',
  viewerId: 'me',
  programme: programme(),
  answers: {
    [answerKey('site.about')]: { name: 'Hallway', viewer: { id: 'me' }, today: '2026-01-01' },
    [answerKey('savedTalks.list', { event_id: eventId })]: [{ id: 'talk-1' }, { id: 'talk-2' }],
    [answerKey('attendance.mine', { event_id: eventId })]: { is_attending: false, visibility: 'public' },
    [answerKey('agenda.mine')]: { given: [], organised: [], claims: [] },
    ...answers,
  },
})
const change = (
  procedure: PendingChange['procedure'],
  input: Partial<PendingChange['input']>,
): PendingChange => ({
  key: input.talk_id ?? eventId,
  procedure,
  input: { event_id: eventId, ...input },
  label: '',
  changedAt: 1,
})
const world = (pending: PendingChange[] = [], today = '2026-01-30') => ({ copies: [copy()], pending, today })

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-01-30T12:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test('a day of the programme, a talk and a search are answered from the copy', () => {
  expect(copiedAnswer('programme.schedule', { event_id: eventId, day: '2026-02-01' }, world())).toMatchObject(
    {
      days: ['2026-01-31', '2026-02-01'],
      day: '2026-02-01',
      talks: [{ id: 'talk-3' }],
    },
  )
  expect(copiedAnswer('programme.talkByNumber', { number: 2 }, world())).toMatchObject({
    title: 'Talk 2',
    event_slug: 'fosdem',
    description: expect.stringContaining('All of talk 2'),
    before: { number: 1 },
    after: null,
  })
  expect(copiedAnswer('programme.find', { event_id: eventId, find: 'astrom talk 3' }, world())).toMatchObject(
    [{ id: 'talk-3' }],
  )
  expect(copiedAnswer('programme.talkByNumber', { number: 77 }, world())).toBe(undefined)
  expect(copiedAnswer('speakers.detail', { id: 'x' }, world())).toBe(undefined)
})

test('what is pending is shown as if it were sent, and a later change of the same talk replaces it', () => {
  const pending = [
    change('savedTalks.remove', { talk_id: 'talk-1' }),
    change('savedTalks.save', { talk_id: 'talk-3' }),
    change('attendance.set', { is_attending: true }),
  ]
  expect(copiedAnswer('savedTalks.list', { event_id: eventId }, world(pending))).toMatchObject([
    { id: 'talk-2' },
    { id: 'talk-3' },
  ])
  expect(copiedAnswer('attendance.mine', { event_id: eventId }, world(pending))).toEqual({
    is_attending: true,
    visibility: 'public',
  })
  const again = withChange(pending, change('savedTalks.save', { talk_id: 'talk-1' }))
  expect(again).toHaveLength(3)
  expect([...savedAfter(['talk-1'], eventId, again)]).toEqual(['talk-1', 'talk-3'])
  expect([...savedAfter(['talk-1'], 'another conference', again)]).toEqual(['talk-1'])
})

test('the next talk is that of My Schedule, also of a change that is not sent', () => {
  const next = (pending: PendingChange[]) =>
    (copiedAnswer('agenda.mine', undefined, world(pending)) as { next_talk: { id: string } }).next_talk?.id
  expect(next([])).toBe('talk-1')
  expect(next([change('savedTalks.remove', { talk_id: 'talk-1' })])).toBe('talk-2')
})

test('moved, cancelled, removed and new talks of My Schedule are named, others are not', () => {
  const before = {
    programme: programme([talk(1), talk(2), talk(3), talk(4), talk(5)]),
    savedIds: new Set(['talk-1', 'talk-2', 'talk-3']),
  }
  const after = {
    programme: programme([
      talk(1, { location: 'K.1.105' }),
      talk(2, { status: 'cancelled' }),
      talk(4, { location: 'elsewhere' }),
      talk(5),
    ]),
    savedIds: new Set(['talk-1', 'talk-2', 'talk-5']),
  }
  expect(changedTalks(before, after).map(({ text }) => text)).toEqual([
    'Talk 1 is now Sat Jan 31 10:00, K.1.105 (was Sat Jan 31 10:00, Janson).',
    'Talk 2 is cancelled.',
    'Talk 3 was taken out of the programme.',
    'Talk 5 is new in My Schedule: Sat Jan 31 14:00, Janson.',
  ])
  expect(changedTalks(after, after)).toEqual([])
})

test('of too much the oldest past conference goes first, then the one that is furthest away', () => {
  const copyOf = (name: string, endDate: string, sizeBytes = 400): ListedCopy => ({
    name,
    endDate,
    sizeBytes,
    title: name,
    copiedAt: 0,
    writtenAt: 0,
    viewerId: null,
  })
  const copies = [
    copyOf('next year', '2027-06-01'),
    copyOf('today', '2026-11-24'),
    copyOf('last month', '2026-10-01'),
    copyOf('last year', '2025-10-01'),
  ]
  expect(surplusCopies(copies, '2026-11-24', 1600)).toEqual([])
  expect(surplusCopies(copies, '2026-11-24', 1599)).toEqual(['last year'])
  expect(surplusCopies(copies, '2026-11-24', 400)).toEqual(['last year', 'last month', 'next year'])
  const large = copies.map((copy) => ({ ...copy, sizeBytes: 5_000_000 }))
  expect(surplusCopies(large, '2026-11-24')).toEqual([])
  expect(surplusCopies([...large, copyOf('one byte', '2026-12-01', 1)], '2026-11-24')).toEqual(['last year'])
})
