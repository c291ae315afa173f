import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

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
