import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/postgres.ts'
import { findFirefox, findWebKit } from '../../scripts/executables.mjs'

/** What the journeys need of a browser. Firefox speaks WebDriver BiDi, WebKitGTK's driver the older WebDriver. */
export type Browser = {
  open(url: string): Promise<void>
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Input as both protocols describe it: https://www.w3.org/TR/webdriver2/#actions */
  perform(source: object): Promise<void>
  setSize(width: number, height: number): Promise<void>
  /** Errors and warnings of the console, where the driver tells them. */
  complaints: string[]
  close(): Promise<void>
}

export type BrowserName = 'firefox' | 'webkit'

/** Starts a browser without a window, with a new profile, in the light or the dark mode. */
export async function openBrowser(name: BrowserName, mode: 'light' | 'dark' = 'light'): Promise<Browser> {
  const home = await mkdtemp(path.join(tmpdir(), `hallway-${name}-`))
  const children: ChildProcess[] = []
  const start = (file: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(file, args, { stdio: 'ignore', env: { ...process.env, HOME: home, ...env } })
    children.push(child)
    return child
  }
  const close = async () => {
    for (const child of children.reverse()) await endOf(child)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const browser = await (name === 'firefox' ? openFirefox : openWebKit)(home, mode, start)
    return { ...browser, close: () => browser.close().finally(close) }
  } catch (error) {
    await close()
    throw error
  }
}

type Start = (file: string, args: string[], env?: NodeJS.ProcessEnv) => ChildProcess

async function openFirefox(profile: string, mode: string, start: Start): Promise<Browser> {
  const preferences = {
    'ui.systemUsesDarkTheme': mode === 'dark' ? 1 : 0,
    'intl.accept_languages': 'en-GB',
    // It calls no other server.
    'app.normandy.enabled': false,
    'browser.region.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
  }
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'))
  const port = await freePort()
  start(findFirefox()!, [
    ...['--headless', '--no-remote', '--profile', profile],
    ...['--remote-debugging-port', String(port), 'about:blank'],
  ])
  const socket = await untilIt(() => connect(`ws://127.0.0.1:${port}/session`))
  const complaints: string[] = []
  const replies = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  socket.onmessage = ({ data }) => {
    const { id, type, result, message, method, params } = JSON.parse(String(data))
    if (method === 'log.entryAdded' && /^(error|warn)$/.test(params.level)) complaints.push(params.text)
    if (type === 'error') replies.get(id)?.reject(new Error(message))
    else replies.get(id)?.resolve(result)
  }
  const send = (method: string, params: object = {}) => {
    const id = replies.size
    const reply = Promise.withResolvers<Record<string, unknown>>()
    replies.set(id, reply)
    socket.send(JSON.stringify({ id, method, params }))
    return reply.promise
  }
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const tree = (await send('browsingContext.getTree')) as { contexts: { context: string }[] }
  const { context } = tree.contexts[0]!
  return {
    complaints,
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (expression) => {
      const answer = await send('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: true,
      })
      const { result, exceptionDetails } = answer as {
        result?: { value?: string }
        exceptionDetails?: { text: string }
      }
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
    perform: async (source) => {
      await send('input.performActions', { context, actions: [source] })
    },
    setSize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    close: async () => {
      await send('browser.close').catch(() => {})
      socket.close()
    },
  }
}

async function openWebKit(home: string, mode: string, start: Start): Promise<Browser> {
  const { driver, screen } = findWebKit()!
  // Any number that is free: Xvfb refuses one that is taken, and so would a second that came at the same time.
  const display = `:${100 + ((await freePort()) % 10_000)}`
  start(screen, [display, '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'])
  const port = await freePort()
  start(driver, [`--port=${port}`], {
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    GTK_THEME: mode === 'dark' ? 'Adwaita:dark' : 'Adwaita',
    XDG_RUNTIME_DIR: home,
    LANG: 'en_GB.UTF-8',
    TZ: 'UTC',
  })
  const send = async (method: string, command: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${command}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: Record<string, unknown> | null }
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  await untilIt(() => send('GET', '/status'))
  const created = await untilIt(() => send('POST', '/session', { capabilities: { alwaysMatch: {} } }))
  const session = `/session/${created?.sessionId}`
  return {
    // The driver tells none.
    complaints: [],
    open: async (url) => {
      await send('POST', `${session}/url`, { url })
    },
    evaluate: (expression) =>
      send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    perform: async (source) => {
      await send('POST', `${session}/actions`, { actions: [source] })
    },
    setSize: async (width, height) => {
      await send('POST', `${session}/window/rect`, { width, height })
    },
    close: async () => {
      await send('DELETE', session).catch(() => {})
    },
  }
}

function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  return new Promise((opened, failed) => {
    socket.onopen = () => opened(socket)
    socket.onerror = () => failed(new Error(`${url} does not answer`))
  })
}

/** Tries again for a minute. */
export async function untilIt<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (const started = Date.now(); ; await pause(100)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() - started > 60_000) throw error
    }
  }
}

async function endOf(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((exit) => child.once('exit', exit))
  child.kill('SIGTERM')
  await Promise.race([ended, pause(5000)])
  child.kill('SIGKILL')
}
