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

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://hallway.example',
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'a@hallway.example',
}

test.each<[Record<string, string>, { sample: boolean; mailbox: boolean }]>([
  [{}, { sample: true, mailbox: true }],
  [{ HOST: 'localhost' }, { sample: true, mailbox: true }],
  [{ HOST: '::1' }, { sample: true, mailbox: true }],
  [{ SITE_URL: 'http://127.0.0.1:8080/' }, { sample: true, mailbox: true }],
  [{ SAMPLE_DATA: 'off' }, { sample: false, mailbox: true }],
  [{ SMTP_URL: 'smtp://127.0.0.1' }, { sample: true, mailbox: false }],
  [{ HOST: '0.0.0.0' }, { sample: false, mailbox: false }],
  [{ HOST: '::' }, { sample: false, mailbox: false }],
  [{ HOST: '192.0.2.1' }, { sample: false, mailbox: false }],
  [
    { HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000' },
    { sample: false, mailbox: false },
  ],
  [{ SITE_URL: 'https://hallway.example' }, { sample: false, mailbox: false }],
  [{ SITE_URL: 'http://127.evil.example' }, { sample: false, mailbox: false }],
  [{ SITE_URL: 'http://127.0.0.1.nip.io' }, { sample: false, mailbox: false }],
  [{ SITE_URL: 'http://localhost.evil.example' }, { sample: false, mailbox: false }],
  [production, { sample: false, mailbox: false }],
  [
    { ...production, SITE_URL: 'http://127.0.0.1:3000' },
    { sample: false, mailbox: false },
  ],
])('with %o sample data and mailbox are there: %o', (settings, { sample, mailbox }) => {
  const { hasSampleData, hasMailbox, isPrivate } = readEnv(settings)
  expect({ hasSampleData, hasMailbox }).toEqual({ hasSampleData: sample, hasMailbox: mailbox })
  expect(isPrivate || !(hasSampleData || hasMailbox)).toBe(true)
})

test.each<[Record<string, string>, RegExp]>([
  [{ NODE_ENV: 'production' }, /SITE_URL is needed.*SMTP_URL is needed.*MAIL_FROM is needed/],
  [{ ...production, SITE_URL: 'http://hallway.example' }, /SITE_URL must begin with https/],
  [{ ...production, SITE_URL: 'http://127.evil.example' }, /SITE_URL must begin with https/],
  [{ SITE_URL: 'https://hallway.example/sub' }, /SITE_URL must have no path/],
  [{ SITE_URL: 'https://hallway.example/?a=b' }, /SITE_URL must have no path/],
  [{ SITE_URL: 'https://user:secret@hallway.example' }, /SITE_URL must have no path/],
  [{ SITE_URL: 'javascript:alert(1)' }, /SITE_URL/],
  [{ PORT: '70000' }, /PORT/],
  [{ DATABASE_URL: 'mysql://localhost' }, /DATABASE_URL must begin with postgres/],
  [{ AUTH_SECRET: 'short' }, /AUTH_SECRET/],
])('with %o Hallway does not start, and says why', (settings, sentence) => {
  expect(() => readEnv(settings)).toThrow(sentence)
})
