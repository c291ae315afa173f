import { ORPCError } from '@orpc/client'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { PendingChange } from '#lib/offline.ts'
import type { Copy } from './copies.ts'

// What is stored, sent and dropped without network, with the API, the copies and the browser's storage in memory.

const event_id = '00000000-0000-4000-8000-000000000001'
const input = { event_id }
const me = 'me'

const server = { save: vi.fn(), remove: vi.fn(), set: vi.fn() }
const offlineApi: {
  answer?: (path: string[], input: unknown, ask: () => Promise<unknown>) => Promise<unknown>
} = {}
let copies: Copy[]
const storage = new Map<string, string>()

vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
})
vi.stubGlobal('navigator', {
  locks: { request: (_name: string, _options: object, run: (lock: object) => unknown) => run({}) },
})
// The files of this run share their modules.
vi.resetModules()
vi.doMock('#lib/api.ts', () => ({
  offline: offlineApi,
  api: {
    savedTalks: { save: { call: server.save }, remove: { call: server.remove } },
    attendance: { set: { call: server.set } },
  },
}))
vi.doMock('./copies.ts', () => ({
  listCopies: async () => copies,
  readCopy: async (name: string) => copies.find((copy) => copy.name === name),
  writeCopy: async (copy: Copy) => {
    copies = copies.map((other) => (other.name === copy.name ? copy : other))
  },
}))
const { answerFromCopies, noteAnswer, sendPending } = await import('./answer.ts')
const { answerKey } = await import('./copied-answers.ts')
const { offlineStore, setOfflineState } = await import('#lib/offline.ts')
const { readPending, writePending } = await import('./pending-changes.ts')
const { setPageViewer, otherAccount } = await import('#lib/page-viewer.ts')
const { UnreachableError } = await import('#lib/account.ts')

afterAll(() => {
  vi.doUnmock('#lib/api.ts')
  vi.doUnmock('./copies.ts')
  vi.unstubAllGlobals()
  vi.resetModules()
})

const savedKey = answerKey('savedTalks.list', input)
const copyOf = (viewerId: string | null): Copy => ({
  ...{ name: 'fosdem', title: 'FOSDEM', copiedAt: 1, endDate: '2026-02-01', viewerId },
  programme: {
    event: { id: event_id, slug: 'fosdem', name: 'FOSDEM', time_zone: null },
    ...{ days: [], tracks: [], breaks: [], talks: [{ id: 'talk-1', title: 'Fuzzing', start_time: '15:00' }] },
  } as never,
  answers: { [savedKey]: [] },
})
const change = (key: string, changes: Partial<PendingChange> = {}): PendingChange => ({
  ...{ key, procedure: 'savedTalks.save', label: `Plan to attend: ${key}`, changedAt: 1 },
  input: { event_id, talk_id: key },
  ...changes,
})
const pendingKeys = () => readPending()?.changes.map(({ key }) => key) ?? []
const unreachable = () => Promise.reject(new UnreachableError())
const error = (status: number, code = 'ANY') => new ORPCError(code, { status, message: 'No.' })

beforeEach(() => {
  storage.clear()
  copies = [copyOf(me)]
  setPageViewer(me)
  for (const call of Object.values(server)) call.mockReset().mockResolvedValue(undefined)
  setOfflineState({ isOffline: false, pending: [], mustSignIn: false, refusals: [], refreshes: 0 })
  answerFromCopies()
  noteAnswer()
})

test.each([
  ['too many requests', error(429)],
  ['a failure of the server', error(503)],
  ['a session that is over', error(401, 'UNAUTHORIZED')],
  ['another account in this browser', error(409, otherAccount)],
  ['no network', new UnreachableError()],
])('a change stays pending after %s', async (_name, failure) => {
  writePending({ viewerId: me, changes: [change('talk-1')] })
  server.save.mockRejectedValueOnce(failure)
  await sendPending()
  expect(pendingKeys()).toEqual(['talk-1'])
  expect(offlineStore.getSnapshot().refusals).toEqual([])
  await sendPending()
  expect([pendingKeys(), server.save.mock.calls.length]).toEqual([[], 2])
})

