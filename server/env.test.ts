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

test('Dockerfile and docs/operating.md start the process as npm start does', () => {
  const small: Record<string, string> = JSON.parse(readFileSync('server/process.json', 'utf8'))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const operating = readFileSync('docs/operating.md', 'utf8')
  for (const [name, value] of Object.entries(small)) {
    expect(dockerfile).toContain(`${name}=${value}`)
    expect(operating).toContain(`${name}=${value}`)
  }
  const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
  expect(images).toEqual([dependencies.node, dependencies.node])
})
