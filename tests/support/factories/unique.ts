import { randomUUID } from 'node:crypto'

const thisProcess = randomUUID().replaceAll('-', '').slice(0, 10)
let made = 0

/** Ten to fifteen lower-case letters and digits that no other call gives, in this process or another one. */
export function unique(): string {
  made += 1
  return `${thisProcess}${made.toString(36)}`
}
