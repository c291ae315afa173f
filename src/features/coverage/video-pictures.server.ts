import { sql } from 'drizzle-orm'
import { encodePicture, savePicture } from '#features/pictures/pictures.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { type FetchSafely, OutboundError } from '#platform/fetch-safely.ts'
import { limits } from '#src/limits.ts'

/** Where the hosts whose videos play here have their pictures; with `field` it is an answer in JSON that names the picture. */
const sources: [RegExp, (match: RegExpMatchArray) => { url: string; field?: string }][] = [
  [
    /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})(?:&|$)/,
    ([, id]) => ({ url: `https://i.ytimg.com/vi/${id}/mqdefault.jpg` }),
  ],
  [
    /^https:\/\/vimeo\.com\/\d+(?:\/[0-9a-f]+)?(?=#|$)/,
    ([address]) => ({
      url: `https://vimeo.com/api/oembed.json?width=480&url=${encodeURIComponent(address)}`,
      field: 'thumbnail_url',
    }),
  ],
  [
    /^https:\/\/media\.ccc\.de\/v\/([^/?#]+)/,
    ([, slug]) => ({ url: `https://media.ccc.de/public/events/${slug}`, field: 'thumb_url' }),
  ],
]

const perRun = 20
const answerBytes = 256 * 1024

type Run = { fetchSafely: FetchSafely; signal?: AbortSignal }

/**
 * Fetches and stores the pictures of some videos that have none, each address once. A video whose picture cannot be had
 * stays without one; what cannot be reached is tried again while nothing can be, `hasInternet`.
 */
export async function fetchVideoPictures(db: Database, run: Run, hasInternet: () => Promise<boolean>) {
  const due = await rows<{ address_key: string; url: string }>(db)`
    select address_key, url from link_checks
    where picture_tried_at is null and url ~ '^https://(www\\.youtube\\.com/watch|vimeo\\.com/\\d|media\\.ccc\\.de/v/)'
    order by address_key limit ${perRun}`
  for (const { address_key, url } of due) {
    if (run.signal?.aborted) return
    const bytes = await fetchPicture(run, url, hasInternet)
    if (bytes === 'later') return
    const picture = bytes && (await encodePicture(bytes, 'video'))
    await db.transaction(async (tx) => {
      const path = picture ? await savePicture(tx, null, picture) : null
      await tx.execute(sql`
        update link_checks set picture = ${path}, picture_tried_at = now() where address_key = ${address_key}`)
    })
  }
}

async function fetchPicture(
  { fetchSafely, signal }: Run,
  video: string,
  hasInternet: () => Promise<boolean>,
): Promise<Buffer | 'later' | undefined> {
  try {
    const source = sourceOf(video)
    if (!source) return undefined
    const answer = await fetchSafely(source.url, {
      signal,
      maxBytes: source.field ? answerBytes : limits.pictureFile,
    })
    if (!source.field) return answer.body
    const picture: unknown = JSON.parse(answer.body.toString())?.[source.field]
    if (typeof picture !== 'string') return undefined
    return (await fetchSafely(picture, { signal, maxBytes: limits.pictureFile })).body
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (!(error instanceof OutboundError)) throw error
    const isSilent = error.code === 'UNREACHABLE' || error.code === 'TIMEOUT'
    return signal?.aborted || (isSilent && !(await hasInternet())) ? 'later' : undefined
  }
}

function sourceOf(video: string) {
  for (const [pattern, source] of sources) {
    const match = video.match(pattern)
    if (match) return source(match)
  }
  return undefined
}
