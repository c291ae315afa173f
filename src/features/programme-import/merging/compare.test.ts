import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProgrammeDocument, SourceTalk, TalkFields } from '../reading/document.ts'
import { compareProgramme, talkFieldNames } from './compare.ts'
import { resolvePeople } from './people.ts'
import type { StoredProgramme, StoredTalk, TalkBase } from './programme-plan.ts'

const day = '2027-03-01'
const fieldsOf = (title: string): TalkFields => ({
  title,
  subtitle: null,
  description: `About ${title}`,
  day,
  date: day,
  start_time: '10:00',
  end_time: '10:30',
  location: 'Hall',
  track: 'Go',
  type: null,
  language: null,
  url: null,
  feedback_url: null,
  slides_url: null,
  video_url: null,
  status: 'scheduled',
})

/** One talk through its history: what the source says, what it said last, and what stands here. */
type Life = {
  id: string
  key: string
  source: (TalkFields & { speakers: string[] }) | null
  base: (TalkFields & { speakers: string[] }) | null
  ours: (TalkFields & { speakers: string[] }) | null
  saved: boolean
  isGone: boolean
  isDeletedHere: boolean
}

const rooms = ['Hall', 'Attic', 'Cellar']
const tracks = ['Go', 'Rust']
const people = ['p1', 'p2', 'p3']
const names: Record<string, string> = { p1: 'Ada Lovelace', p2: 'Grace Hopper', p3: 'Mary Shelley' }
/** A speaker's id is the key of the person: nobody is new here. */
const knownPeople = people.map((key) => ({
  key,
  name: names[key]!,
  speaker_id: key,
  speaker_name: names[key]!,
  is_claimed: false,
  source_fields: [],
  has: [],
}))

const index = fc.nat({ max: 30 })
const edit = fc.oneof(
  fc.record({ field: fc.constant('title' as const), value: fc.nat({ max: 5 }).map((n) => `edition ${n}`) }),
  fc.record({ field: fc.constant('description' as const), value: fc.constantFrom(null, 'one', 'two') }),
  fc.record({ field: fc.constant('start_time' as const), value: fc.constantFrom('09:00', '10:00', '15:00') }),
  fc.record({ field: fc.constant('location' as const), value: fc.constantFrom(...rooms) }),
  fc.record({ field: fc.constant('track' as const), value: fc.constantFrom(...tracks) }),
  fc.record({ field: fc.constant('speakers' as const), value: fc.subarray(people) }),
)
const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('source' as const), index, edit }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('hand' as const), index, edit }) },
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('cut' as const), index }),
  fc.record({ kind: fc.constant('restore' as const), index }),
  fc.record({ kind: fc.constant('re-key' as const), index }),
  fc.record({ kind: fc.constant('save' as const), index }),
  fc.record({ kind: fc.constant('delete here' as const), index }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sync' as const) }) },
)

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const fields = [...talkFieldNames, 'speakers'] as const

function documentOf(lives: Life[]): ProgrammeDocument {
  const talks = lives.flatMap(({ key, source }): SourceTalk[] =>
    source ? [{ ...source, key, links: [] }] : [],
  )
  return {
    format: 'csv',
    conference: {
      title: null,
      start_date: day,
      end_date: day,
      city: null,
      country: null,
      venue: null,
      url: null,
      time_zone: null,
    },
    tracks,
    talks,
    breaks: [],
    people: people.map((key) => ({ key, name: names[key]!, bio: null, image_url: null, links: [] })),
  }
}

const storedOf = (talks: StoredTalk[], deletedKeys: string[]): StoredProgramme => ({
  tracks: tracks.map((name) => ({ id: name, name, source_key: name })),
  talks,
  breaks: [],
  deletedKeys,
  knownPeople,
  candidates: [],
  isNear: false,
})

/** Tracks stay as they are called: what a renamed one does is tried with the database. */
const choices = { renames: [] }

