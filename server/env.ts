import { z } from 'zod'
import { isLoopback } from './accounts/client-address.ts'

const schema = z
  .object({
    NODE_ENV: z.string().optional(),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    SITE_URL: z
      .url({ protocol: /^https?$/ })
      // Under a path the account endpoints would not be found.
      .refine((value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`, 'must have no path')
      .optional(),
    SITE_NAME: z.string().min(1).max(60).default('Hallway'),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
    DATABASE_REPLICA_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().optional(),
    TRUSTED_PROXIES: z.string().default(''),
    SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
    AUTH_SECRET: z.string().min(32).optional(),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  })
  .superRefine((env, issues) => {
    if (env.NODE_ENV !== 'production') return
    for (const name of ['SITE_URL', 'SMTP_URL', 'MAIL_FROM'] as const) {
      if (!env[name])
        issues.addIssue({ code: 'custom', path: [name], message: 'is needed with NODE_ENV=production' })
    }
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
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new Error(`Hallway can't start, a setting is wrong: ${wrong.join('; ')}`)
  }
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  const siteUrl = (
    env.SITE_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`
  ).replace(/\/+$/, '')
  // Behind a proxy the address of the site tells that strangers come, whatever the host listens on; and a host that
  // others reach is not private, whatever the site is called.
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
