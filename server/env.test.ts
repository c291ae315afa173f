import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnv, settingNames } from './env.ts'

const example = parseEnv(readFileSync('.env.example', 'utf8').replace(/^#(?=[A-Z_]+=)/gm, ''))

test('.env.example names each setting once, with its default', () => {
  expect(Object.keys(example).sort()).toEqual([...settingNames].sort())
  for (const [name, value] of Object.entries(example))
    expect(readEnv({ [name]: value }), name).toEqual(readEnv({}))
  // A default that the file leaves out would pass as an empty value.
  const unset = Object.keys(example).filter((name) => example[name] === '')
  const defaults = readEnv({})
  expect(unset.filter((name) => defaults[name as keyof typeof defaults])).toEqual([])
})

test('docs/operating.md describes each setting', () => {
  const table = readFileSync('docs/operating.md', 'utf8').split('## Settings')[1]!.split('\n## ')[0]!
  const described = [...table.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(described.sort()).toEqual([...settingNames].sort())
})
