import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnv, settingNames } from './env.ts'

const example = parseEnv(readFileSync('.env.example', 'utf8').replace(/^#(?=[A-Z0-9_]+=)/gm, ''))

test('.env.example names each setting once, with its default', () => {
  expect(Object.keys(example).sort()).toEqual([...settingNames].sort())
  for (const [name, value] of Object.entries(example))
    expect(readEnv({ [name]: value }), name).toEqual(readEnv({}))
  // A default that the file leaves out would pass as an empty value.
  const emptySettings = Object.keys(example).filter((name) => example[name] === '')
  const defaults = readEnv({})
  expect(emptySettings.filter((name) => defaults[name as keyof typeof defaults])).toEqual([])
})

test('docs/operating.md describes each setting', () => {
  const table = readFileSync('docs/operating.md', 'utf8').split('## Settings')[1]!.split('\n## ')[0]!
  const describedSettings = [...table.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
  )
  expect(describedSettings.sort()).toEqual([...settingNames].sort())
})

test('Dockerfile and docs/operating.md start the process as npm start does', () => {
  const processSettings: Record<string, string> = JSON.parse(readFileSync('server/process.json', 'utf8'))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const operating = readFileSync('docs/operating.md', 'utf8')
  for (const [name, value] of Object.entries(processSettings)) {
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
  [{ MAIL_FROM: 'not an address' }, /MAIL_FROM must be a mail address, such as/],
  [{ MAIL_FROM: 'Hallway <hallway>' }, /MAIL_FROM must be a mail address/],
  [{ SMTP_URL: 'smtp://' }, /SMTP_URL must be an address such as/],
  [{ SMTP_URL: 'smtp://user:pass/word@mail:25' }, /SMTP_URL must be an address such as/],
  [{ NODE_ENV: 'production' }, /SITE_URL is needed.*SMTP_URL is needed.*MAIL_FROM is needed/],
  [{ ...production, OUTBOUND_ALLOW: '127.0.0.1:4123' }, /OUTBOUND_ALLOW is for tests/],
  [{ ...production, SITE_URL: 'http://hallway.example' }, /SITE_URL must begin with https/],
  [{ ...production, SITE_URL: 'http://127.evil.example' }, /SITE_URL must begin with https/],
  [{ SITE_URL: 'https://hallway.example/sub' }, /SITE_URL must end with the host/],
  [{ SITE_URL: 'https://hallway.example/?a=b' }, /SITE_URL must end with the host/],
  [{ SITE_URL: 'https://user:secret@hallway.example' }, /SITE_URL must end with the host/],
  [{ SITE_URL: 'javascript:alert(1)' }, /SITE_URL/],
  [{ PORT: '70000' }, /PORT/],
  [{ DATABASE_URL: 'mysql://localhost' }, /DATABASE_URL must begin with postgres/],
  [{ AUTH_SECRET: 'short' }, /AUTH_SECRET/],
])('with %o Hallway does not start, and says why', (settings, sentence) => {
  expect(() => readEnv(settings)).toThrow(sentence)
})

const start = 'A setting is wrong: '

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test, or not be set'],
  [{ SITE_URL: 'conf.example.org' }, 'SITE_URL must be an address such as https://conf.example.org'],
  [
    { SITE_URL: 'https://conf.example.org/sub' },
    'SITE_URL must end with the host: a path such as /conferences is not supported',
  ],
  [
    { SITE_URL: 'https://conf.example.org/?a=b' },
    'SITE_URL must end with the host: a path such as /conferences is not supported',
  ],
  [
    { TRUSTED_PROXIES: '10.0.0.0/99' },
    'TRUSTED_PROXIES must be addresses or networks, separated by commas, such as 10.0.0.1, 10.1.0.0/16',
  ],
  [
    { TRUSTED_PROXIES: 'proxy' },
    'TRUSTED_PROXIES must be addresses or networks, separated by commas, such as 10.0.0.1, 10.1.0.0/16',
  ],
  [{ DATABSE_URL: 'postgres://localhost/hallway' }, 'DATABSE_URL is not a setting: write DATABASE_URL'],
  [{ database_url: 'postgres://localhost/hallway' }, 'database_url is not a setting: write DATABASE_URL'],
  [{ HALLWAY_SITE_NAME: 'Conferences' }, 'HALLWAY_SITE_NAME is not a setting: write SITE_NAME'],
  [
    { SMPT_URL: 'smtp://localhost', PORT: '-1' },
    'SMPT_URL is not a setting: write SMTP_URL; PORT must be a whole number from 0 to 65535',
  ],
])('%o is refused in one sentence that names it', (source, sentence) => {
  expect(() => readEnv(source)).toThrow(start + sentence)
})

test.each([
  [{}],
  [{ NODE_ENV: '' }],
  [{ SITE_URL: 'https://conf.example.org/' }],
  [{ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, ::1' }],
  // Names of other programs: near a setting that is set, near a short one, far from all.
  [{ DATABASE_URL: 'postgres://localhost/hallway', DATABASE_URI: 'of another program' }],
  [
    {
      HOME: '/root',
      HOSTS: 'x',
      PATH: '/bin',
      SHELL: '/bin/sh',
      HALLWAY_LONG: '1',
      HALLWAY_SAMPLE_FOLDER: '/x',
    },
  ],
])('%o is taken', (source) => {
  expect(() => readEnv(source)).not.toThrow()
})

test('the image is built from every script that the build imports', () => {
  const imported = [...readFileSync('scripts/build.ts', 'utf8').matchAll(/from '\.\/(.+?)'/g)]
  expect(imported).not.toEqual([])
  const lines = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(lines).toEqual(expect.arrayContaining(imported.map(([, file]) => `!scripts/${file}`)))
})
