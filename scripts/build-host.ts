import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

/**
 * V8 keeps the sources, with two bytes a character if one of them is beyond Latin-1: without comments, and with escapes,
 * they take half. Lines and names stay, for stacks of errors.
 */
export const serverOutput = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
}

/** On a slow machine the bundler tells at length which of its plugins took the time. */
export const checks = { bundlerTimings: false }

/** What is not bundled: native code, and what finds files beside itself. */
export const externalPackages = ['@electric-sql/pglite', 'sharp', 'vite']

/** The server in few files: Node reads 1,300 and a package list of 180 kB for each import of drizzle otherwise, for over a second. */
export async function buildHost(outDir: string, input: Record<string, string>): Promise<void> {
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: externalPackages },
    build: {
      ssr: true,
      outDir,
      copyPublicDir: false,
      target: 'node24',
      rolldownOptions: {
        input,
        // Threads are looked for beside the file that starts them.
        output: { ...serverOutput, chunkFileNames: '[name]-[hash].js' },
        // "use client" in packages means nothing here.
        checks: { ...checks, moduleLevelDirective: false },
      },
    },
  })
  // What it reads beside itself.
  for (const file of ['gazetteer/cities.json', 'places/land.json'])
    await copyFile(`src/features/${file}`, path.join(outDir, path.basename(file)))
}
