import { z } from 'zod'
import { isLoopback, trustedProxiesProblem } from './client-address.ts'
import { serverUrlProblem } from './database/server-urls.ts'
import { configurationError } from './exit-code.ts'
import { similarName } from './similar-name.ts'

const portMessage = 'must be a whole number from 0 to 65535'
const keepMessage = 'must be a whole number from 1'
const sharedCacheMessage = 'must be a whole number from 0 to 3600'
/** Without a path: under one, the account endpoints would not be found. */
const isOrigin = (value: string) => {
  const url = URL.parse(value)
  return url?.href === `${url?.origin}/`
}
const isHost = (value: string) =>
  URL.parse(`http://${value.includes(':') ? `[${value}]` : value}/`)?.pathname === '/' &&
  !/[/?#@\s]/.test(value)

/** A text in which `problemOf` finds nothing wrong. */
const textWithout = (problemOf: (value: string) => string | undefined) =>
  z.string().superRefine((value, issues) => {
    const message = problemOf(value)
    if (message) issues.addIssue({ code: 'custom', message })
  })

const onOrOff = z.enum(['on', 'off'], 'must be on or off')
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

const schema = z
  .object({
    NODE_ENV: z
      .enum(['production', 'development', 'test'], 'must be production, development or test, or not be set')
      .optional(),
    PORT: z.coerce
      .number(portMessage)
      .int(portMessage)
      .min(0, portMessage)
      .max(65_535, portMessage)
      .default(3000),
    HOST: z
      .string()
      .refine(isHost, 'must be an address of this machine, such as 127.0.0.1 or 0.0.0.0')
      .default('127.0.0.1'),
    SITE_URL: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://conf.example.org' })
      .refine(isOrigin, 'must end with the host: a path such as /conferences is not supported')
      .optional(),
    SITE_NAME: z.string().max(60, 'must have 60 characters or fewer').default('Hallway'),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: textWithout(serverUrlProblem).optional(),
    DATABASE_REPLICA_URL: textWithout(serverUrlProblem).optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .refine(
        (value) => Boolean(URL.parse(value)?.hostname),
        'must be an address such as smtps://user:password@mail.example.org (in the password, write @ as %40, / as %2F)',
      )
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be a mail address, such as hallway@example.org or Hallway <hallway@example.org>',
      )
      .optional(),
    TRUSTED_PROXIES: textWithout(trustedProxiesProblem).default(''),
    OUTBOUND: onOrOff.default('on'),
    OFFLINE: onOrOff.default('on'),
    OUTBOUND_ALLOW: z.string().optional(),
    SAMPLE_DATA: onOrOff.default('on'),
    AUTH_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
    REQUIRE_ADMIN_2FA: onOrOff.default('off'),
    CONTENT_DIR: z.string().optional(),
    SITE_CONTACT: z
      .union(
        [z.email(), z.url({ protocol: /^https$/ })],
        'must be an email address or an address that begins with https://',
      )
      .optional(),
    BACKUP_DIR: z.string().min(1).optional(),
    BACKUP_KEEP: z.coerce.number(keepMessage).int(keepMessage).min(1, keepMessage).default(14),
    METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
    SHARED_CACHE_SECONDS: z.coerce
      .number(sharedCacheMessage)
      .int(sharedCacheMessage)
      .min(0, sharedCacheMessage)
      .max(3600, sharedCacheMessage)
      .default(0),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  })
  .superRefine(
    (env, issues) => {
      const add = (name: string, message: string) =>
        issues.addIssue({ code: 'custom', path: [name], message })
      if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
        add('DATABASE_REPLICA_URL', 'is a replica of DATABASE_URL, which is not set')
      if (env.NODE_ENV !== 'production') return
      for (const name of ['SITE_URL', 'SMTP_URL', 'MAIL_FROM'] as const)
        if (!env[name]) add(name, 'is needed with NODE_ENV=production')
      if (env.OUTBOUND_ALLOW) add('OUTBOUND_ALLOW', 'is for tests and cannot be set in production')
      const url = URL.parse(env.SITE_URL ?? '')
      if (url?.protocol === 'http:' && !isLoopback(url.hostname))
        add('SITE_URL', 'must begin with https:// in production')
    },
    // Also where another setting is wrong, so that all are named at once.
    { when: () => true },
  )

/** The names of all settings. */
export const settingNames: string[] = Object.keys(schema.shape)

export type Env = ReturnType<typeof readEnv>

/** The settings, checked once at the start. Throws an Error of one line that names every setting that is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const settings = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(settings)
  const problems = [
    ...describeMisspellings(Object.keys(settings)),
    // Of each setting the first: what follows is wrong because of it.
    ...[...Map.groupBy(result.error?.issues ?? [], ({ path }) => path.join('.'))].map(
      ([name, [issue]]) => `${name} ${issue!.message}`,
    ),
  ]
  if (!result.success || problems.length > 0)
    throw configurationError(
      `${problems.length === 1 ? 'A setting is' : 'Settings are'} wrong: ${problems.join('; ')}`,
    )
  const env = result.data
  const isProduction = env.NODE_ENV === 'production'
  const siteUrl = (
    env.SITE_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`
  ).replace(/\/+$/, '')
  // Both must be loopback: behind a proxy the site is public although the host listens on loopback, and a host that
  // listens on other interfaces is public whatever SITE_URL says.
  const isPrivate = !isProduction && isLoopback(new URL(siteUrl).hostname) && isLoopback(env.HOST)
  return {
    ...env,
    isProduction,
    siteUrl,
    isPrivate,
    hasSampleData: isPrivate && env.SAMPLE_DATA === 'on',
    hasMailbox: isPrivate && !env.SMTP_URL,
  }
}

/** Messages for names that are probably misspelt settings. Names of four letters are too similar to others (HOST, HOME). */
function describeMisspellings(names: string[]): string[] {
  const missingNames = Object.keys(schema.shape).filter((name) => name.length > 4 && !names.includes(name))
  return names.flatMap((name) => {
    const plainName = name.toUpperCase().replace(/^HALLWAY_/, '')
    const suggestion = name in schema.shape ? undefined : similarName(plainName, missingNames)
    return suggestion ? [`${name} is not a setting: write ${suggestion}`] : []
  })
}
