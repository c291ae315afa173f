import { UnreachableError } from '#lib/account.ts'
import { offlineFlag, setOfflineState } from '#lib/offline.ts'
import { getPageViewer, pageViewerHeaders } from '#lib/page-viewer.ts'
import { answerFromCopies } from './answer.ts'
import { changedTalks, readChangedTalks, writeChangedTalks } from './changed-talks.ts'
import { answerKey } from './copied-answers.ts'
import {
  type Copy,
  dashboardName,
  deleteCopy,
  listCopies,
  readCopy,
  type StoredAnswers,
  writeCopy,
} from './copies.ts'
import { offlineFilePath, type ProgrammeCopy } from './programme-copy.ts'
import { scopes } from './worker-rules.ts'

// Makes copies and replaces them by newer ones, each only once it is complete.

/** A copy is replaced when a page of a browser that has it opens, at most so often. */
const refreshMs = { running: 60_000, coming: 5 * 60_000 }
const dayMs = 86_400_000

class MissingError extends Error {}

async function fetchJson<Data>(path: string): Promise<Data> {
  const response = await fetch(path, { headers: pageViewerHeaders() })
  if (response.status === 404 || response.status === 410) throw new MissingError(path)
  if (!response.ok) throw new UnreachableError(true)
  return response.json()
}

/** What a page has read, without the talks of a day: they are in the programme. */
async function fetchAnswers(href: string): Promise<StoredAnswers> {
  const { data } = await fetchJson<{ data?: StoredAnswers }>(`/api/answers?href=${encodeURIComponent(href)}`)
  // Somebody else has signed in, or the page redirects.
  if (!data) throw new UnreachableError(true)
  return Object.fromEntries(Object.entries(data).filter(([key]) => !key.includes('"schedule"]')))
}

async function fetchCopy(slug: string): Promise<Copy & { programme: ProgrammeCopy }> {
  const viewerId = getPageViewer() ?? null
  const page = `/conferences/${slug}`
  const [programme, answers, ownAnswers] = await Promise.all([
    fetchJson<ProgrammeCopy>(offlineFilePath(slug)),
    fetchAnswers(page),
    viewerId ? fetchAnswers(`${page}?tab=schedule`) : {},
  ])
  return {
    name: slug,
    title: programme.event.name,
    copiedAt: Date.now(),
    endDate: programme.event.end_date,
    viewerId,
    programme,
    answers: { ...answers, ...ownAnswers },
  }
}

async function copyDashboard() {
  const viewerId = getPageViewer()
  if (!viewerId) return
  const answers = await fetchAnswers('/dashboard')
  const today = new Date().toISOString().slice(0, 10)
  await writeCopy({
    name: dashboardName,
    title: 'Dashboard',
    copiedAt: Date.now(),
    endDate: today,
    viewerId,
    programme: null,
    answers,
  })
}

/** Stores a conference with its programme, the viewer's part of it, and the files of the site. */
export async function keepOffline(slug: string): Promise<void> {
  localStorage.setItem(offlineFlag, 'on')
  for (const scope of scopes) await activated(await navigator.serviceWorker.register('/sw.js', { scope }))
  await replaceCopy(slug)
  await copyDashboard()
  answerFromCopies()
}

/** Resolves when the worker has stored the files of the site. */
function activated(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? registration.waiting ?? registration.installing
  return new Promise((resolve, reject) => {
    const check = () => {
      if (worker?.state === 'activated') resolve()
      if (!worker || worker.state === 'redundant') reject(new UnreachableError(true))
    }
    worker?.addEventListener('statechange', check)
    check()
  })
}

async function replaceCopy(slug: string) {
  const [before, after] = [await readCopy(slug), await fetchCopy(slug)]
  await writeCopy(after)
  if (!before?.programme || before.viewerId !== after.viewerId) return
  const changes = changedTalks(
    { programme: before.programme, savedIds: savedIds(before) },
    { programme: after.programme, savedIds: savedIds(after) },
  )
  if (changes.length === 0) return
  const texts = new Set(changes.map(({ text }) => text))
  const talks = [...readChangedTalks().filter(({ text }) => !texts.has(text)), ...changes]
  writeChangedTalks(talks)
  setOfflineState({ changedTalks: talks })
}

const savedIds = ({ programme, answers }: Copy) => {
  const saved = answers[answerKey('savedTalks.list', { event_id: programme?.event.id })] ?? []
  return new Set((saved as { id: string }[]).map(({ id }) => id))
}

/** Replaces the copies that are old, of conferences that are not over. */
export async function refreshCopies(): Promise<void> {
  const viewerId = getPageViewer() ?? null
  const today = Date.now()
  for (const { name, copiedAt, endDate, viewerId: copyViewer } of await listCopies()) {
    const daysToEnd = (Date.parse(endDate) - today) / dayMs
    const isRunning = daysToEnd > -2 && daysToEnd < 7
    const isOld = today - copiedAt > (isRunning ? refreshMs.running : refreshMs.coming)
    // The copy of a member whose session has ended stays as it is until they sign in.
    if (!isOld || daysToEnd < -2 || (copyViewer && copyViewer !== viewerId)) continue
    try {
      if (name === dashboardName) await copyDashboard()
      else await replaceCopy(name)
    } catch (error) {
      if (error instanceof MissingError) await deleteCopy(name)
      // The next page tries again.
      else if (!(error instanceof UnreachableError || error instanceof TypeError)) throw error
    }
  }
}
