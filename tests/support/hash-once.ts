import { vi } from 'vitest'

// Scrypt takes 50 ms: in the gate a process hashes each password once and compares it with each hash once. Its cost is
// looked at in the nightly, and that it works wherever a process of its own answers.
vi.mock('better-auth/crypto', async (load) => {
  const real = await load<typeof import('better-auth/crypto')>()
  const hashes = new Map<string, Promise<string>>()
  const answers = new Map<string, Promise<boolean>>()
  return {
    ...real,
    hashPassword: (password: string) => once(hashes, password, () => real.hashPassword(password)),
    verifyPassword: (given: { hash: string; password: string }) =>
      once(answers, `${given.hash} ${given.password}`, () => real.verifyPassword(given)),
  }
})

function once<Value>(known: Map<string, Value>, key: string, work: () => Value): Value {
  const value = known.get(key) ?? work()
  known.set(key, value)
  return value
}
