import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationFiles, otherTexts } from './migrate.ts'

const list = 'migrations/checksums.txt'
const linesOf = (text: string) => text.split('\n').filter(Boolean)
const git = (...words: string[]) => spawnSync('git', words, { encoding: 'utf8' }).stdout?.trim() ?? ''

test('no migration that is listed in migrations/checksums.txt was changed or removed, and all are listed', async () => {
  const checksumsByName = new Map(
    linesOf(readFileSync(list, 'utf8')).map((line) => [line.slice(66), line.slice(0, 64)]),
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

/** The lines of `base` that `current` lacks: migrations that were changed or removed although they have landed. */
const changedLines = (base: string, current: string) => {
  const currentLines = new Set(linesOf(current))
  return linesOf(base).filter((line) => !currentLines.has(line))
}

// A clone without tags has the commit that raised the version.
const release =
  git('describe', '--tags', '--abbrev=0') ||
  git('log', '-1', '--format=%H', '-G"version":', '--', 'package.json')
test.each(['origin/main', release].filter((base) => base && git('show', `${base}:${list}`)))(
  'no checksum of %s was changed or removed',
  (base) => {
    const landed = git('show', `${base}:${list}`)
    expect(changedLines(landed, readFileSync(list, 'utf8'))).toEqual([])
    expect(changedLines(landed, landed.replace(/^./, '-'))).toHaveLength(1)
  },
)

test('no third migration has landed with two texts', () => {
  expect(Object.keys(otherTexts)).toEqual(['0115_conference_stems.sql', '0116_conference_names.sql'])
})

test('started in another folder, the start says so in one sentence', () => {
  const script = `
    const { migrationFiles } = await import(${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)})
    await migrationFiles().catch(({ code, message }) => console.log(code, message))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: '/',
    encoding: 'utf8',
  })
  expect(stdout).toBe('EX_CONFIG there is no folder /migrations: start it in the folder that it came in\n')
})
