import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { count } from '#lib/text.ts'
import type { Store } from '#platform/database/db.ts'
import { hasDatabase } from '#platform/database/open-store.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { type Command, type CommandContext, reasonOf } from './command.ts'
import { checkDatabase, checkOutbox, checkReplica } from './doctor-database.ts'
import { type Finding, ok, problem, type Result, warning } from './doctor-finding.ts'
import { checkBackup, checkDisk, checkModes, checkNode, settingsFiles } from './doctor-machine.ts'
import { checkMail, checkProxy, checkSite } from './doctor-network.ts'
import { mailCommands } from './mail-commands.ts'
import { createCheckToken } from './seen-request.ts'

export const doctorCommands: Record<string, Command> = {
  doctor: {
    usage: 'doctor [--mail ADDRESS] [--json]',
    help: 'checks settings, database, mail, proxy, disk and backups; says what to do',
    parameters: [],
    options: {
      mail: { type: 'string', help: 'sends a mail to this address, too' },
      json: { type: 'boolean', help: 'prints one line for other programs' },
    },
    async run(context, output) {
      const findings = await examine(context)
      if (context.options.json) output.print(JSON.stringify({ findings }))
      else
        for (const { check, status, message, advice = '' } of findings)
          output.print(`${status.padEnd(8)} ${check.padEnd(9)} ${message} ${advice}`.trimEnd())
      const problems = findings.filter(({ status }) => status === 'problem').length
      // The exit code is 1 then.
      if (problems > 0) throw new Error(count(problems, 'problem', 'problems'))
    },
  },
}

/** Everything that is looked at, in the order of the report. */
async function examine(context: CommandContext): Promise<Finding[]> {
  let env: Env
  try {
    env = readEnv()
  } catch (error) {
    return [
      ...findingsOf(
        'settings',
        problem(reasonOf(error), 'Correct these settings first: nothing else can be checked before.'),
      ),
      ...findingsOf('node', checkNode()),
    ]
  }
  const { results, filled } = await examineDatabase(env, context)
  const [site, mail, backup, modes] = await Promise.all([
    checkSite(env),
    attempt(() =>
      context.options.mail ? sendMail(context, String(context.options.mail)) : checkMail(env, context.signal),
    ),
    attempt(() => checkBackup(env)),
    attempt(() => checkModes(env, settingsFiles())),
  ])
  const { isRunning, ...siteResult } = site
  const token = await checkToken(env)
  const proxy = await checkProxy(env, isRunning, token)
  const { DATABASE_REPLICA_URL, DATA_DIR, BACKUP_DIR } = env
  return [
    ...findingsOf('settings', checkSettings(env)),
    ...findingsOf('node', checkNode()),
    ...findingsOf('database', results),
    ...(DATABASE_REPLICA_URL && filled
      ? findingsOf('replica', await attempt(() => checkReplica(DATABASE_REPLICA_URL, filled)))
      : []),
    ...findingsOf('site', siteResult),
    ...findingsOf('proxy', proxy),
    ...findingsOf('mail', mail),
    ...(filled ? findingsOf('mail', await attempt(() => checkOutbox(filled))) : []),
    ...findingsOf('disk', await attempt(() => checkDisk('DATA_DIR', DATA_DIR))),
    ...(BACKUP_DIR ? findingsOf('disk', await attempt(() => checkDisk('BACKUP_DIR', BACKUP_DIR))) : []),
    ...findingsOf('backup', backup),
    ...findingsOf('secrets', modes),
  ]
}

const findingsOf = (check: string, results: Result | Result[]): Finding[] =>
  [results].flat().map((result) => ({ check, ...asSentence(result) }))

/** What another program or module said may have no full stop, and an advice follows. */
const asSentence = (result: Result): Result =>
  result.advice ? { ...result, message: result.message.replace(/[^.]$/, '$&.') } : result

/** What a check throws is a finding, too. */
const attempt = (check: () => Promise<Result | Result[]>) => check().catch(unknown)

const unknown = (error: unknown): Result =>
  problem(`This check failed: ${reasonOf(error)}`, 'The other lines may show why.')

function checkSettings(env: Env): Result {
  if (!env.isProduction && !env.isPrivate)
    return warning(
      'The site can be reached from other machines, but NODE_ENV is not production.',
      'Set NODE_ENV=production, so that the settings of a public site are checked at the start.',
    )
  return ok(`all settings are valid${env.isProduction ? ', for production' : '; NODE_ENV is not production'}`)
}

/** The database, if there is one: nothing is made. */
async function examineDatabase(
  env: Env,
  { isLive, open }: CommandContext,
): Promise<{ results: Result | Result[]; filled?: Store }> {
  if (!isLive && !hasDatabase(env)) {
    const advice = 'The first start, or a restore, creates it.'
    return { results: warning(`There is no database in ${env.DATA_DIR} yet.`, advice) }
  }
  let store: Store
  try {
    store = await open()
  } catch (error) {
    const advice = env.DATABASE_URL
      ? 'Check that the server is running, and the host, database, user and password of DATABASE_URL.'
      : 'Only one process can use the embedded database: run this as the user of the site.'
    return { results: problem(reasonOf(error), advice) }
  }
  return checkDatabase(store, isLive).catch((error) => ({ results: unknown(error) }))
}

/** Shows the site that this is its operator; undefined if the secret cannot be read. None is made here. */
async function checkToken(env: Env): Promise<string | undefined> {
  const secret =
    env.AUTH_SECRET ?? (await readFile(path.join(env.DATA_DIR, 'auth-secret'), 'utf8').catch(() => undefined))
  return secret && createCheckToken(createSign(secret))
}

async function sendMail(context: CommandContext, to: string): Promise<Result> {
  const lines: string[] = []
  try {
    const output = { print: (line: string) => void lines.push(line), printError() {}, progress() {} }
    await mailCommands['mail test']!.run(context, output, to)
    return ok(lines.join(' '))
  } catch (error) {
    return problem(reasonOf(error), 'Fix it and restart the site.')
  }
}
