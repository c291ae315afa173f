import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Tells systemd that the site is ready (Type=notify of deploy/hallway.service); nothing where no supervisor asks. By systemd's
 * own program: the socket is of a kind that Node has not. Rejects if it can't be told.
 */
export async function noticeReadiness(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (env.NOTIFY_SOCKET) await promisify(execFile)('systemd-notify', ['--ready'], { env, timeout: 10_000 })
}
