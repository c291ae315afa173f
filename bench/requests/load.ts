import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

export type Load = { perSecond: number; cpuMicroseconds: number }

const run = promisify(execFile)
const connections = 32

type Options = {
  /** Whose processor time counts: the server's processes. */
  pids: number[]
  seconds: number
  /** What a request says that it takes; a page that is rendered anew is asked for as it is. */
  encoding?: string
  /** Another text behind each address: nothing that is kept answers. */
  isNew?: boolean
}

/** What a browser says that it takes. */
export const browsers = 'gzip, deflate, br, zstd'

/**
 * Asks for an address of each of these servers as often as it is answered, with wrk, for some seconds. Gives requests a
 * second in all, and what one cost the servers in microseconds of processor time, which depends less on what else
 * the machine does.
 */
export async function load(urls: string[], { pids, seconds, encoding, isNew }: Options): Promise<Load> {
  // A server that is still busy with the round before answers this first.
  for (const url of urls) await getOnce(url)
  const before = await cpuSeconds(pids)
  const found = await Promise.all(urls.map((url) => wrk(url, seconds, encoding, isNew)))
  const spent = (await cpuSeconds(pids)) - before
  const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
  return {
    perSecond: sum(found.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: (spent / sum(found.map(({ requests }) => requests))) * 1e6,
  }
}

let scripts = 0

async function wrk(url: string, seconds: number, encoding = 'identity', isNew = false) {
  const { pathname, search } = new URL(url)
  const script = path.join(tmpdir(), `hallway-wrk-${process.pid}-${scripts++}.lua`)
  const mark = `${search ? `${search}&` : '?'}x=${Date.now()}`
  if (isNew)
    await writeFile(
      script,
      `n = 0
request = function() n = n + 1; return wrk.format(nil, ${JSON.stringify(pathname + mark)} .. n) end`,
    )
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '30s',
    '-H',
    `accept-encoding: ${encoding}`,
    ...(isNew ? ['-s', script] : []),
    url,
  ])
  await rm(script, { force: true })
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Not every answer of ${url} was good: ${stdout}`)
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
  }
}

/** One answer as it goes over the wire, on a connection of its own. Throws if it is not 200. */
export function getOnce(
  url: string,
  encoding = 'identity',
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((done, failed) => {
    get(url, { agent: false, headers: { 'accept-encoding': encoding } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      if (answer.statusCode === 200) done({ headers: answer.headers, body })
      else failed(new Error(`${url} answers ${answer.statusCode}`))
    }).once('error', failed)
  })
}

/** Processor time of processes so far, all their threads. */
export async function cpuSeconds(pids: number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return texts.reduce((sum, text) => {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
  }, 0)
}
