import { randomUUID } from 'node:crypto'

const thisProcess = randomUUID().replaceAll('-', '').slice(0, 10)
let count = 0

/** Ten to fifteen lower-case letters and digits, unique across calls and processes. */
export function unique(): string {
  count += 1
  return `${thisProcess}${count.toString(36)}`
}
