import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/postgres.ts'
import { findChromium } from '../../scripts/executables.mjs'
import { stopProcess } from '../support/site.ts'

export type Tab = {
  open: (url: string) => Promise<void>
  /** The value of an expression in the page that the tab shows now. */
  run: <Value>(expression: string) => Promise<Value>
  mouse: (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', x: number, y: number) => Promise<void>
  setCookie: (url: string, cookie: string) => Promise<void>
  close: () => Promise<void>
}

type Message = {
  id?: number
  method?: string
  params?: { sessionId: string; targetInfo: { type: string; subtype?: string } }
  result?: Record<string, unknown>
}

/**
 * Chromium through the DevTools protocol. Playwright attaches to single pages, which disables prerendering: here the
 * debugger attaches to the tab.
 */
export async function openBrowser(profile: string) {
  const port = await freePort()
  const child = spawn(
    findChromium({ wholeBrowser: true }) ?? findChromium()!,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--window-size=1280,900',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
    ],
    { stdio: 'ignore' },
  )
  const socket = new WebSocket(await addressOf(port))
  const pendingReplies = new Map<number, (result: Record<string, unknown>) => void>()
  /** Session ids of the attached pages, oldest first; a prerendered page is none until it is shown. */
  const pages = new Set<string>()
  let lastId = 0
  socket.onmessage = ({ data }) => {
    const { id, method, params, result } = JSON.parse(String(data)) as Message
    if (id !== undefined) pendingReplies.get(id)?.(result ?? {})
    if (method === 'Target.attachedToTarget' && params?.targetInfo.type === 'page')
      pages.add(params.sessionId)
    if (method === 'Target.detachedFromTarget' && params) pages.delete(params.sessionId)
  }
  await new Promise((open) => {
    socket.onopen = open
  })
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, unknown>>((answered) => {
      pendingReplies.set(++lastId, answered)
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }))
    })

  async function newTab(): Promise<Tab> {
    pages.clear()
    const { targetId } = await send('Target.createTarget', { url: 'about:blank', forTab: true })
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
    const watched = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }
    await send('Target.setAutoAttach', watched, sessionId as string)
    for (let tries = 0; pages.size === 0 && tries < 100; tries++) await pause(20)
    const first = [...pages][0]!
    /** The visible page: a prerendered page replaces the previous one. */
    const visiblePage = async () => {
      for (const page of [...pages].reverse()) {
        const visible = { expression: 'document.visibilityState', returnByValue: true }
        const answer = (await Promise.race([send('Runtime.evaluate', visible, page), pause(500)])) as
          | { result?: { value: string } }
          | undefined
        if (answer?.result?.value === 'visible') return page
      }
      return first
    }
    return {
      open: async (url) => {
        await send('Page.navigate', { url }, first)
        await pause(1500)
      },
      run: async <Value>(expression: string) => {
        // A page that was prerendered may take the place of the other just then.
        for (let tries = 0; ; tries++) {
          const answer = await send(
            'Runtime.evaluate',
            { expression, returnByValue: true },
            await visiblePage(),
          )
          if (answer.result) return (answer.result as { value: Value }).value
          if (tries === 20) throw new Error(`The page does not answer: ${expression}`)
          await pause(50)
        }
      },
      mouse: async (type, x, y) => {
        const button = type === 'mouseMoved' ? {} : { button: 'left', clickCount: 1 }
        const done = send('Input.dispatchMouseEvent', { type, x, y, ...button }, first)
        if (type !== 'mouseReleased') await done
      },
      setCookie: async (url, cookie) => {
        const [name, ...value] = cookie.split('=')
        await send('Network.setCookie', { url, name, value: value.join('=') }, first)
      },
      close: async () => {
        await send('Target.closeTarget', { targetId })
      },
    }
  }
  return {
    newTab,
    close: async () => {
      socket.close()
      await stopProcess(child)
    },
  }
}

/** Chromium's WebSocket address, once it answers. */
async function addressOf(port: number): Promise<string> {
  for (let tries = 0; tries < 200; tries++, await pause(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl
  }
  throw new Error('Chromium did not start')
}
