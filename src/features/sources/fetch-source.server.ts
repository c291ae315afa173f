import { unreadable } from '#features/reading/unreadable.ts'
import type { FetchResult } from '#platform/fetch-safely.ts'
import { OutboundError } from '#platform/fetch-safely.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import type { SourceFile } from './reading/read-list.server.ts'
import type { Source } from './sync-source.server.ts'

type Fetching = Pick<Context, 'fetchSafely' | 'today'> & { signal?: AbortSignal }

export type FetchedSource = { files: SourceFile[]; etags: Record<string, string> }

/** This year's and the next one's address, where the address has {year}. The next one need not be there yet. */
const addressesOf = ({ addresses }: Source, today: string) => {
  const year = Number(today.slice(0, 4))
  return addresses.flatMap((address) =>
    address.includes('{year}')
      ? [year, year + 1].map((one) => ({
          url: address.replaceAll('{year}', String(one)),
          isOptional: one > year,
        }))
      : [{ url: address, isOptional: false }],
  )
}

/** The files of a source; undefined if none of them has changed. */
export async function fetchSource(
  source: Source,
  { fetchSafely, today, signal }: Fetching,
): Promise<FetchedSource | undefined> {
  if (source.addresses.length === 0)
    throw unreadable(`${source.name} has no address: name a file, or add the source with an address`)
  const addresses = addressesOf(source, today)
  const results: { url: string; result: FetchResult | undefined }[] = []
  for (const { url, isOptional } of addresses)
    results.push({
      url,
      result: await fetchSafely(url, { etag: source.etags[url], signal }).catch((error: unknown) => {
        if (isOptional && error instanceof OutboundError && error.httpStatus === 404) return undefined
        throw error
      }),
    })
  if (results.every(({ result }) => result?.status !== 'ok')) return undefined
  const files: SourceFile[] = []
  for (const { url, result } of results) {
    if (!result) continue
    // The others are needed, too: what is gone is seen in the complete list.
    const { body } = result.status === 'unchanged' ? await fetchSafely(url, { signal }) : result
    files.push({ name: url, content: body })
  }
  const etags = Object.fromEntries(
    results.flatMap(({ url, result }) => (result?.etag ? [[url, result.etag]] : [])),
  )
  return { files, etags }
}
