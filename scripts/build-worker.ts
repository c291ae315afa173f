import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { build } from 'vite'
import { checks } from './build-host.ts'

// The service worker and the page that it shows without network (src/features/offline).

const client = 'dist/client'
const manifestFile = `${client}/.vite/manifest.json`

type Chunk = {
  file: string
  isEntry?: boolean
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** The routes whose pages open without network, and what pages load on demand and need there. */
const offlineChunks = [
  'src/routes/conferences.$slug.tsx',
  'src/routes/conferences.$slug_.talks.$number.tsx',
  'src/routes/_signed-in.tsx',
  'src/routes/_signed-in/dashboard.tsx',
  'src/routes/_signed-in/schedule.tsx',
  'src/features/auth/components/account-menu.tsx',
  'src/features/offline/',
  'src/lib/row-focus.ts',
]

export async function buildWorker(): Promise<void> {
  const chunks: Record<string, Chunk> = JSON.parse(await readFile(manifestFile, 'utf8'))
  const files = filesOf(chunks)
  const entry = Object.values(chunks).find(({ isEntry }) => isEntry)
  const styles = files.find((file) => file.startsWith('assets/styles-'))
  if (!entry || !styles) throw new Error('The build has another entry or style sheet than expected')
  const page = pageHtml(entry.file, styles)
  await writeFile(`${client}/offline.html`, page)
  const name = createHash('sha256')
    .update(files.join() + page)
    .digest('hex')
    .slice(0, 12)
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    define: {
      offlineFiles: JSON.stringify(files.map((file) => `/${file}`)),
      offlineBuild: JSON.stringify(name),
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        checks,
        input: { sw: 'src/features/offline/worker.ts' },
        output: { entryFileNames: '[name].js', format: 'iife' },
      },
    },
  })
  await rm(`${client}/.vite`, { recursive: true })
}

/** What the pages of `offlineChunks` load, with everything that those files import. */
function filesOf(chunks: Record<string, Chunk>): string[] {
  const isOffline = (key: string) => offlineChunks.some((name) => key.startsWith(name))
  const files = new Set<string>()
  const visited = new Set<string>()
  const visit = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || visited.has(key)) return
    visited.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const imported of chunk.dynamicImports ?? []) if (isOffline(imported)) visit(imported)
  }
  for (const [key, { isEntry }] of Object.entries(chunks)) if (isEntry) visit(key)
  return [...files].sort()
}

const pageHtml = (script: string, style: string) => `<!doctype html>
<html lang="en" data-offline>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No network</title>
<link rel="stylesheet" href="/${style}">
<script type="module" src="/${script}"></script>
</head>
<body></body>
</html>
`
