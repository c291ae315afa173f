import { sql } from 'drizzle-orm'
import { count } from '#lib/text.ts'
import { postgresStore, rows, type Store } from '#platform/database/db.ts'
import { migrationFiles, refuseUnknownMigrations } from '#platform/database/migrate.ts'
import { withTimeout } from '#platform/database/unavailable.ts'
import { reasonOf } from './command.ts'
import { ok, problem, type Result, warning } from './doctor-finding.ts'

// What `hallway doctor` asks the database.

const timeoutMs = 10_000
/** A page of somebody who is signed in takes up to four statements one after the other. */
const slowMs = 20

type Server = {
  version: string
  isReadOnly: boolean
  extensions: string[]
  mayCreate: boolean
  foreignOwners: string | null
  hasMigrations: boolean
}

/** `filled`: it has Hallway's tables, and answers. */
export async function checkDatabase(
  store: Store,
  isLive: boolean,
): Promise<{ results: Result[]; filled?: Store }> {
  const { db, engine } = store
  const [server] = await withTimeout(
    rows<Server>(db)`
      select current_setting('server_version') as version,
        current_setting('transaction_read_only') = 'on' as "isReadOnly",
        array(select extname::text from pg_extension) as extensions,
        has_schema_privilege('public', 'create') as "mayCreate",
        (select string_agg(distinct tableowner::text, ', ') from pg_tables
          where schemaname = 'public' and not pg_has_role(tableowner, 'usage')) as "foreignOwners",
        to_regclass('migrations') is not null as "hasMigrations"`,
    timeoutMs,
  )
  const { version, isReadOnly, extensions, mayCreate, foreignOwners, hasMigrations } = server!
  const filled = hasMigrations ? store : undefined
  const name = engine === 'embedded' ? `embedded (PostgreSQL ${version})` : `PostgreSQL ${version}`
  if (isReadOnly) {
    const advice =
      engine === 'embedded'
        ? 'Its disk is full: free some space.'
        : 'It is a standby or read-only: use the primary instead.'
    return { results: [problem(`${name} does not accept writes.`, advice)], filled }
  }
  const milliseconds = await latency(store)
  const results = [
    milliseconds > slowMs
      ? warning(
          `${name} answers after ${milliseconds} ms.`,
          'A page waits for it up to four times: run the site and the database closer together.',
        )
      : ok(`${name} answers after ${milliseconds} ms`),
  ]
  if (!mayCreate || foreignOwners)
    results.push(
      problem(
        foreignOwners
          ? `Tables belong to ${foreignOwners}, so the next version can't change them.`
          : "The role may not create tables, so the next version can't.",
        'Make it the owner: alter database NAME owner to ROLE, and alter table … owner to ROLE.',
      ),
    )
  if (!hasMigrations) {
    results.push(warning('The database is empty.', 'The first start, or a restore, fills it.'))
    return { results }
  }
  if (!extensions.includes('pg_trgm'))
    results.push(
      problem(
        'The extension pg_trgm is missing, so searches fail.',
        'As its owner: create extension pg_trgm.',
      ),
    )
  results.push(await checkMigrations(store, isLive))
  return { results, filled }
}

/** In milliseconds, the middle one of five. */
async function latency({ db }: Store): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 5; n++) {
    const started = performance.now()
    await withTimeout(Promise.resolve(db.execute(sql`select 1`)), timeoutMs)
    times.push(performance.now() - started)
  }
  return Math.round(times.sort((one, other) => one - other)[2]! * 10) / 10
}

async function checkMigrations({ db }: Store, isLive: boolean): Promise<Result> {
  const applied = await rows<{ name: string; checksum: string }>(db)`
    select name, checksum from migrations order by name`
  const files = await migrationFiles()
  try {
    refuseUnknownMigrations('The database', applied, files, 'Run the newer version.')
  } catch (error) {
    return problem(reasonOf(error), 'Or restore the backup that was made before the upgrade.')
  }
  const pending = files.length - applied.length
  return pending > 0
    ? warning(
        `The database lacks ${count(pending, 'migration', 'migrations')} of this version.`,
        isLive ? 'Restart the site.' : 'The next start applies them; make a backup before.',
      )
    : ok(`the database has all ${applied.length} migrations`)
}

/** A replica that is away is replaced by the primary, so nothing of this is a problem. */
export async function checkReplica(url: string, primary: Store): Promise<Result> {
  const advice = 'Name a streaming replica of DATABASE_URL in DATABASE_REPLICA_URL, or leave it out.'
  const replica = postgresStore(url, undefined, 1)
  try {
    const newest = sql`select max(name) as name from migrations`
    const [state] = await withTimeout(
      rows<{ isStandby: boolean; lagSeconds: number }>(replica.db)`
        select pg_is_in_recovery() as "isStandby",
          case when not pg_is_in_recovery() or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
            else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0) end::float8 as "lagSeconds"`,
      timeoutMs,
    )
    const [[own], [other]] = await Promise.all([
      rows<{ name: string }>(primary.db)`${newest}`,
      withTimeout(rows<{ name: string }>(replica.db)`${newest}`, timeoutMs),
    ])
    if (own?.name !== other?.name) return warning('The replica has another version of the database.', advice)
    if (!state!.isStandby) return warning('The replica accepts writes, so it copies no other server.', advice)
    return state!.lagSeconds > 10
      ? warning(
          `The replica is ${Math.round(state!.lagSeconds)} s behind.`,
          'Check its log and its disk: until then members see outdated lists.',
        )
      : ok(`the replica answers, ${state!.lagSeconds.toFixed(1)} s behind`)
  } catch (error) {
    return warning(`The replica can't be read: ${reasonOf(error)}`, advice)
  } finally {
    await replica.close()
  }
}

/** Mail that should have left. */
export async function checkOutbox({ db }: Store): Promise<Result> {
  const [outbox] = await rows<{ waiting: number; late: number }>(db)`
    select count(*)::integer as waiting,
      count(*) filter (where created_at < now() - interval '1 hour' and (next_try_at <= now() or tries > 0))::integer as late
    from mail_outbox where sent_at is null and failed_at is null`
  return outbox!.late > 0
    ? warning(
        `${count(outbox!.late, 'mail has', 'mails have')} waited for more than an hour.`,
        'See /admin/mail for the reason.',
      )
    : ok(`${count(outbox!.waiting, 'mail waits', 'mails wait')}`)
}