/** Writes a plan as the database would. */
function applyTo(rows: StoredTalk[], document: ProgrammeDocument, deletedKeys: string[]): StoredTalk[] {
  const plan = compareProgramme(storedOf(rows, deletedKeys), document, choices)
  const talks = new Map(rows.map((talk) => [talk.id, talk]))
  for (const { kind, id, key, after, base, removal, old } of plan.talks) {
    const { speakers, ...values } = after
    if (kind === 'removed' && removal === 'deleted') talks.delete(id!)
    else {
      const source_values = { ...base, speaker_ids: base?.speakers ?? [] } as TalkBase
      if (old && kind === 'removed') source_values.speaker_ids = old.source_values!.speaker_ids
      const newId = id ?? `id ${key} ${talks.size} ${Math.random()}`
      talks.set(newId, {
        ...(old ?? { id: newId, version: '', track_id: null, saved: 0, linked: 0, speaker_ids: [] }),
        ...(values as TalkFields),
        source_key: key,
        source_values,
        ...(speakers && { speaker_ids: speakers }),
      })
    }
  }
  return [...talks.values()]
}

test('any history of edits in the source and here ends as the rules say: no edit and no saved talk is lost', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 5, maxLength: 40 }), (actions) => {
      const lives: Life[] = []
      let rows: StoredTalk[] = []
      const deletedKeys: string[] = []
      let counter = 0
      const add = () => {
        const n = ++counter
        const source = {
          ...fieldsOf(`${String.fromCharCode(97 + (n % 26)).repeat(20)} ${n}`),
          speakers: [people[n % 3]!],
        }
        lives.push({
          id: `life ${n}`,
          key: `key ${n}`,
          source,
          base: null,
          ours: null,
          saved: false,
          isGone: false,
          isDeletedHere: false,
        })
      }
      const storedFor = (life: Life) => rows.find((talk) => talk.id === life.id)
      const sync = () => {
        // What the rules say.
        for (const life of lives) {
          if (life.isDeletedHere) continue
          if (life.source && !life.base) {
            life.ours = { ...life.source }
            life.base = { ...life.source }
          } else if (life.source && life.base && life.ours) {
            for (const field of fields) {
              const [base, ours, source] = [life.base[field], life.ours[field], life.source[field]]
              if (!same(source, base) && same(ours, base)) Object.assign(life.ours, { [field]: source })
            }
            life.base = { ...life.source }
            life.isGone = false
          } else if (!life.source && life.base && life.ours && !life.isGone) {
            const isEdited = fields.some(
              (field) => field !== 'track' && !same(life.ours![field], life.base![field]),
            )
            if (life.saved || isEdited) {
              if (life.ours.status === life.base.status) life.ours.status = 'cancelled'
              life.base = { ...life.base, status: 'cancelled' }
              life.isGone = true
            } else {
              life.ours = null
              life.base = null
            }
          }
        }
        const before = new Set(rows.map(({ id }) => id))
        rows = applyTo(rows, documentOf(lives), deletedKeys)
        for (const talk of rows.filter(({ id }) => !before.has(id))) {
          const life = lives.find((other) => other.key === talk.source_key && other.ours && !storedFor(other))
          if (life) life.id = talk.id
        }
        const expected = lives.flatMap(({ id, ours }) => (ours ? [{ id, ...ours }] : []))
        const actual = rows.map((talk) => ({
          id: talk.id,
          ...Object.fromEntries(talkFieldNames.map((field) => [field, talk[field]])),
          speakers: talk.speaker_ids,
        }))
        const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
        expect(actual.sort(byId)).toEqual(expected.sort(byId))
        // The same again changes nothing.
        const again = compareProgramme(storedOf(rows, deletedKeys), documentOf(lives), choices)
        expect(again.talks).toEqual([])
      }
      for (let n = 0; n < 4; n++) add()
      sync()
      for (const each of actions) {
        if (each.kind === 'sync') sync()
        if (each.kind === 'add') add()
        if (!('index' in each)) continue
        const life = lives[each.index % lives.length]!
        const talk = storedFor(life)
        if (each.kind === 'source' && life.source) {
          const value =
            each.edit.field === 'title' ? `${life.source.title} ${each.edit.value}` : each.edit.value
          Object.assign(life.source, { [each.edit.field]: value })
        }
        if (each.kind === 'hand' && talk && life.ours) {
          const { field } = each.edit
          const value = field === 'title' ? `By hand ${each.edit.value}` : each.edit.value
          Object.assign(life.ours, { [field]: value })
          if (field === 'speakers') talk.speaker_ids = each.edit.value as string[]
          else Object.assign(talk, { [field]: value })
        }
        if (each.kind === 'cut') life.source = null
        if (each.kind === 'restore' && !life.source && life.base && !life.isDeletedHere)
          life.source = { ...life.base, status: 'scheduled' }
        // Only of a talk that says the same as before, until it has come in: else nobody could know that it is the same.
        if (
          each.kind === 're-key' &&
          !life.isDeletedHere &&
          life.source &&
          life.base &&
          !life.isGone &&
          same(life.source, life.base)
        ) {
          life.key += "'"
          sync()
        }
        if (each.kind === 'save' && talk) {
          life.saved = true
          talk.saved = 1
        }
        if (each.kind === 'delete here' && talk && life.ours && !life.saved) {
          deletedKeys.push(`talk:${talk.source_key}`)
          rows = rows.filter((other) => other !== talk)
          life.isDeletedHere = true
          life.ours = null
          life.key = talk.source_key!
        }
      }
      sync()
    }),
    { numRuns: 500 },
  )
})

