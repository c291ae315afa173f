import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const start = "Hallway can't start, a setting is wrong: "

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
