import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Hono } from 'hono'
import type { PublicDump } from '#features/site/dumps.schemas.ts'
import type { Host } from '#platform/procedures/host.ts'
import { inAllForms } from '../operator/dump-forms.ts'
import { dailyDumps, dailyFiles } from '../operator/scheduled-backup.ts'

/** The daily dumps in a folder, the newest first. Each is read once for its checksum. */
export function createDumpList(folder: string): () => Promise<PublicDump[]> {
  const checksums = new Map<string, Promise<string>>()
  return async () => {
    const files = await filesIn(folder)
    for (const name of checksums.keys()) if (!files.some((file) => file.name === name)) checksums.delete(name)
    return Promise.all(
      files.map(async ({ name, file, madeAt, sizeBytes }) => {
        const checksum = checksums.get(name) ?? checksumOf(file)
        checksums.set(name, checksum)
        return { name, date: madeAt.toISOString().slice(0, 10), sizeBytes, sha256: await checksum }
      }),
    )
  }
}

/** In all forms. */
async function filesIn(folder: string) {
  const days = await dailyFiles(dailyDumps, folder).catch(() => [])
  const files = days.flatMap(({ file, madeAt }) =>
    inAllForms(file).map(async (form) => {
      const stats = await stat(form).catch(() => undefined)
      return stats ? [{ name: path.basename(form), file: form, madeAt, sizeBytes: stats.size }] : []
    }),
  )
  return (await Promise.all(files)).flat()
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** /data/hallway-2026-11-28.jsonl.gz and its other forms: those of the list, and nothing else of the folder. */
export function dumpRoutes(app: Hono<Host>, folder: string | undefined) {
  app.get('/data/:file', async (c) => {
    const name = c.req.param('file')
    const files = folder ? await filesIn(folder) : []
    const dump = files.find((file) => file.name === name)
    if (!dump) return c.text('Not found', 404)
    const etag = `"${name}-${dump.sizeBytes}"`
    const headers = { etag, 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    const body = c.req.method === 'HEAD' ? null : Readable.toWeb(createReadStream(dump.file))
    return new Response(body as ReadableStream | null, {
      headers: {
        ...headers,
        'content-type': 'application/gzip',
        'content-length': String(dump.sizeBytes),
        'content-disposition': `attachment; filename="${name}"`,
      },
    })
  })
}
