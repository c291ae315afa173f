import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/postgres.ts'
import { stopProcess } from '../support/site.ts'
import type { Answers } from './bare-server.ts'
import { getOnce } from './load.ts'

/** Headers that nginx sets itself. */
const ownHeaders = new Set(['content-length', 'content-type', 'etag', 'date', 'connection', 'keep-alive'])
const headerLines = (headers: Answers[string]['headers']) =>
  Object.entries(headers)
    .filter(([name, value]) => !ownHeaders.has(name) && !String(value).includes('$'))
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(String(value))};`)
    .join('\n        ')

/** nginx with one worker and no log, which sends each answer from a file with nearly the same headers. */
export async function startNginx(answers: Answers) {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-nginx-'))
  const port = await freePort()
  const locations = await Promise.all(
    Object.entries(answers).map(async ([address, { headers, body }], index) => {
      await writeFile(path.join(folder, `${index}.page`), body)
      return `location = ${address} {
        ${headerLines(headers)}
        try_files /${index}.page =404;
      }`
    }),
  )
  const config = path.join(folder, 'nginx.conf')
  await writeFile(
    config,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_requests 100000000;
  open_file_cache max=100;
  default_type "text/html; charset=utf-8";
  types { }
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${locations.join('\n    ')}
  }
}
`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', config, '-p', folder, '-e', `${folder}/error.log`], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const [first = '/'] = Object.keys(answers)
  for (let tries = 0; tries < 100; tries++) {
    if (await getOnce(url + first).catch(() => undefined)) break
    await pause(50)
  }
  return {
    url,
    stop: async () => {
      await stopProcess(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
