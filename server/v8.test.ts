import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// Makes objects that live for long, and then some that nobody keeps, at the same place in the code. Prints by how much the
// old generation grows, at most, while it makes the latter: three times in a row.
const script = `
  import { getHeapSpaceStatistics } from 'node:v8'
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
  let last
  let most = 0
  for (let round = 0; round < 8; round++) {
    const make = new Function('number', 'return { number, parts: [{ number }, [number, number]] }')
    let long = []
    for (let number = 0; number < 150_000; number++) long.push(make(number))
    long = undefined
    const growths = [1, 2, 3].map(() => {
      const before = oldBytes()
      for (let number = 0; number < 5000; number++) last = make(number)
      return oldBytes() - before
    })
    most = Math.max(most, Math.min(...growths))
  }
  console.log(most, last.number)
`

test('no object is made in the old generation at once', async () => {
  const settings = fileURLToPath(new URL('./v8.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-semi-space-size=8',
    `--import=${settings}`,
    '--input-type=module',
    `--eval=${script}`,
  ])
  // They take 1 MB.
  expect(Number(stdout.split(' ')[0])).toBeLessThan(200_000)
})
