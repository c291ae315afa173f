import { expect, test } from 'vitest'
import { emptyProgramme } from '#tests/support/read-programme.ts'
import { readProgramme } from '../reading/read-programme.ts'
import { compareProgramme } from './compare.ts'
import { ambiguities, fromDifference, peopleToDecide, previewLists } from './sync-preview.ts'

const event = { start_date: '2027-03-01', end_date: '2027-03-02' }

test('the preview warns as the page for editing does, and names the year of a day outside', async () => {
  const table = [
    'title,date,start,end,room',
    'Keynote,2027-03-01,10:00,10:30,Hall',
    'Far,2035-06-14,09:00,09:30,Hall',
    'Back,2027-03-01,12:00,11:00,Attic',
    'Twice,2027-03-02,10:00,10:30,Hall',
    'Twice,2027-03-02,10:00,10:30,Hall',
  ].join('\n')
  const { document } = readProgramme(Buffer.from(table))
  const plan = compareProgramme(emptyProgramme, document)
  expect(ambiguities(event, document, plan).map(({ text }) => text)).toEqual([
    'Far: Thu Jun 14, 2035 is not a day of the conference',
    'Back: it ends at 11:00, before it starts at 12:00',
    'Twice is listed twice at the same time',
  ])
  const { added } = previewLists(plan, document, event)
  expect(added.slice(0, 2).map(({ becomes }) => becomes)).toEqual([
    'Mon Mar 1, 10:00 to 10:30, Hall',
    'Thu Jun 14, 2035, 09:00 to 09:30, Hall',
  ])
  expect(ambiguities(event, document, { ...plan, talks: [] })).toEqual([])
})

test('a file that has no talk in common with what is here is doubted', async () => {
  const { document } = readProgramme(Buffer.from('title,date\nNew,2027-03-01'))
  const plan = compareProgramme(emptyProgramme, document)
  const removed = Array.from({ length: 5 }, () => ({ ...plan.talks[0]!, kind: 'removed' as const }))
  const all = { ...plan, talks: [...plan.talks, ...removed] }
  expect(ambiguities(event, document, all).map(({ text }) => text)).toEqual([
    'This file contains none of the existing talks: check that it is the programme of this conference',
  ])
  expect(ambiguities(event, document, { ...all, unchanged: 1 })).toEqual([])
  expect(ambiguities(event, document, { ...all, talks: all.talks.slice(0, -1) })).toEqual([])
})

test('two long texts are shown from where they differ', () => {
  const same = 'Lorem ipsum dolor sit amet '.repeat(20)
  const [one, other] = fromDifference(`${same}before the end`, `${same}after the end`)
  expect([one, other]).toEqual([
    '... amet Lorem ipsum dolor sit amet Lorem ipsum dolor sit amet before the end',
    '... amet Lorem ipsum dolor sit amet Lorem ipsum dolor sit amet after the end',
  ])
  expect(fromDifference('One day', 'One night')).toEqual(['One day', 'One night'])
  expect(fromDifference(same, `${same}and more`)[1]).toMatch(/^\.\.\. .*and more$/)
})

test('a talk that the source no longer has is shown with who spoke', async () => {
  const { document } = readProgramme(Buffer.from('id,title,date,speakers\n1,Stays,2027-03-01,Ada Lovelace'))
  const [talk] = document.talks
  const formerTalk = { ...talk!, key: '2', title: 'Goes', speakers: ['name:grace hopper'] }
  const { key: source_key, ...source_values } = formerTalk
  const row = {
    ...source_values,
    source_key,
    source_values: { ...source_values, speaker_ids: ['g'] },
    id: 'id-of-2',
    version: '1',
    track_id: null,
    speaker_ids: ['g'],
    saved: 0,
    linked: 0,
  }
  const plan = compareProgramme({ ...emptyProgramme, talks: [row] }, document)
  const { removed } = previewLists(plan, document, event, new Map([['g', 'Grace Hopper']]))
  expect(removed.map(({ title, speakers }) => [title, speakers])).toEqual([['Goes', ['Grace Hopper']]])
})

test('twenty thousand people of two thousand talks are listed at once', () => {
  const { document } = readProgramme(Buffer.from('title,date\nNew,2027-03-01'))
  const [talk] = document.talks
  const talks = Array.from({ length: 2000 }, (_, n) => ({
    ...talk!,
    key: `talk ${n}`,
    title: `Talk ${n}`,
    speakers: Array.from({ length: 10 }, (_, m) => `person ${n * 10 + m}`),
  }))
  const people = talks
    .flatMap(({ speakers }) => speakers)
    .map((key) => ({ key, name: 'Ada', bio: null, image_url: null, links: [] }))
  const ada = { id: 'ada', name: 'Ada', name_key: 'ada', is_in_series: false, is_claimed: false }
  const all = { ...document, talks, people }
  const plan = compareProgramme({ ...emptyProgramme, candidates: [{ ...ada, events: [], has: [] }] }, all)
  const started = performance.now()
  const undecided = peopleToDecide(plan, all)
  expect(performance.now() - started).toBeLessThan(1000)
  expect(undecided).toHaveLength(20_000)
  expect(undecided.at(-1)).toMatchObject({ key: 'person 19999', talks: ['Talk 1999'] })
})
