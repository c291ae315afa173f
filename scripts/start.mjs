// npm start: install, build and serve, each only where it is needed. `--only FILE …` runs another program the same way.
import { spawn } from 'node:child_process'
import { build, install, node, root } from './install.mjs'

const [flag, program, ...rest] = process.argv.slice(2)
install()
if (flag !== '--only') build()
const args = flag === '--only' ? [program, ...rest] : ['dist/host/main.js', ...process.argv.slice(2)]
const child = spawn(node, args, { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
