import { availableParallelism } from 'node:os'
import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { busyMessage } from '#platform/procedures/failures.ts'

/** Of every sample account. It is public, so it opens an account on the machine itself alone (account-guard.ts). */
export const samplePassword = 'hallway-demo'

/** One of those that are guessed first, or the one of the sample accounts. Most processes are never asked: the list is 2 MB. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.toLowerCase()) || password === samplePassword
}

/** Scrypt takes a core for some 50 ms: one core is always left to those who read. */
const maxConcurrent = Math.max(1, availableParallelism() - 1)
const maxQueued = 200

let underway = 0
const queue: (() => void)[] = []

async function inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
  if (queue.length >= maxQueued) {
    throw new APIError('SERVICE_UNAVAILABLE', { message: busyMessage })
  }
  if (underway >= maxConcurrent) await new Promise<void>((turn) => queue.push(turn))
  else underway++
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else underway--
  }
}

/** Better Auth's own hashing, a few at a time: many who guess must not slow those who read. */
export const passwords = {
  hash: (password: string) => inTurn(() => hashPassword(password)),
  verify: (credentials: { hash: string; password: string }) => inTurn(() => verifyPassword(credentials)),
}