test('what the server refuses is named and dropped, and the next is sent', async () => {
  writePending({ viewerId: me, changes: [change('gone'), change('talk-1')] })
  server.save.mockRejectedValueOnce(error(404, 'NOT_FOUND'))
  await sendPending()
  expect(pendingKeys()).toEqual([])
  expect(offlineStore.getSnapshot().refusals).toEqual([
    'Plan to attend: gone. This talk was taken out of the programme.',
  ])
  expect(server.save).toHaveBeenLastCalledWith({ event_id, talk_id: 'talk-1' })
})

test('a change that is made while an earlier one of the same talk is sent stays pending', async () => {
  writePending({ viewerId: me, changes: [change('talk-1')] })
  server.save.mockImplementationOnce(async () =>
    writePending({
      viewerId: me,
      changes: [change('talk-1', { procedure: 'savedTalks.remove', changedAt: 2 })],
    }),
  )
  await sendPending()
  expect(server.remove).toHaveBeenCalledOnce()
  expect(pendingKeys()).toEqual([])
})

test("another account's changes are not sent", async () => {
  writePending({ viewerId: 'another', changes: [change('talk-1')] })
  await sendPending()
  expect(server.save).not.toHaveBeenCalled()
  expect([pendingKeys(), offlineStore.getSnapshot().mustSignIn]).toEqual([['talk-1'], true])
})

test.each([[null], ['another']])("a member's answers are not stored in the copy of %s", async (viewerId) => {
  copies = [copyOf(viewerId)]
  const answer = [{ id: 'talk-1' }]
  expect(await offlineApi.answer!(['savedTalks', 'list'], input, async () => answer)).toEqual(answer)
  expect(copies[0]!.answers[savedKey]).toEqual([])
})

test("a member's answers are stored in their own copy; other answers in none", async () => {
  await offlineApi.answer!(['savedTalks', 'list'], input, async () => [{ id: 'talk-1' }])
  expect(copies[0]!.answers[savedKey]).toEqual([{ id: 'talk-1' }])
  await offlineApi.answer!(['events', 'list'], input, async () => ['more'])
  expect(Object.keys(copies[0]!.answers)).toEqual([savedKey])
})

test('a copy of another account answers nothing', async () => {
  copies = [copyOf('another')]
  await expect(offlineApi.answer!(['savedTalks', 'list'], input, unreachable)).rejects.toThrow(
    UnreachableError,
  )
})

test('without network a change of a copied conference is stored, for its member alone', async () => {
  const talk = { event_id, talk_id: 'talk-1' }
  await offlineApi.answer!(['savedTalks', 'save'], talk, unreachable)
  expect(readPending()).toMatchObject({
    viewerId: me,
    changes: [{ key: 'talk-1', label: 'Plan to attend: Fuzzing, 15:00' }],
  })
  const changes = readPending()
  for (const other of [
    { event_id: 'elsewhere', talk_id: 'talk-1' },
    { event_id, talk_id: 'talk-9' },
  ])
    await expect(offlineApi.answer!(['savedTalks', 'save'], other, unreachable)).rejects.toThrow(
      UnreachableError,
    )
  expect(readPending()).toEqual(changes)
  setPageViewer(undefined)
  storage.clear()
  await expect(offlineApi.answer!(['savedTalks', 'save'], talk, unreachable)).rejects.toThrow()
  expect(readPending()).toBeUndefined()
})

test('what the server answers itself, refusals too, comes from no copy', async () => {
  const refuse = () => Promise.reject(error(403))
  await expect(offlineApi.answer!(['savedTalks', 'list'], input, refuse)).rejects.toThrow('No.')
  expect(offlineStore.getSnapshot().isOffline).toBe(false)
})
