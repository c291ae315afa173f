import { z } from 'zod'
import { clientAddress, isLoopback } from './accounts/client-address.ts'

const portMessage = 'must be a whole number from 0 to 65535'
const sharedCacheMessage = 'must be a whole number from 0 to 3600'
/** Without a path: under one, the account endpoints would not be found. */
const isOrigin = (value: string) => {
  const url = URL.parse(value)
  return url?.href === `${url?.origin}/`
}
const areProxyAddresses = (value: string) => {
  try {
    clientAddress(value)
    return true
  } catch {
    return false
  }
}

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .optional()

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
    HOST: z.string().min(1).default('127.0.0.1'),
    SITE_URL: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://conf.example.org' })
      .refine(isOrigin, 'must end with the host: a path such as /conferences is not supported')
      .optional(),
    SITE_NAME: z.string().min(1).max(60).default('Hallway'),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: postgresUrl,
    DATABASE_REPLICA_URL: postgresUrl,
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
    TRUSTED_PROXIES: z
      .string()
      .refine(
        areProxyAddresses,
        'must be addresses or networks, separated by commas, such as 10.0.0.1, 10.1.0.0/16',
      )
      .default(''),
    OUTBOUND: z.enum(['on', 'off']).default('on'),
    OUTBOUND_ALLOW: z.string().optional(),
    SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
    AUTH_SECRET: z.string().min(32).optional(),
    REQUIRE_ADMIN_2FA: z.enum(['on', 'off']).default('off'),
    CONTENT_DIR: z.string().min(1).optional(),
    SITE_CONTACT: z
      .union(
        [z.email(), z.url({ protocol: /^https$/ })],
        'must be an email address or an address that begins with https://',
      )
      .optional(),
    METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
    SHARED_CACHE_SECONDS: z.coerce
      .number(sharedCacheMessage)
      .int(sharedCacheMessage)
      .min(0, sharedCacheMessage)
      .max(3600, sharedCacheMessage)
      .default(0),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  })
  .superRefine((env, issues) => {
    if (env.NODE_ENV !== 'production') return
    for (const name of ['SITE_URL', 'SMTP_URL', 'MAIL_FROM'] as const) {
      if (!env[name])
        issues.addIssue({ code: 'custom', path: [name], message: 'is needed with NODE_ENV=production' })
    }
    if (env.OUTBOUND_ALLOW)
      issues.addIssue({
        code: 'custom',
        path: ['OUTBOUND_ALLOW'],
        message: 'is for tests and cannot be set in production',
      })
    if (env.SITE_URL && /^http:/.test(env.SITE_URL) && !isLoopback(new URL(env.SITE_URL).hostname))
      issues.addIssue({
        code: 'custom',
        path: ['SITE_URL'],
        message: 'must begin with https:// in production',
      })
  })

/** The names of all settings. */
export const settingNames: string[] = Object.keys(schema.shape)

export type Env = ReturnType<typeof readEnv>

/** The settings, checked once at the start. Throws an Error of one line that names every setting that is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const settings = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(settings)
  const problems = [
    ...describeMisspellings(Object.keys(settings)),
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
  ]
  if (!result.success || problems.length > 0) {
    throw new Error(`A setting is wrong: ${problems.join('; ')}`)
  }
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
    const suggestion =
      name in schema.shape ? undefined : missingNames.find((setting) => isNearly(plainName, setting))
    return suggestion ? [`${name} is not a setting: write ${suggestion}`] : []
  })
}

/** Whether at most two letters have to be added, removed or changed to get from one name to the other (Levenshtein). */
function isNearly(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 2) return false
  let distances = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= name.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++)
      next.push(
        Math.min(
          distances[column]! + 1,
          next[column - 1]! + 1,
          distances[column - 1]! + (name[row - 1] === other[column - 1] ? 0 : 1),
        ),
      )
    distances = next
  }
  return distances[other.length]! <= 2
}