const person = (key: string, name: string) => ({ key, name, bio: null, image_url: null, links: [] })
const knownAs = (key: string, name: string) => ({
  key,
  name,
  speaker_id: `s-${key}`,
  speaker_name: name,
  is_claimed: false,
  source_fields: [],
  has: [],
})
const candidate = (id: string, name: string, is_in_series = false) => ({
  id,
  name,
  name_key: name.toLowerCase(),
  is_in_series,
  is_claimed: false,
  events: [],
  has: [],
})
const kinds = (
  list: ReturnType<typeof person>[],
  knownPeople: ReturnType<typeof knownAs>[],
  candidates: ReturnType<typeof candidate>[] = [],
) =>
  resolvePeople(list, { knownPeople, candidates }, {}).people.map(({ kind, speaker_id }) => [
    kind,
    speaker_id,
  ])

describe('people', () => {
  test('where nearly all keys agree, another name is a new name', () => {
    const list = Array.from({ length: 10 }, (_, n) => person(`${n}`, `Person Number${n}`))
    const knownPeople = [
      ...list.slice(0, 9).map(({ key, name }) => knownAs(key, name)),
      knownAs('9', 'ddevault'),
    ]
    const { people, mode } = resolvePeople(list, { knownPeople, candidates: [] }, {})
    expect([mode, people[9]?.speaker_id, people[9]?.rename]).toEqual([
      'renames',
      's-9',
      { from: 'ddevault', to: 'Person Number9' },
    ])
  })

  test('a name that was edited here stays', () => {
    const knownPeople = [{ ...knownAs('1', 'ddevault'), speaker_name: 'Drew' }, knownAs('2', 'Ada Lovelace')]
    const list = [person('1', 'Drew DeVault'), person('2', 'Ada Lovelace')]
    const { people } = resolvePeople(list, { knownPeople, candidates: [] }, { peopleMode: 'renames' })
    expect([people[0]?.speaker_id, people[0]?.rename]).toEqual(['s-1', undefined])
  })

  test('an id of another edition is the same person there under another name, if nearly all ids agree', () => {
    const list = Array.from({ length: 10 }, (_, n) => person(`${n}`, `Person Number${n}`))
    const editionPeople = [...list.slice(0, 9), { key: '9', name: 'ddevault' }].map(({ key, name }) =>
      knownAs(key, name),
    )
    const resolve = (people: typeof list, choices = {}, candidates: ReturnType<typeof candidate>[] = []) => {
      const {
        kind,
        speaker_id,
        rename,
        candidates: offered,
      } = resolvePeople(people, { knownPeople: [], candidates, editionPeople }, choices).people[
        people.length - 1
      ]!
      return [kind, speaker_id, rename, offered.map(({ id }) => id)]
    }
    expect(resolve(list)).toEqual(['matched', 's-9', undefined, ['s-9']])
    // Somebody else has the name, or had it in the other edition.
    expect(resolve(list, {}, [candidate('c', 'Person Number9')])).toEqual([
      'asked',
      null,
      undefined,
      ['s-9', 'c'],
    ])
    expect(resolve([person('x', 'ddevault'), ...list])).toEqual(['asked', null, undefined, ['s-9']])
    expect(resolve(list, { people: { 9: null } })).toEqual(['new', null, undefined, ['s-9']])
    expect(resolve(list, { peopleMode: 'names' })).toEqual(['new', null, undefined, []])
    expect(resolve(list.slice(2))).toEqual(['new', null, undefined, []])
  })

  test('where hardly any key agrees, the keys mean nothing', () => {
    const list = [person('1', 'Ada Lovelace'), person('2', 'Grace Hopper')]
    const knownPeople = [knownAs('1', 'Somebody Else'), knownAs('2', 'Another One')]
    expect(kinds(list, knownPeople, [candidate('c', 'Ada Lovelace')])).toEqual([
      ['matched', 'c'],
      ['new', null],
    ])
  })

  test('one word is taken only within the series; two of one name are asked about; two keys never become one', () => {
    expect(kinds([person('1', 'Mo')], [], [candidate('c', 'Mo')])).toEqual([['asked', null]])
    expect(kinds([person('1', 'Mo')], [], [candidate('c', 'Mo', true)])).toEqual([['matched', 'c']])
    expect(
      kinds(
        [person('1', 'Ada Lovelace')],
        [],
        [candidate('c', 'Ada Lovelace'), candidate('d', 'Ada Lovelace')],
      ),
    ).toEqual([['asked', null]])
    expect(kinds([person('1', 'Mo'), person('2', 'mo')], [], [candidate('c', 'mo', true)])).toEqual([
      ['matched', 'c'],
      ['new', null],
    ])
  })
})

