import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'

export type Load = { perSecond: number; cpuMicroseconds: number }

const run = promisify(execFile)
const connections = 32

type Options = {
  /** The server's processes, to measure their processor time. */
  pids: number[]
  seconds: number
  /** The Accept-Encoding header. */
  encoding?: string
  /** The Cookie header. */
  cookie?: string
}

/** A browser's Accept-Encoding header. */
export const browsers = 'gzip, deflate, br, zstd'

/**
 * Loads the URLs at once with wrk for some seconds. Returns requests a second in total, and the servers' processor time
 * for each request in microseconds, which depends less on other load on the machine.
 */
export async function load(urls: string[], { pids, seconds, encoding, cookie }: Options): Promise<Load> {
  // Waits until the server has finished the previous round.
  for (const url of urls) await getOnce(url, encoding, cookie)
  const before = await cpuSeconds(pids)
  const results = await Promise.all(urls.map((url) => wrk(url, seconds, encoding, cookie)))
  const cpuTime = (await cpuSeconds(pids)) - before
  const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
  return {
    perSecond: sum(results.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: (cpuTime / sum(results.map(({ requests }) => requests))) * 1e6,
  }
}

async function wrk(url: string, seconds: number, encoding = 'identity', cookie?: string) {
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '30s',
    ...['-H', `accept-encoding: ${encoding}`],
    ...(cookie ? ['-H', `cookie: ${cookie}`] : []),
    url,
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Not every answer of ${url} was good: ${stdout}`)
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
  }
}

/** One undecoded answer on a new connection. Throws if it is not 200. */
export function getOnce(
  url: string,
  encoding = 'identity',
  cookie?: string,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((done, failed) => {
    const headers = { 'accept-encoding': encoding, ...(cookie && { cookie }) }
    get(url, { agent: false, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      if (answer.statusCode === 200) done({ headers: answer.headers, body })
      else failed(new Error(`${url} answers ${answer.statusCode}`))
    }).once('error', failed)
  })
}

/** Processor time of processes so far, with all threads, in seconds. */
export async function cpuSeconds(pids: number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return texts.reduce((sum, text) => {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
  }, 0)
}
