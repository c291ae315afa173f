import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder } from 'vite'
import { openInMemory } from '#platform/database/embedded/embedded.ts'
import { embeddedStore } from '#platform/database/embedded/embedded-store.ts'
import { migrate } from '#platform/database/migrate.ts'
import { buildHost } from './build-host.ts'
import { buildWorker } from './build-worker.ts'

const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
await buildWorker()
await buildHost('dist/host', {
  main: 'server/main.ts',
  cli: 'server/operator/cli.ts',
  thread: 'platform/database/embedded/thread.ts',
  'card-thread': 'src/features/sharing/card-thread.server.ts',
  'reading-thread': 'src/features/programme-import/reading/reading-thread.server.ts',
  'dump-thread': 'server/operator/dump-thread.ts',
  'source-thread': 'src/features/sources/reading/source-thread.server.ts',
})
await buildEmptyDatabase()
await compress('dist/client')

/** What initdb and the migrations make: the embedded database begins with it (platform/database/embedded/embedded.ts). */
async function buildEmptyDatabase() {
  const pg = await openInMemory()
  await migrate(embeddedStore(pg))
  // Three quarters of the file: databases that nobody opens, and the log of all this.
  await pg.exec('set wal_recycle = off; update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pg.exec(`drop database ${name}`)
  await pg.exec('select pg_switch_wal()')
  await pg.exec('checkpoint')
  const archive = await pg.dumpDataDir('gzip')
  await writeFile('dist/host/empty-database.tar.gz', Buffer.from(await archive.arrayBuffer()))
  await pg.close()
}

/** Static files are compressed once, here, and served as they lie. */
async function compress(folder: string) {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => /\.(js|css|html|svg|txt|json|webmanifest|woff)$/.test(name))
      .map(async (name) => {
        const file = path.join(folder, name)
        if (!(await stat(file)).isFile()) return
        const bytes = await readFile(file)
        const best = {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, best))
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      }),
  )
}
