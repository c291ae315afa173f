import { hasOfflineCopies, removeOfflineData } from '#lib/offline.ts'
import { copyPath } from './copy-path.ts'
import type { ProgrammeCopy } from './programme-copy.ts'

// What this browser stores, in the Cache API: the worker that OFFLINE=off serves deletes it without a page.

/** Where the answers of pages are by the text of their query's key (src/lib/query-client.ts). */
export type StoredAnswers = Record<string, unknown>

type Description = {
  /** The conference's slug, or `dashboard`. */
  name: string
  title: string
  copiedAt: number
  writtenAt: number
  endDate: string
  /** The member for whom the answers are; null for a visitor. */
  viewerId: string | null
}
export type Copy = Omit<Description, 'writtenAt'> & {
  programme: ProgrammeCopy | null
  answers: StoredAnswers
}
export type ListedCopy = Description & { sizeBytes: number }

export const dashboardName = 'dashboard'

const cacheName = 'hallway-copies'
const descriptionHeader = 'x-description'
const maxBytes = 20_000_000

const openCache = () => caches.open(cacheName)

const descriptionOf = (response: Response): ListedCopy =>
  JSON.parse(decodeURIComponent(response.headers.get(descriptionHeader) ?? ''))

/** Every stored copy, the latest conference first. */
export async function listCopies(): Promise<ListedCopy[]> {
  // Made by opening it, which a browser without a copy needs not.
  if (!(await caches.has(cacheName))) return []
  const cache = await openCache()
  const responses = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  return responses
    .flatMap((response) => (response ? [descriptionOf(response)] : []))
    .sort((one, other) => (one.endDate < other.endDate ? 1 : -1))
}

/** Parsed once for each version: a large programme has more than a megabyte. */
const parsedCopies = new Map<string, { writtenAt: number; copy: Copy }>()

export async function readCopy(name: string): Promise<Copy | undefined> {
  if (!(await caches.has(cacheName))) return
  const response = await (await openCache()).match(copyPath(name))
  if (!response?.body) return
  const description = descriptionOf(response)
  const parsedCopy = parsedCopies.get(name)
  if (parsedCopy?.writtenAt === description.writtenAt) return parsedCopy.copy
  const json = await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).json()
  const copy = { ...description, ...json }
  parsedCopies.set(name, { writtenAt: description.writtenAt, copy })
  return copy
}

/** Stores a complete copy in place of the one before; of too much, past conferences go first, the oldest first. */
export async function writeCopy({ programme, answers, ...description }: Copy): Promise<void> {
  const json = new Blob([JSON.stringify({ programme, answers })]).stream()
  const body = await new Response(json.pipeThrough(new CompressionStream('gzip'))).blob()
  const newDescription: ListedCopy = { ...description, writtenAt: Date.now(), sizeBytes: body.size }
  const cache = await openCache()
  await cache.put(
    copyPath(description.name),
    new Response(body, {
      headers: { [descriptionHeader]: encodeURIComponent(JSON.stringify(newDescription)) },
    }),
  )
  parsedCopies.delete(description.name)
  // Somebody has signed out meanwhile, in another tab perhaps.
  if (!hasOfflineCopies()) return void (await caches.delete(cacheName))
  for (const name of surplusCopies(await listCopies(), new Date().toISOString().slice(0, 10)))
    if (name !== description.name) await cache.delete(copyPath(name))
}

/** The names of the copies that have to go, so that the rest takes no more than 20 MB. */
export function surplusCopies(copies: ListedCopy[], today: string, limitBytes = maxBytes): string[] {
  const isPast = ({ endDate }: ListedCopy) => endDate < today
  const [past, coming] = [copies.filter(isPast), copies.filter((copy) => !isPast(copy))]
  const byEnd = (list: ListedCopy[]) => list.toSorted((one, other) => (one.endDate < other.endDate ? -1 : 1))
  let totalBytes = copies.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  // Of what is to come the last one goes first: it can be fetched again until then.
  return [...byEnd(past), ...byEnd(coming).reverse()].flatMap(({ name, sizeBytes }) => {
    if (totalBytes <= limitBytes) return []
    totalBytes -= sizeBytes
    return name
  })
}

/** Deletes a copy; with the last conference the worker goes, too. */
export async function deleteCopy(name: string): Promise<void> {
  await (await openCache()).delete(copyPath(name))
  const copies = await listCopies()
  if (copies.every((copy) => copy.name === dashboardName)) await removeOfflineData()
}
