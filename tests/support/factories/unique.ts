import { randomUUID } from 'node:crypto'

/** Without digits: four of them in a row would be the year of a conference. */
const thisProcess = randomUUID()
  .replaceAll('-', '')
  .slice(0, 10)
  .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
let count = 0

/** Ten to fifteen lower-case letters and digits, unique across calls and processes. */
export function unique(): string {
  count += 1
  return `${thisProcess}${count.toString(36)}`
}
