import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { seriesCommands } from '#server/operator/series-commands.ts'
import { callAsPerson, queueOf, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'

const context = useStore()
const folder = mkdtempSync(path.join(tmpdir(), 'hallway-series-'))
let admin: Person

beforeEach(async () => {
  admin = await makePerson(context.store.db, { isAdmin: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

const asAdmin = () => callAsPerson(context.store, admin, { isAdmin: true })
const asVisitor = () => callAsPerson(context.store, null)
const years = (name: string, ...list: number[]) =>
  makeEvents(
    context.store.db,
    list.map((year) => ({
      name: `${name} ${year}`,
      slug: `${name}-${year}`.toLowerCase(),
      start_date: `${year}-05-01`,
    })),
  )
const queue = () => queueOf(asAdmin(), 'series')
const proposalOf = async (name: string) =>
  (await queue().list()).decisions.find((proposal) => proposal.name === name)

async function runCommand(name: keyof typeof seriesCommands, options = {}, ...values: string[]) {
  const [lines, errors]: [string[], string[]] = [[], []]
  const output = {
    print: (line: string) => lines.push(line),
    printError: (line: string) => errors.push(line),
  }
  await seriesCommands[name]!.run(
    { isLive: true, folder, open: async () => context.store, options },
    { ...output, progress: () => {} },
    ...values,
  )
  return { lines, errors }
}

describe('proposals', () => {
  test('have the name of a conference without the cities through which it travels', async () => {
    await makeEvents(
      context.store.db,
      ['Travel Bergen 2023', 'Travel Oslo 2024', 'Travel 2025'].map((name, index) => ({
        name,
        start_date: `${2023 + index}-05-01`,
        location_name: ['Bergen', 'Oslo', 'Voss'][index]!,
        website: 'https://travel.example.com',
      })),
    )
    await asAdmin().seriesProposals.find({})
    expect((await proposalOf('Travel'))?.evidence.records).toHaveLength(3)
  })

  test('are stored once, accepted, and no longer made', async () => {
    await years('Accepted', 2024, 2025)
    await asAdmin().seriesProposals.find({})
    const proposal = await proposalOf('Accepted')
    expect(proposal?.evidence.text).toBe('new series, 95% sure')
    expect(proposal?.evidence.records?.map(({ path }) => path)).toEqual([
      '/conferences/accepted-2025',
      '/conferences/accepted-2024',
    ])
    await asAdmin().seriesProposals.find({})
    expect((await proposalOf('Accepted'))?.id).toBe(proposal!.id)
    await queue().accept(proposal!.id)
    expect((await asVisitor().series.detail({ slug: 'accepted' })).edition_count).toBe(2)
    expect((await refusal(queue().accept(proposal!.id)))?.code).toBe('NOT_FOUND')
    await asAdmin().seriesProposals.find({})
    expect(await proposalOf('Accepted')).toBeUndefined()
  })

  test.each([
    ['Otter Camp', ['Otter Camp 1', 'Otter Camp 2', 'Otter Camp 3']],
    ['Symposium on Otters', ['1st Symposium on Otters', '2nd Symposium on Otters']],
    ['Area 51', ['Area 51 2024', 'Area 51 2025']],
  ])('are called %s without the numbers of %s', async (series, names) => {
    await makeEvents(
      context.store.db,
      names.map((name, index) => ({ name, start_date: `${2023 + index}-05-01` })),
    )
    await asAdmin().seriesProposals.find({})
    expect(await proposalOf(series)).toBeDefined()
  })

  test('add to a series that exists', async () => {
    const [one, two, three] = await years('Growing', 2023, 2024, 2025)
    const series = await makeSeries(context.store.db, [one!, two!], { name: 'Growing' })
    await asAdmin().seriesProposals.find({})
    const proposal = await proposalOf('Growing')
    expect(proposal?.evidence.text).toMatch(/^joins a series that exists, /)
    await queue().decideMany([proposal!.id], true)
    expect((await asVisitor().events.detail({ slug: three!.slug })).series?.id).toBe(series.id)
  })

  test('that are dismissed are not made again', async () => {
    await years('Dismissed', 2024, 2025)
    await asAdmin().seriesProposals.find({})
    await queue().reject((await proposalOf('Dismissed'))!.id)
    await asAdmin().seriesProposals.find({})
    expect(await proposalOf('Dismissed')).toBeUndefined()
  })

  test('of conferences that came into several series meanwhile are refused', async () => {
    const [one, two] = await years('Split', 2024, 2025)
    await asAdmin().seriesProposals.find({})
    const proposal = await proposalOf('Split')
    for (const event of [one!, two!]) await makeSeries(context.store.db, [event])
    expect((await refusal(queue().accept(proposal!.id)))?.code).toBe('CONFLICT')
  })
})

test('the commands print proposals on one line and take them back from a file', async () => {
  await years('Typed', 2024, 2025)
  const { lines } = await runCommand('series propose', { json: true })
  expect(lines).toHaveLength(1)
  const proposed: { name: string; editions: string[]; score: number }[] = JSON.parse(lines[0]!)
  const typed = proposed.find(({ name }) => name === 'Typed')
  expect(typed).toEqual({ name: 'Typed', editions: ['typed-2024', 'typed-2025'], score: 0.95 })
  const file = path.join(folder, 'series.json')
  writeFileSync(
    file,
    JSON.stringify([typed, { name: 'Missing', editions: ['none-2024', 'none-2025'], score: 1 }]),
  )
  const accepted = await runCommand('series accept', {}, file)
  expect(accepted.errors).toEqual(['Missing: not listed: none-2024, none-2025'])
  expect(accepted.lines).toEqual(['2 conferences joined a series'])
  const { id, edition_count } = await asVisitor().series.detail({ slug: 'typed' })
  expect(edition_count).toBe(2)
  const { changes } = await asAdmin().history.ofSeries({ id })
  expect(changes.map(({ via, by }) => [via, by])).toEqual([['command', null]])
  writeFileSync(file, '{"name": "no list"}')
  await expect(runCommand('series accept', {}, file)).rejects.toThrow('The file is not a list of series')
  await makeEvent(context.store.db)
})

test('more editions than an index takes are not proposed, and keep nothing else from being', async () => {
  await years('Forever', ...Array.from({ length: 200 }, (_, index) => 1901 + index))
  await years('Weekend', 2020, 2021)
  await asAdmin().seriesProposals.find({})
  expect(await proposalOf('Weekend')).toBeDefined()
  expect(await proposalOf('Forever')).toBeUndefined()
})
