import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { checks, serverOutput } from './scripts/build-host.ts'
import { readMarkdown } from './src/lib/read-markdown.ts'

/** Pages in Markdown become HTML here, so that the browser needs no parser: `import { title, summary, html } from './page.md'`. */
const markdown: Plugin = {
  name: 'markdown',
  transform(source, id) {
    if (!id.endsWith('.md')) return
    return Object.entries(readMarkdown(source))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
}

/**
 * Each with all that it imports in one file: what every page loads, and what every list of events does. In thirty small
 * ones a page would name each of them twice.
 */
const chunks = [
  { name: 'router', test: /\/src\/router\.tsx$/, priority: 3 },
  { name: 'thumb', test: /\/directory\/components\/thumb\.tsx$/, priority: 2 },
  { name: 'event-row', test: /\/directory\/components\/event-row\.tsx$/, priority: 1 },
]

export default defineConfig(({ command }) => ({
  plugins: [
    markdown,
    tailwindcss(),
    tanstackStart({
      router: {
        generatedRouteTree: 'route-tree.gen.ts',
        quoteStyle: 'single',
        addExtensions: true,
        // With the loaders of all routes in it, the script of every page would grow with each new one. What says that a page
        // could not be loaded must be there already.
        codeSplittingOptions: {
          defaultBehavior: [['loader', 'component'], ['pendingComponent'], ['notFoundComponent']],
        },
      },
    }),
    react(),
  ],
  // The settings of the site (.env) are none of the build.
  envDir: false,
  build: { assetsInlineLimit: 0, rolldownOptions: { checks } },
  environments: {
    // The manifest is for the list of the service worker's files (scripts/build-worker.ts).
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          // The script of every page names the files of all routes (manifest.json says which is which): short names are 1 kB less.
          output: { codeSplitting: { groups: chunks }, chunkFileNames: 'assets/[hash:7].js' },
        },
      },
    },
    // Built in, React is production's however the site is started (left to Node, NODE_ENV would decide), and all is read at once.
    ...(command === 'build' && {
      ssr: { resolve: { noExternal: true }, build: { rolldownOptions: { output: serverOutput } } },
    }),
  },
}))
