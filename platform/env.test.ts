import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnv, settingNames } from './env.ts'
import { exitCodeOf } from './exit-code.ts'

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
const manyStart = 'Settings are wrong: '
const urlHint =
  'must be an address such as postgres://hallway:password@db.example.org/hallway (in the password, write / as %2F, # as %23, ? as %3F, @ as %40)'
const wide = 'in which anybody may be, who could then choose an address: name your own proxies alone'

test.each([
  [{ OUTBOUND: 'yes' }, 'OUTBOUND must be on or off'],
  [{ SAMPLE_DATA: 'false' }, 'SAMPLE_DATA must be on or off'],
  [{ REQUIRE_ADMIN_2FA: '1' }, 'REQUIRE_ADMIN_2FA must be on or off'],
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be one of silent, error, warn, info, debug'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must have 32 characters or more'],
  [{ SITE_NAME: 'x'.repeat(61) }, 'SITE_NAME must have 60 characters or fewer'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have 16 characters or more'],
  [
    { SITE_CONTACT: 'nobody' },
    'SITE_CONTACT must be an email address or an address that begins with https://',
  ],
  [{ HOST: 'a b' }, 'HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0'],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL must begin with postgres://'],
  ...[
    'postgres://me:pa/ss@db/hallway',
    'postgres://me:pa#ss@db/hallway',
    'postgres://me:pa?ss@db/hallway',
    'postgres://me:12/34@db/hallway',
    'postgres://me:12#34@db/hallway',
    'postgres://me:p@db:port/hallway',
    'postgres://me:p@one:5432,two:port/hallway',
  ].map((DATABASE_URL): [Record<string, string>, string] => [{ DATABASE_URL }, `DATABASE_URL ${urlHint}`]),
  [
    { DATABASE_URL: 'postgres://one,two/x?target_session_attr=primary' },
    'DATABASE_URL has the option target_session_attr, which is none: write target_session_attrs',
  ],
  [
    { DATABASE_URL: 'postgres://one/x?sslmod=require' },
    'DATABASE_URL has the option sslmod, which is none: write sslmode',
  ],
  [
    { DATABASE_URL: 'postgres://one/x?colour=blue' },
    'DATABASE_URL has the option colour, which is none: leave it out',
  ],
  [
    { DATABASE_URL: 'postgres://one,two/x?target_session_attrs=primry' },
    'DATABASE_URL has target_session_attrs=primry: write primary',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgres://two/x' },
    'DATABASE_REPLICA_URL is a replica of DATABASE_URL, which is not set',
  ],
  [{ TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/0' }, `TRUSTED_PROXIES has 0.0.0.0/0, ${wide}`],
  [{ TRUSTED_PROXIES: '::/0' }, `TRUSTED_PROXIES has ::/0, ${wide}`],
  [{ TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' }, `TRUSTED_PROXIES has 0.0.0.0/1, ${wide}`],
  [{ TRUSTED_PROXIES: '2000::/3' }, `TRUSTED_PROXIES has 2000::/3, ${wide}`],
  [{ TRUSTED_PROXIES: '::ffff:0:0/96' }, `TRUSTED_PROXIES has ::ffff:0:0/96, ${wide}`],
  [
    { TRUSTED_PROXIES: '10.0.0.0/' },
    'TRUSTED_PROXIES must be addresses or networks, separated by commas, such as 10.0.0.1, 10.1.0.0/16',
  ],
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
])('%o is refused in one sentence that names it', (source, sentence) => {
  expect(() => readEnv(source)).toThrow(start + sentence)
})

test.each([
  [
    { SMPT_URL: 'smtp://localhost', PORT: '-1' },
    'SMPT_URL is not a setting: write SMTP_URL; PORT must be a whole number from 0 to 65535',
  ],
  [
    { NODE_ENV: 'production', PORT: '-1', OUTBOUND_ALLOW: 'x', SITE_URL: 'http://conf.example.org' },
    'PORT must be a whole number from 0 to 65535; SMTP_URL is needed with NODE_ENV=production; MAIL_FROM is needed with NODE_ENV=production; OUTBOUND_ALLOW is for tests and cannot be set in production; SITE_URL must begin with https:// in production',
  ],
])('%o are refused at once', (source, sentence) => {
  expect(() => readEnv(source)).toThrow(manyStart + sentence)
})

test('a setting that is wrong ends with the code that systemd does not try again', () => {
  let error: unknown
  try {
    readEnv({ PORT: 'http' })
  } catch (thrown) {
    error = thrown
  }
  const unit = readFileSync('deploy/hallway.service', 'utf8')
  expect(unit).toContain(`\nRestartPreventExitStatus=${exitCodeOf(error)}\n`)
  expect(exitCodeOf(new Error('the database does not answer'))).toBe(1)
})

test.each([
  [{}],
  [{ DATABASE_URL: 'postgres:///hallway?host=/run/postgresql' }],
  [{ DATABASE_URL: 'postgresql://me:p%2F%40@[::1]:5432/hallway?sslmode=verify-full&application_name=a' }],
  [{ DATABASE_URL: 'postgres://me:p@db.example.org/x?sslmode=require&channel_binding=require' }],
  [
    {
      DATABASE_URL: 'postgres://me:p@one:5432,two:5432/x?target_session_attrs=primary&prepare=false',
      DATABASE_REPLICA_URL: 'postgres://me@two',
    },
  ],
  [{ HOST: '::' }],
  [{ TRUSTED_PROXIES: 'fc00::/7, 2400:cb00::/32, 172.16.0.0/12, ::ffff:10.0.0.0/104' }],
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

test('the image is built by scripts that it has, with all that they import', () => {
  const run = [...readFileSync('Dockerfile', 'utf8').matchAll(/node scripts\/(\S+\.ts)/g)].map(
    ([, file]) => file!,
  )
  expect(run).toEqual(['build.ts', 'release.ts'])
  const needed = run.flatMap((file) => [
    file,
    ...[...readFileSync(`scripts/${file}`, 'utf8').matchAll(/from '\.\/(.+?)'/g)].map(([, file]) => file!),
  ])
  const lines = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(lines).toEqual(expect.arrayContaining(needed.map((file) => `!scripts/${file}`)))
})
