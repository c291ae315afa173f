import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

export type Generator = 'wrk' | 'autocannon'
export type Load = { perSecond: number; cpuMicroseconds: number | undefined }

export const generators: Generator[] = existsSync('/usr/bin/wrk') ? ['wrk', 'autocannon'] : ['autocannon']

/** What a browser says that it takes. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

const run = promisify(execFile)
const connections = 32

/**
 * Asks for an address as often as it is answered, for some seconds. Gives requests a second, and what one cost the
 * server's process (`pid`) in microseconds of processor time, which does not depend on what else the machine does.
 */
export async function load(url: string, pid: number, seconds: number, generator: Generator): Promise<Load> {
  // A server that is still busy with the round before answers this first.
  await getOnce(url)
  const before = await cpuSeconds(pid)
  const { requests, perSecond } = await (generator === 'wrk' ? wrk : cannon)(url, seconds)
  const after = await cpuSeconds(pid)
  const cpuMicroseconds =
    before === undefined || after === undefined ? undefined : ((after - before) / requests) * 1e6
  return { perSecond, cpuMicroseconds }
}

async function wrk(url: string, seconds: number) {
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-H',
    `accept-encoding: ${acceptEncoding}`,
    url,
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Not every answer was good:\n${stdout}`)
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
  }
}

/** `[<id>]` in the address becomes another text for each request. */
async function cannon(url: string, seconds: number) {
  const headers = { 'accept-encoding': acceptEncoding }
  const found = await autocannon({ url, connections, duration: seconds, headers, idReplacement: true })
  if (found.non2xx + found.errors > 0)
    throw new Error(`Not every answer was good: ${found.non2xx} others, ${found.errors} errors`)
  return { requests: found['2xx'], perSecond: found['2xx'] / found.duration }
}

/** One answer as it goes over the wire, on a connection of its own. Throws if it is not 200. */
export function getOnce(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((done, failed) => {
    get(url, { agent: false, headers: { 'accept-encoding': acceptEncoding } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      if (answer.statusCode === 200) done({ headers: answer.headers, body })
      else failed(new Error(`${url} answers ${answer.statusCode}`))
    }).once('error', failed)
  })
}

/** Processor time of a process so far, all its threads; undefined where the system has no /proc. */
async function cpuSeconds(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) / 100
}
