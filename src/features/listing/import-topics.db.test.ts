import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { proposeTopicsOfNames } from '#features/topics/topic-proposals.server.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, queueOf, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { importEvents } from './csv-import.server.ts'
import { parseImport, topicsLine } from './csv-import.ts'

const context = useStore()
const header = 'name,description,start_date,end_date,location_name,country_name'
const line = (name: string, topicNames: string) =>
  `${name},,2031-03-01,2031-03-02,Bergen,Norway,${topicNames}`

beforeEach(async () => {
  await context.store.execute('truncate all_events, topics, topic_proposals cascade')
  await context.store.db.insert(topics).values([{ name: 'Rust' }, { name: 'Node.js' }])
})

async function admin() {
  const person = await makePerson(context.store.db, { isAdmin: true })
  const api = callAs(context.store, viewerOf(person, true))
  const queue = queueOf(api, 'topic')
  const proposed = async () => (await queue.list()).decisions
  return { api, queue, proposed }
}

async function importFile(...lines: string[]) {
  const file = await parseImport('a.csv', lines.join('\n'))
  if (!file.ok) throw new Error(file.message)
  expect(file.unknownColumns).toEqual([])
  return importEvents(context.store.db, file.rows, { fileName: 'a.csv', importedBy: null })
}

const tagsOf = async () =>
  Object.fromEntries(
    (
      await rows<{ name: string; tags: string[] }>(
        context.store.db,
        sql`select name, tags from events order by name`,
      )
    ).map(({ name, tags }) => [name, tags]),
  )

test.each(['tags', 'topics', 'Topics'])(
  'a column %s: topics that exist are set, others are proposed',
  async (column) => {
    const result = await importFile(
      `${header},${column}`,
      line('One', 'rust; Zig'),
      line('Two', ' NODE.JS |zig|Nix'),
      line('Three', ''),
    )
    expect(await tagsOf()).toEqual({ One: ['Rust'], Two: ['Node.js'], Three: [] })
    expect(result).toMatchObject({ imported: 3, tagged: 2, proposed_topics: ['Zig', 'Nix'] })
    expect(topicsLine(result)).toBe(
      '2 conferences have topics. 2 topics are proposed in Topic Management: Zig, Nix',
    )
    const { queue, proposed } = await admin()
    // Of one moment.
    const proposals = (await proposed()).sort((one, other) => (one.name < other.name ? 1 : -1))
    expect(proposals).toMatchObject([
      { name: 'Zig', asked_by: null, evidence: { text: 'new', records: [{}, {}] } },
      { name: 'Nix', asked_by: null, evidence: { text: 'new', records: [{ name: 'Two' }] } },
    ])
    const ids = proposals.map(({ id }) => id)
    const { refused } = await queue.decideMany(ids, true)
    expect(refused).toEqual([])
    expect(await tagsOf()).toEqual({ One: ['Rust', 'Zig'], Two: ['Nix', 'Node.js', 'Zig'], Three: [] })
    expect(await proposed()).toEqual([])
  },
)

test('an import in the browser reports the topics, and its undoing takes the proposals back', async () => {
  const { api, proposed } = await admin()
  const file = new File([[`${header},topics`, line('One', 'Rust;Zig')].join('\n')], 'some.csv')
  const { id } = await api.imports.start({ file })
  const status = async () => (await api.imports.detail({ id })).status
  await expect.poll(status).toBe('done')
  expect(await api.imports.detail({ id })).toMatchObject({ tagged: 1, proposed_topics: ['Zig'] })
  expect(await proposed()).toHaveLength(1)
  await api.imports.undo({ id })
  await expect.poll(status).toBe('undone')
  expect(await proposed()).toEqual([])
})

test('a topic that a member has proposed gets the conferences of an import, too', async () => {
  const member = await makePerson(context.store.db)
  await callAs(context.store, viewerOf(member)).topicProposals.propose({ name: 'Zig' })
  await importFile(`${header},topics`, line('One', 'zig'))
  const { queue, proposed } = await admin()
  const [proposal, ...rest] = await proposed()
  expect(proposal).toMatchObject({ name: 'Zig', asked_by: { id: member.id } })
  expect(proposal?.evidence.records).toMatchObject([{ name: 'One' }])
  expect(rest).toEqual([])
  await queue.accept(proposal!.id)
  expect(await tagsOf()).toEqual({ One: ['Zig'] })
})

test('names propose topics once, also those that exist; dismissed ones are not set', async () => {
  await makeEvents(context.store.db, [
    { name: 'RustConf' },
    { name: 'Rust Nation', tags: ['Rust'] },
    { name: 'Trust Summit' },
    { name: 'Google Next' },
    { name: 'GoLab' },
  ])
  const proposed = await proposeTopicsOfNames(context.store.db)
  expect(
    proposed.map(({ topic, is_new, conferences }) => [topic, is_new, conferences.map(({ name }) => name)]),
  ).toEqual([
    ['Go', true, ['GoLab']],
    ['Rust', false, ['RustConf']],
  ])
  const { api, queue, proposed: proposedTopics } = await admin()
  expect(await api.topicProposals.proposeFromNames()).toEqual({ topics: 2, conferences: 2 })
  const proposals = await proposedTopics()
  const evidenceOf = Object.fromEntries(proposals.map(({ name, evidence }) => [name, evidence]))
  expect(evidenceOf).toMatchObject({
    Go: { text: 'new', records: [{ name: 'GoLab' }] },
    Rust: { text: null, records: [{ name: 'RustConf' }] },
  })
  const idOf = (topic: string) => proposals.find(({ name }) => name === topic)!.id
  await queue.accept(idOf('Rust'))
  await queue.reject(idOf('Go'))
  expect(await tagsOf()).toMatchObject({ RustConf: ['Rust'], GoLab: [], 'Google Next': [] })
  expect((await api.adminActions.list({})).actions.map(({ action, after }) => [action, after])).toEqual(
    expect.arrayContaining([
      ['topic_set_as_proposed', { conferences: 1 }],
      ['topic_proposal_dismissed', null],
    ]),
  )
  // What was dismissed does not come back.
  await makeEvent(context.store.db, { name: 'GoWest' })
  expect(await api.topicProposals.proposeFromNames()).toEqual({ topics: 0, conferences: 0 })
})

test("the site's own export adds its topics", async () => {
  await makeEvent(context.store.db, { name: 'Kept' })
  const names = [...header.split(','), 'tags', 'slug', 'url']
  const file = await parseImport(
    'a.csv',
    [names.join(','), 'One,,2031-03-01,2031-03-02,Bergen,Norway,Zig; Rust,one,x'].join('\n'),
  )
  if (!file.ok) throw new Error(file.message)
  await importEvents(context.store.db, file.rows, {
    fileName: 'a.csv',
    importedBy: null,
    addsTopics: file.isOwnExport,
  })
  expect(await tagsOf()).toMatchObject({ One: ['Rust', 'Zig'] })
})

test('5,000 conferences with 602 topics are imported, each topic proposed once', async () => {
  const lines = Array.from(
    { length: 5000 },
    (_, n) => `Conference ${n},,2031-03-01,2031-03-02,Bergen,Norway,Rust;Topic ${n % 600};Node.js`,
  )
  const result = await importFile(`${header},topics`, ...lines)
  expect(result).toMatchObject({ imported: 5000, tagged: 5000, proposed_topics: { length: 600 } })
}, 120_000)
