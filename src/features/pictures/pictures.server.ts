import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'

export type Shape = 'photo' | 'logo' | 'video'
/** Both are squares, but for a video. */
type Sizes = { large: Buffer; small: Buffer }

/** Whether these twelve bytes begin a JPEG, PNG, WebP or AVIF. Nothing else reaches a decoder, whatever the file is called. */
const beginsPicture = (head: string) =>
  head.startsWith('\xff\xd8\xff') ||
  head.startsWith('\x89PNG\r\n\x1a\n') ||
  (head.startsWith('RIFF') && head.endsWith('WEBP')) ||
  head.endsWith('ftypavif')

/** Pictures are decoded one at a time, so that many uploads need no more memory than one. */
let lastPicture: Promise<unknown> = Promise.resolve()

/**
 * The picture in two sizes in WebP, turned upright and without metadata; undefined if it is none, is broken, moves or
 * has too many pixels. A photo is cropped to a square and a video's picture to 16:9, a logo stays whole.
 */
export function encodePicture(bytes: Uint8Array, shape: Shape): Promise<Sizes | undefined> {
  if (!beginsPicture(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))) return Promise.resolve(undefined)
  const sizes = lastPicture.then(() => encode(bytes, shape))
  lastPicture = sizes.catch(() => {})
  return sizes
}

async function encode(bytes: Uint8Array, shape: Shape): Promise<Sizes | undefined> {
  // 20 MB of native code, which a process that gets no picture need not load.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    const options = { limitInputPixels: serverLimits.picturePixels, pages: 1 }
    const { pages = 1 } = await sharp(bytes, { limitInputPixels: serverLimits.picturePixels }).metadata()
    if (pages > 1) return undefined
    const resized = (width: number, height = width) =>
      sharp(bytes, options)
        .autoOrient()
        .resize(width, height, {
          fit: shape === 'logo' ? 'contain' : 'cover',
          background: { r: 0, g: 0, b: 0, alpha: 0 },
        })
        .webp({ quality: 80 })
        .toBuffer()
    return shape === 'video'
      ? { large: await resized(480, 270), small: await resized(240, 135) }
      : {
          large: await resized(serverLimits.pictureSize),
          small: await resized(serverLimits.pictureSmallSize),
        }
  } catch {
    return undefined
  }
}

/** Saves a picture and returns its path. The name holds the uploader, so that no two people share a row; null for what the server fetches. */
export async function savePicture(
  db: Database,
  viewer: { id: string } | null,
  sizes: Sizes,
): Promise<string> {
  const name = createHash('sha256')
    .update(viewer?.id ?? 'fetched')
    .update(sizes.large)
    .digest('hex')
    .slice(0, 32)
  const base64 = (bytes: Buffer) => sql`decode(${bytes.toString('base64')}, 'base64')`
  await db.execute(sql`
    insert into pictures (name, large, small, uploaded_by)
    values (${name}, ${base64(sizes.large)}, ${base64(sizes.small)}, ${viewer?.id ?? null}::uuid)
    on conflict (name) do update set created_at = now()`)
  return `/pictures/${name}.webp`
}

/**
 * Whether a form may save this URL for a picture: the one that is there, one of another site, or one that the viewer has
 * uploaded. Nobody may hold on to another person's picture, which would outlive their account.
 */
export async function isUsablePicture(
  tx: Database,
  viewer: { id: string },
  url: string | null | undefined,
  before?: string | null,
): Promise<boolean> {
  if (!url?.startsWith('/pictures/') || url === before) return true
  const picture = await rows(tx)`
    select name from pictures
    where name = ${url.slice(10, 42)} and uploaded_by = ${viewer.id}::uuid for key share`
  return picture.length > 0
}

/** The error of a form whose picture may not be saved, or was removed because it was never saved. */
export const unknownPicture = { status: 409, message: 'Please upload the picture again' }
