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
    verifyPassword: (credentials: { hash: string; password: string }) =>
      once(answers, `${credentials.hash} ${credentials.password}`, () => real.verifyPassword(credentials)),
  }
})

function once<Value>(cache: Map<string, Value>, key: string, work: () => Value): Value {
  const value = cache.get(key) ?? work()
  cache.set(key, value)
  return value
}
