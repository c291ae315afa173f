import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serverOutput } from './scripts/build-host.ts'
import { readMarkdown } from './src/content/read-markdown.ts'

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
 * V8 compiles a function when it is first called: a hundred of React's and the router's at the first click. So it compiles
 * all of these two files while they load, beside the page. The comment has to stand before what the bundler puts first.
 */
const compileAtOnce: Plugin = {
  name: 'compile at once',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && (file.isEntry || file.name === 'router'))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** Icons without what none of ours uses: a fifth of the markup's time. */
const plainIcons: Plugin = {
  name: 'plain icons',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) =>
    source.endsWith('/createLucideIcon.mjs')
      ? new URL('src/components/ui/lucide-icon.ts', import.meta.url).pathname
      : undefined,
}

/**
 * Each with all that it imports in one file: what every page loads, and what every list of events does. In thirty small
 * ones a page would name each of them twice.
 */
const chunks = [
  { name: 'router', test: /\/src\/router\.tsx$/, priority: 2 },
  { name: 'event-row', test: /\/events\/components\/event-row\.tsx$/, priority: 1 },
]

export default defineConfig(({ command }) => ({
  plugins: [
    markdown,
    plainIcons,
    compileAtOnce,
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
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    // Built in, React is production's however the site is started (left to Node, NODE_ENV would decide), and all is read at once.
    ...(command === 'build' && {
      ssr: { resolve: { noExternal: true }, build: { rolldownOptions: { output: serverOutput } } },
    }),
  },
}))
