import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { configurationError } from '#platform/exit-code.ts'

/**
 * Makes the data folder, or the folder of `name`, for its owner alone, and the folders above it. Returns the first one
 * that it made. Throws an Error of one line where there can be none, or none to write to.
 */
export function makeDataFolder(dataDir: string, name = 'data folder'): string | undefined {
  const home = resolve(dataDir)
  try {
    const firstMade = make(home)
    // With the slash a file in its place is none.
    accessSync(join(home, '/'), constants.W_OK | constants.X_OK)
    return firstMade
  } catch (error) {
    const sentence = `The ${name} ${home} can't be used: ${(error as Error).message}.`
    // A full disk may have room at the next start.
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new Error(sentence, { cause: error })
      : configurationError(sentence, error)
  }
}

// Not mkdir's own `recursive`, which tries without end where a file system refuses, such as /proc.
function make(folder: string): string | undefined {
  if (existsSync(folder)) return
  const firstMade = make(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return firstMade ?? folder
}
