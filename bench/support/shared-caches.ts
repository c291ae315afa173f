import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/postgres.ts'
import { stopProcess } from './site.ts'

/** What stands between visitors and the site, as docs/operating.md configures it, without TLS. */
export type SharedCache = { url: string; folder: string; process: ChildProcess; stop: () => Promise<void> }

/** nginx with one worker, of the three blocks of docs/operating.md. */
export async function startNginxCache(siteUrl: string): Promise<SharedCache> {
  const [proxy = '', beforeUpstream = '', inLocation = ''] = await nginxBlocks()
  const [upstream = ''] = proxy.split('server {\n  listen 80;')
  const [, secureServer = ''] = proxy.split('server {\n  listen 443 ssl http2;\n')
  const server = secureServer
    .replace(/^ {2}(?:listen|ssl_certificate).*\n/gm, '')
    .replace(/(location \/ \{\n)/, `$1${inLocation}`)
  return start('nginx', (folder, port) => {
    const http = `${beforeUpstream}${upstream}server {\n  listen 127.0.0.1:${port};\n${server}`
      .replace('/var/cache/nginx/hallway', `${folder}/cache`)
      .replace('127.0.0.1:3000', new URL(siteUrl).host)
    const text = `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${http}
}
`
    return {
      text,
      command: ['/usr/sbin/nginx', '-c', `${folder}/config`, '-p', folder, '-e', `${folder}/error.log`],
    }
  })
}

/** Varnish with 64 MB, of deploy/hallway.vcl. */
export async function startVarnish(siteUrl: string): Promise<SharedCache> {
  const vcl = await readFile('deploy/hallway.vcl', 'utf8')
  return start('varnish', (folder, port) => ({
    text: vcl.replace('"3000"', `"${new URL(siteUrl).port}"`),
    command: [
      '/usr/sbin/varnishd',
      ...[
        '-j',
        'none',
        '-F',
        '-a',
        `127.0.0.1:${port}`,
        '-f',
        `${folder}/config`,
        '-n',
        `${folder}/instance`,
        '-s',
        'malloc,64m',
      ],
    ],
  }))
}

async function nginxBlocks(): Promise<string[]> {
  const operating = await readFile('docs/operating.md', 'utf8')
  return [...operating.matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, block]) => block!)
}

async function start(
  name: string,
  configure: (folder: string, port: number) => { text: string; command: string[] },
): Promise<SharedCache> {
  const folder = await mkdtemp(path.join(tmpdir(), `hallway-${name}-`))
  const port = await freePort()
  const { text, command } = configure(folder, port)
  await mkdir(path.join(folder, 'cache'))
  await writeFile(path.join(folder, 'config'), text)
  const [program = '', ...args] = command
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 200; tries++) {
    if ((await fetch(`${url}/healthz`).catch(() => undefined))?.ok) break
    await pause(50)
  }
  return {
    url,
    folder,
    process: child,
    stop: async () => {
      await stopProcess(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
