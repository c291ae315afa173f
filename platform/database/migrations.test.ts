import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationFiles } from './migrate.ts'

test('no migration that is listed in migrations/checksums.txt was changed or removed, and all are listed', async () => {
  const checksumsByName = new Map(
    readFileSync('migrations/checksums.txt', 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  const files = await migrationFiles()
  const removedNames = [...checksumsByName.keys()].filter((name) => !files.some((file) => file.name === name))
  const problems = removedNames.map(
    (name) => `${name} was removed. Live databases have it: put it back, and undo what it did in a new file.`,
  )
  for (const { name, checksum } of files) {
    if (!checksumsByName.has(name))
      problems.push(`migrations/checksums.txt lacks the line: ${checksum}  ${name}`)
    else if (checksumsByName.get(name) !== checksum)
      problems.push(
        `${name} was changed. Live databases have run the old text: put it back, and write the change into a new file. Only while nobody else has run it may its line become: ${checksum}  ${name}`,
      )
  }
  expect(problems).toEqual([])
})