test('two people of the source with one full name are asked about', () => {
  const list = [person('1', 'Robin Sample'), person('2', 'robin sample')]
  const questions = [
    ['asked', null],
    ['asked', null],
  ]
  expect(kinds(list, [], [])).toEqual(questions)
  expect(kinds(list, [], [candidate('c', 'Robin Sample')])).toEqual(questions)
  expect(kinds(list, [knownAs('1', 'Robin Sample'), knownAs('2', 'Robin Sample')], [])).toEqual([
    ['known', 's-1'],
    ['known', 's-2'],
  ])
})

test('two people of the source are one if somebody says so, though each says it of the other', () => {
  const list = [person('1', 'Robin Sample'), person('2', 'Robin Sample')]
  const joined = (same: Record<string, string>, choice: string | null = null) =>
    resolvePeople(
      list,
      { knownPeople: [], candidates: [candidate('c', 'Robin Sample')] },
      { same, people: { 1: choice } },
    ).people.map(({ speaker_id, sameAs }) => [speaker_id, sameAs])
  expect(joined({ 2: '1' })).toEqual([
    [null, undefined],
    [null, '1'],
  ])
  expect(joined({ 2: '1' }, 'c')).toEqual([
    ['c', undefined],
    ['c', '1'],
  ])
  expect(joined({ 1: '2', 2: '1' })).toEqual([
    [null, undefined],
    [null, '1'],
  ])
  expect(joined({ 2: '2', 1: '3' })).toEqual([
    [null, undefined],
    [null, undefined],
  ])
})

test('a former name finds the speaker, with a question where somebody else has it, or the speaker is there, too', () => {
  const renamed = { ...candidate('c', 'Maria After'), name_key: 'maria before' }
  const list = [person('1', 'Maria Before')]
  expect(kinds(list, [], [renamed])).toEqual([['matched', 'c']])
  expect(kinds(list, [], [renamed, candidate('d', 'Maria Before')])).toEqual([['asked', null]])
  const now = candidate('c', 'Maria After')
  expect(kinds([...list, person('2', 'Maria After')], [], [renamed, now])).toEqual([
    ['asked', null],
    ['matched', 'c'],
  ])
})

describe('a key that stands for another talk', () => {
  const [ada, zed] = [person('1', 'Ada Gardener'), person('9', 'Zed Physicist')]
  const talkOf = (title: string, description: string, speakers: string[]): SourceTalk => ({
    ...{ ...fieldsOf(title), description },
    ...{ key: 'k', speakers, links: [] },
  })
  const before = talkOf('Growing tomatoes on balconies', 'A', ['1'])
  const planOf = (after: SourceTalk) => {
    const row = {
      ...before,
      ...{ id: 't', version: '', track_id: null, saved: 1, linked: 0, source_key: 'k', speaker_ids: ['s-1'] },
      source_values: { ...before, speaker_ids: ['s-1'] },
    }
    const programme = { ...storedOf([row], []), knownPeople: [knownAs('1', 'Ada Gardener')] }
    return compareProgramme(programme, { ...documentOf([]), talks: [after], people: [ada, zed] })
  }
  const changesOf = (after: SourceTalk) =>
    planOf(after)
      .talks.map(({ kind, key }) => [kind, key])
      .sort()

  test('by its title, text and people: the former one is gone, and it is new', () => {
    expect(changesOf(talkOf('Quantum error correction', 'Other', ['9']))).toEqual([
      ['added', 'k:quantum error correction'],
      ['removed', 'k'],
    ])
  })
  test.each([
    ['people', talkOf('Quantum error correction', 'Other', ['1'])],
    ['a text', talkOf('Quantum error correction', 'A', ['9'])],
    ['a title', talkOf('Growing tomatoes on roofs', 'Other', ['9'])],
    ['nobody yet', talkOf('Quantum error correction', 'Other', [])],
  ])('with %s in common it is the same', (_, after) => {
    expect(changesOf(after)).toEqual([['changed', 'k']])
  })
})

