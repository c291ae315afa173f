import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { build, createBuilder, type Plugin } from 'vite'

/** Drizzle asks what each part of a statement is, by names for where there are two copies of it: here is one, and half the time. */
const oneDrizzle: Plugin = {
  name: 'one drizzle',
  transform(code, id) {
    if (!id.endsWith('/drizzle-orm/entity.js')) return
    const quick = code.replace(
      /function is\(value, type\) \{.+?\n\}/s,
      'function is(value, type) {\n  return value instanceof type;\n}',
    )
    if (quick === code) this.error('is() of drizzle-orm/entity.js has changed')
    return quick
  },
}

const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
await buildHost()
await buildEmptyDatabase()
await compress('dist/client')

/** The server in few files: Node reads 1,300 and a package list of 180 kB for each import of drizzle otherwise, for over a second. */
async function buildHost() {
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [oneDrizzle],
    ssr: { noExternal: true, external: ['@electric-sql/pglite', '@resvg/resvg-js', 'sharp', 'vite'] },
    build: {
      ssr: true,
      outDir: 'dist/host',
      copyPublicDir: false,
      target: 'node24',
      rolldownOptions: {
        input: {
          main: 'server/main.ts',
          cli: 'server/operator/cli.ts',
          thread: 'server/database/embedded/thread.ts',
          'card-thread': 'src/features/sharing/card-thread.server.ts',
        },
        // Threads are looked for beside the file that starts them.
        output: { chunkFileNames: '[name]-[hash].js' },
        // "use client" in packages means nothing here.
        checks: { moduleLevelDirective: false },
      },
    },
  })
}

/** What initdb makes: the embedded database begins with it (server/database/embedded/embedded.ts). */
async function buildEmptyDatabase() {
  const pg = await PGlite.create()
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
      .filter((name) => /\.(js|css|svg|txt|json|woff)$/.test(name))
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
