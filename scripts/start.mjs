// npm start: install, build and serve, each only where it is needed. `--only …` runs Node with other arguments instead,
// after the installation alone, `--built …` after the build; `--settings` among them stands for the file .env, if there is one.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, install, node, root } from './install.mjs'

const [flag, ...rest] = process.argv.slice(2)
install()
if (flag !== '--only') build()
const env = path.join(root, '.env')
// Node's own option for a file that may be missing says at each command that it is.
const settings = existsSync(env) ? [`--env-file=${env}`] : []
const args = (
  flag === '--only' || flag === '--built'
    ? rest
    : ['--settings', 'dist/host/main.js', ...process.argv.slice(2)]
).flatMap((arg) => (arg === '--settings' ? settings : [arg]))
// What keeps the process small (docs/operating.md): settings of one's own come first.
const small = JSON.parse(readFileSync(new URL('../server/process.json', import.meta.url), 'utf8'))
const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...small, ...process.env } })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