describe('a person without an id whose name changes', () => {
  const title = 'Engines'
  const document = (...speakers: string[]): ProgrammeDocument => ({
    ...documentOf([]),
    talks: [{ ...fieldsOf(title), key: 'k', speakers, links: [] }],
    people: speakers.map((name) => ({ key: name, name, bio: null, image_url: null, links: [] })),
  })
  const speakerCalled = (name: string, is_claimed = false) => ({
    ...knownPeople[0]!,
    ...{ key: name, name, speaker_id: `id of ${name}`, speaker_name: name, is_claimed },
  })
  const planOf = (before: string[], after: string[], { isClaimed = false, choices: people = {} } = {}) => {
    const talk = {
      ...fieldsOf(title),
      ...{ id: 't', version: '', track_id: null, saved: 0, linked: 0, source_key: 'k' },
      speaker_ids: before.map((name) => `id of ${name}`),
      source_values: {
        ...fieldsOf(title),
        links: [],
        speakers: before,
        speaker_ids: before.map((name) => `id of ${name}`),
      },
    }
    const programme = {
      ...storedOf([talk], []),
      knownPeople: before.map((name) => speakerCalled(name, isClaimed)),
    }
    return compareProgramme(programme, document(...after), { ...choices, people })
  }
  const personOf = (...versions: Parameters<typeof planOf>) => {
    const { kind, speaker_id, rename, candidates } = planOf(...versions).people.find(
      ({ hasFormerName, kind }) => hasFormerName || kind === 'new',
    )!
    return [kind, speaker_id, rename?.to ?? null, candidates.length]
  }

  test.each([
    ['A. Lovelace', 'Ada Lovelace'],
    ['Lovelace, Ada', 'Ada Lovelace'],
    ['Ada Lovelace', 'Ada King Lovelace'],
  ])('%s is %s, and keeps the talk', (before, after) => {
    expect(personOf([before], [after])).toEqual(['matched', `id of ${before}`, after, 1])
    expect(planOf([before], [after]).talks.map(({ after }) => after.speakers)).toEqual([undefined])
    // Somebody may say that it is another person.
    expect(personOf([before], [after], { choices: { [after]: null } })).toEqual(['new', null, null, 1])
  })

  test.each([
    ['Ada Byron', 'Ada Lovelace'],
    ['Ada Lovelace', 'Betty Lovelace'],
    ['Lovelcae', 'Lovelace'],
  ])('whether %s is %s is asked; a claimed speaker stays until then', (before, after) => {
    expect(personOf([before], [after])).toEqual(['asked', null, null, 1])
    expect(personOf([before], [after], { isClaimed: true })).toEqual(['asked', `id of ${before}`, null, 1])
    const choices = { [after]: `id of ${before}` }
    expect(personOf([before], [after], { choices })).toEqual(['matched', `id of ${before}`, after, 1])
  })

  test('other names, several who go, and who stays beside, are others', () => {
    expect(personOf(['Ada Lovelace'], ['Grace Hopper'])).toEqual(['new', null, null, 0])
    expect(personOf(['Ada Lovelace', 'Mary Lovelace'], ['A. Lovelace'])).toEqual(['new', null, null, 0])
    expect(personOf(['Ada Lovelace'], ['Ada Lovelace', 'A. Lovelace'])).toEqual(['new', null, null, 0])
  })
})

test('numbers of rows that were counted anew stand for the same talks as their titles', () => {
  const documentWith = (titles: string[]): ProgrammeDocument => ({
    ...documentOf([]),
    talks: titles.map((title, n) => ({ ...fieldsOf(title), key: String(n + 1), speakers: [], links: [] })),
  })
  const before = ['Opening', 'Engines', 'Knots', 'Closing']
  const rows = applyTo([], documentWith(before), [])
  const after = documentWith(['Opening', 'Weather', 'Engines', 'Knots', 'Closing'])
  const plan = compareProgramme(storedOf(rows, []), after, choices)
  expect(plan.talks.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['added Weather'])
  const then = applyTo(rows, after, [])
  expect(new Set(then.map(({ source_key }) => source_key)).size).toBe(5)
  expect(compareProgramme(storedOf(then, []), after, choices).talks).toEqual([])
  // One that is only called otherwise keeps its number.
  const renamed = documentWith(['Welcome', ...before.slice(1)])
  expect(compareProgramme(storedOf(rows, []), renamed, choices).talks.map(({ kind }) => kind)).toEqual([
    'changed',
  ])
})

