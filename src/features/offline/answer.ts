import { ORPCError } from '@orpc/client'
import { isSessionOver, UnreachableError } from '#lib/account.ts'
import { api, offline } from '#lib/api.ts'
import { offlineStore, type PendingChange, setOfflineState } from '#lib/offline.ts'
import { getPageViewer, otherAccount } from '#lib/page-viewer.ts'
import { answerKey, copiedAnswer } from './copied-answers.ts'
import { type Copy, listCopies, readCopy, writeCopy } from './copies.ts'
import { readPending, withChange, writePending } from './pending-changes.ts'

// Answers from the copies what the network does not, stores what members change meanwhile, and sends it later.

/** After so long a request of a page with a copy counts as failed: a network that answers nothing is worse than none. */
const timeoutMs = 3000
/** For so long after a failure everything is answered from the copies at once. */
const pauseMs = 10_000

let lastFailureAt = 0

/** Whether a request is worth waiting for. */
const isNetworkDown = () => Date.now() - lastFailureAt < pauseMs

/** `isOffline`: the worker has just tried the network in vain. */
export function answerFromCopies(isOffline = false) {
  if (isOffline) lastFailureAt = Date.now()
  offline.answer = answer
}

async function answer(path: readonly string[], input: unknown, ask: () => Promise<unknown>) {
  if (sentInputs.has(input as object)) return ask()
  const procedure = path.join('.')
  try {
    if (isNetworkDown()) throw new UnreachableError()
    const data = await withTimeout(ask())
    noteAnswer()
    if (!(procedure in personalAnswers)) return data
    await updateCopy(procedure, input as { event_id: string }, data)
    return readPending() ? ((await copied(procedure, input)) ?? data) : data
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    if (!isNetworkDown()) lastFailureAt = Date.now()
    if (procedure in changeLabels && (await enqueue(procedure as Procedure, input as PendingChange['input'])))
      return procedure === 'attendance.set' ? input : undefined
    const data = await copied(procedure, input)
    if (data === undefined) throw error
    if (!offlineStore.getSnapshot().isOffline) setOfflineState({ isOffline: true })
    return data
  }
}

const withTimeout = <Data>(data: Promise<Data>) =>
  new Promise<Data>((resolve, reject) => {
    const timer = setTimeout(() => reject(new UnreachableError()), timeoutMs)
    data.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** What the viewer may see: before the page knows who that is, the person whom the copies are for. */
async function readWorld() {
  const viewerId = getPageViewer()
  const descriptions = (await listCopies()).filter(
    (copy) => viewerId === undefined || copy.viewerId === null || copy.viewerId === viewerId,
  )
  const copies = await Promise.all(descriptions.map(({ name }) => readCopy(name)))
  return {
    copies: copies
      .filter((copy): copy is Copy => copy !== undefined)
      .sort((one, other) => other.copiedAt - one.copiedAt),
    pending: readPending()?.changes ?? [],
    today: new Date().toISOString().slice(0, 10),
  }
}

const copied = async (procedure: string, input: unknown) =>
  copiedAnswer(procedure, input as never, await readWorld())

/** What pages read of a member's own, and change: the copy has it as the server said last. */
const personalAnswers = { 'savedTalks.list': true, 'attendance.mine': true }

async function updateCopy(procedure: string, input: { event_id: string }, data: unknown) {
  const { copies } = await readWorld()
  const copy = copies.find(({ programme }) => programme?.event.id === input.event_id)
  const key = answerKey(procedure, input)
  if (
    !copy ||
    copy.viewerId !== getPageViewer() ||
    JSON.stringify(copy.answers[key]) === JSON.stringify(data)
  )
    return
  await writeCopy({ ...copy, answers: { ...copy.answers, [key]: data } })
}

type Procedure = PendingChange['procedure']

/** How a change is named while it is pending. */
const changeLabels: Record<Procedure, (input: PendingChange['input']) => string> = {
  'savedTalks.save': () => 'Plan to attend',
  'savedTalks.remove': () => 'Take out',
  'attendance.set': ({ is_attending }) => (is_attending ? "I'm going" : 'Not going'),
}

/** Stores a change of a conference that has a copy; returns whether it did. */
async function enqueue(procedure: Procedure, input: PendingChange['input']): Promise<boolean> {
  const viewerId = getPageViewer()
  const { copies } = await readWorld()
  const programme = copies.find((copy) => copy.programme?.event.id === input.event_id)?.programme
  const talk = programme?.talks.find(({ id }) => id === input.talk_id)
  if (!viewerId || !programme || (input.talk_id && !talk)) return false
  const subject = talk ? [talk.title, talk.start_time].filter(Boolean).join(', ') : programme.event.name
  const change = {
    key: input.talk_id ?? input.event_id,
    procedure,
    input,
    label: `${changeLabels[procedure](input)}: ${subject}`,
    changedAt: Date.now(),
  }
  const changes = withChange(readPending()?.changes ?? [], change)
  writePending({ viewerId, changes })
  setOfflineState({ pending: changes })
  return true
}

/** A request was answered: what is pending can be sent, and the page read again. */
export function noteAnswer() {
  lastFailureAt = 0
  const { isOffline, refreshes } = offlineStore.getSnapshot()
  if (isOffline) setOfflineState({ isOffline: false, refreshes: refreshes + 1 })
  void sendPending()
}

/** Asks whether the network is back. */
export async function probeNetwork() {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) noteAnswer()
}

/** The inputs of changes that are being sent: what fails now is not stored once more. */
const sentInputs = new WeakSet<object>()

function send({ procedure, input: { event_id, talk_id = '', is_attending = false } }: PendingChange) {
  const attendance = { event_id, is_attending }
  const talk = { event_id, talk_id }
  sentInputs.add(attendance).add(talk)
  if (procedure === 'attendance.set') return api.attendance.set.call(attendance)
  return procedure === 'savedTalks.save' ? api.savedTalks.save.call(talk) : api.savedTalks.remove.call(talk)
}

/** Sends what is pending, in one tab and one by one, as the member who changed it; what the server refuses is named. */
export async function sendPending() {
  if (!readPending()) return
  await navigator.locks.request('hallway-pending', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    for (let pending = readPending(); pending?.changes[0]; pending = readPending()) {
      const [change] = pending.changes
      if (!change) return
      if (pending.viewerId !== getPageViewer()) return setOfflineState({ mustSignIn: true })
      try {
        await withTimeout(Promise.resolve<unknown>(send(change)))
      } catch (error) {
        if (isSessionOver(error)) setOfflineState({ mustSignIn: true })
        if (!isRefused(error)) return
        setOfflineState({ refusals: [...offlineStore.getSnapshot().refusals, refusalOf(change, error)] })
      }
      const { changes } = readPending() ?? pending
      const rest = changes.filter(
        ({ key, changedAt }) => key !== change.key || changedAt !== change.changedAt,
      )
      writePending({ ...pending, changes: rest })
      setOfflineState({ pending: rest, mustSignIn: false })
    }
    setOfflineState({ refreshes: offlineStore.getSnapshot().refreshes + 1 })
  })
}

/** Whether the server will not take it later either. */
const isRefused = (error: unknown): error is ORPCError<string, unknown> =>
  error instanceof ORPCError &&
  !isSessionOver(error) &&
  error.code !== otherAccount &&
  error.status < 500 &&
  error.status !== 429

const refusalOf = ({ label, input }: PendingChange, { code, message }: ORPCError<string, unknown>) =>
  `${label}. ${code === 'NOT_FOUND' && input.talk_id ? 'This talk was taken out of the programme.' : `${message.replace(/\.$/, '')}.`}`
