import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { leaksTo, makeSecretWorld, type SecretWorld } from '#tests/support/secret-world.ts'

// POST /mcp as the official client calls it.

const context = useStore()
const site = 'http://hallway.test'
let world: SecretWorld
let app: ReturnType<typeof accountHost>['app']

beforeAll(async () => {
  world = await makeSecretWorld(context.store.db)
  app = accountHost(context.store).app
})

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const fetchFromApp: typeof fetch = async (input, init) => app.fetch(new Request(input, init))
  await client.connect(new StreamableHTTPClientTransport(new URL(`${site}/mcp`), { fetch: fetchFromApp }))
  return client
}

async function callTool(name: string, input: Record<string, unknown>) {
  const client = await connect()
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [{ text = '' } = {}] = content as { text?: string }[]
  await client.close()
  return { text, isError: isError === true }
}
const read = async (name: string, input: Record<string, unknown> = {}) =>
  JSON.parse((await callTool(name, input)).text).written_by_users

test('every tool answers, with addresses of pages and nothing that is not public', async () => {
  const { event, talk, speaker } = world
  const client = await connect()
  const { tools } = await client.listTools()
  await client.close()
  const inputs: Record<string, object> = {
    find_anything: { search: 'event' },
    find_conferences: {},
    get_conference: { slug: event.slug },
    get_programme: { slug: event.slug },
    get_talk: { number: talk.number },
    find_speakers: {},
    get_speaker: { id: speaker.id },
    get_talks_of_speaker: { id: speaker.id },
    find_calls: { when: 'any' },
  }
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(inputs).sort())
  for (const { name, description, inputSchema, annotations } of tools) {
    expect([name, annotations?.readOnlyHint, !!description, 'after' in inputSchema.properties!]).toEqual([
      ...[name, true, true, false],
    ])
    const { text, isError } = await callTool(name, inputs[name] as never)
    expect([name, isError, leaksTo(null, text, world)]).toEqual([name, false, []])
    expect([name, text.includes(`"page":"${site}/`)]).toEqual([name, true])
  }
  expect(await read('get_talk', { number: talk.number })).toMatchObject({
    page: `${site}/conferences/${event.slug}/talks/${talk.number}`,
  })
})

test('at most ten rows and 20 kB are sent, and what is left out is counted', async () => {
  const { db } = context.store
  const description = 'x'.repeat(4000)
  await makeEvents(
    db,
    Array.from({ length: 15 }, (_, n) => ({ name: `Quokka ${n}`, description, start_date: '2031-03-04' })),
  )
  const page = await read('find_conferences', { search: 'quokka' })
  expect([page.events.length, page.events_left_out]).toEqual([10, 5])
  const event = world.event
  for (let n = 0; n < 12; n++)
    await makeTalk(db, { event, title: `Long ${n}`, description, start_time: '09:00', end_time: '10:00' })
  const day = await callTool('get_programme', { slug: event.slug, time: '09:30' })
  expect(day.text.length).toBeLessThanOrEqual(20_000)
  const titles = JSON.parse(day.text).written_by_users.talks.map(({ title }: { title: string }) => title)
  expect(titles.length).toBe(10)
  expect(await read('get_programme', { slug: event.slug, time: '23:00' })).toMatchObject({ talks: [] })
})

test('what cannot be read is said, with the names that are known', async () => {
  const unknown = await callTool('find_conferences', { time: 'upcoming' })
  expect(unknown).toMatchObject({ isError: true })
  expect(unknown.text).toMatch(/^Unknown parameters: time\. Known here: search, /)
  expect((await callTool('get_conference', { slug: 'no-such-one' })).isError).toBe(true)
  expect((await callTool('get_talk', { number: 'x' })).isError).toBe(true)
  expect((await callTool('toString', {})).isError).toBe(true)
})

test('other sites, large bodies and other methods are refused', async () => {
  const send = (init: RequestInit) =>
    app.request(`${site}/mcp`, {
      method: 'POST',
      ...init,
      headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
    })
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const accept = { accept: 'application/json, text/event-stream' }
  expect((await send({ body: list, headers: accept })).status).toBe(200)
  expect((await send({ body: list, headers: { ...accept, origin: 'https://evil.example' } })).status).toBe(
    403,
  )
  expect((await send({ body: `"${'x'.repeat(70_000)}"` })).status).toBe(413)
  expect((await app.request(`${site}/mcp`)).status).toBe(405)
})
