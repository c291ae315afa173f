import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeDataFolder } from '#platform/database/data-folder.ts'

/** The key that signs sessions: given by the environment, or made once and kept in the data folder for its owner alone. */
export async function authSecret(env: { AUTH_SECRET?: string; DATA_DIR: string }): Promise<string> {
  if (env.AUTH_SECRET) return env.AUTH_SECRET
  const file = path.join(env.DATA_DIR, 'auth-secret')
  makeDataFolder(env.DATA_DIR)
  try {
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(file, 'utf8')
}

/** Signs texts with a key of its own for each purpose: a signature of one is worth nothing for another. */
export function createSign(secret: string) {
  return (purpose: string, text: string): Buffer => {
    const key = createHmac('sha256', secret).update(`hallway ${purpose}`).digest()
    return createHmac('sha256', key).update(text).digest()
  }
}