test('a thousand talks at one place that are all called otherwise are not each compared with each', () => {
  // Those of another edition under other ids, before their times are known: 34 seconds in which no request was answered.
  const talksOf = (mark: string) =>
    Array.from({ length: 1000 }, (_, n): SourceTalk => {
      const title = `${mark} ${n} ${'of a talk with a long title '.repeat(6)}`
      return { ...fieldsOf(title), key: `${mark} ${n}`, speakers: [], links: [] }
    })
  const rows = applyTo([], { ...documentOf([]), talks: talksOf('before') }, [])
  const started = performance.now()
  const plan = compareProgramme(storedOf(rows, []), { ...documentOf([]), talks: talksOf('after') }, choices)
  expect(performance.now() - started).toBeLessThan(3000)
  expect(Map.groupBy(plan.talks, ({ kind }) => kind).get('added')).toHaveLength(1000)
})

test('rooms that all got new names while some talks moved are renamed, to be confirmed; else the talks moved', () => {
  const documentWith = (roomOf: (n: number) => string): ProgrammeDocument => ({
    ...documentOf([]),
    talks: Array.from({ length: 28 }, (_, n) => ({
      ...fieldsOf(`Talk ${String.fromCharCode(97 + (n % 26)).repeat(12)} ${n}`),
      location: roomOf(n),
      key: `key ${n}`,
      speakers: [],
      links: [],
    })),
  })
  const rows = applyTo(
    [],
    documentWith((n) => (n < 16 ? 'Room 2' : 'Room 5')),
    [],
  )
  // 12 of 16 and 9 of 12; the others moved.
  const after = documentWith((n) => ((n < 16 ? n < 12 : n > 24) ? 'Booth' : 'Hopper'))
  const plan = compareProgramme(storedOf(rows, []), after)
  expect(plan.renames).toEqual([
    { kind: 'room', from: 'Room 2', to: 'Booth', talks: 12, doubtfulOf: 16 },
    { kind: 'room', from: 'Room 5', to: 'Hopper', talks: 9, doubtfulOf: 12 },
  ])
  expect(plan.talks.filter(({ kind }) => kind === 'moved')).toHaveLength(7)
  const moved = compareProgramme(storedOf(rows, []), after, choices)
  expect(moved.talks.filter(({ kind }) => kind === 'moved')).toHaveLength(28)
  // An old room that is still in the file, and a new one that was there before, were not renamed.
  const halfEmpty = documentWith((n) => (n < 10 ? 'Booth' : n < 16 ? 'Room 2' : 'Room 5'))
  expect(compareProgramme(storedOf(rows, []), halfEmpty).renames).toEqual([])
  const swapped = documentWith((n) => (n < 12 ? 'Room 5' : 'Hopper'))
  expect(compareProgramme(storedOf(rows, []), swapped).renames).toEqual([])
})

test('an edit of what the source did not change stands, is listed, and can take the value of the source', () => {
  const source: ProgrammeDocument = {
    ...documentOf([]),
    talks: [{ ...fieldsOf('One'), key: '1', speakers: ['p1'], links: [] }],
  }
  const edited = applyTo([], source, []).map((row) => ({ ...row, title: 'Two', speaker_ids: ['p2'] }))
  const plan = compareProgramme(storedOf(edited, []), source, choices)
  expect([plan.talks, plan.unchanged]).toEqual([[], 1])
  expect(plan.edited.map(({ key, kept }) => [key, kept])).toEqual([
    [
      '1',
      [
        { field: 'title', ours: 'Two', source: 'One' },
        { field: 'speakers', ours: ['p2'], source: ['p1'] },
      ],
    ],
  ])
  const withSourceValues = compareProgramme(storedOf(edited, []), source, {
    ...choices,
    take: ['1 title', '1 speakers'],
  })
  expect(withSourceValues.edited).toEqual([])
  expect(withSourceValues.talks.map(({ after }) => after)).toEqual([{ title: 'One', speakers: ['p1'] }])
})
