import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { configurationError } from '#platform/exit-code.ts'
import { version } from '#platform/version.ts'
import { constraintOf, type Store } from './db.ts'
import { codesOf } from './unavailable.ts'

const folder = 'migrations'

/** The number is arbitrary but fixed: processes that start together wait here for each other. */
const lockStatement = 'select pg_advisory_xact_lock(4212907)'

export type Migration = { name: string; checksum: string }

/** Migrations that add a column with a default to a table whose row type was a parameter of a function with a standard SQL body. */
const migrationsAfterQuoting = ['0022_talk_pages.sql', '0046_suspension.sql']

/** Since 15.20 and 18.7 PostgreSQL refuses that column. With a quoted body it is allowed; 0118 does the same for good. */
const quoteBodies = `do $do$
  declare
    quoted text;
  begin
    for quoted in
      select format('create or replace function %I(%s) returns %s language sql stable as %L', proname,
        pg_get_function_arguments(oid), pg_get_function_result(oid),
        regexp_replace(pg_get_function_sqlbody(oid), '^RETURN', 'select'))
      from pg_proc
      where pronamespace = current_schema()::regnamespace and prosqlbody is not null
        and exists (select from pg_type where pg_type.oid = any (proargtypes) and typtype = 'c')
    loop
      execute quoted;
    end loop;
  end
$do$`

/**
 * Applies the migrations that the database lacks, or those of them that `only` names, each in a transaction of its own,
 * under a lock. Returns their names. Throws an Error of one line if the database has migrations that this code has not.
 */
export async function migrate(store: Store, only?: Migration[]): Promise<string[]> {
  const files = await migrationFiles()
  await refuseForeignTables(store)
  await store
    .execute(
      lockStatement,
      // Not `if not exists`: that is refused on a full disk, where a site without new migrations can still start and show.
      `do $$ begin
      if to_regclass('migrations') is null then
        create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      end if;
    end $$`,
    )
    .catch(explainMissingRight)
  const appliedMigrations = (await store.execute(
    'select name, checksum from migrations order by name',
  )) as Migration[]
  try {
    refuseUnknownMigrations('The database', appliedMigrations, files, 'Start the newer version.')
  } catch (error) {
    throw configurationError((error as Error).message, error)
  }
  const newNames: string[] = []
  for (const { name, checksum, text } of files) {
    if (appliedMigrations.some((migration) => migration.name === name)) continue
    if (only && !only.some((migration) => migration.name === name)) continue
    try {
      await store.execute(
        lockStatement,
        `insert into migrations (name, checksum) values ('${name}', '${checksum}')`,
        ...(migrationsAfterQuoting.includes(name) ? [quoteBodies] : []),
        text,
      )
    } catch (error) {
      // Another process that started at the same time held the lock and has applied it.
      if (constraintOf(error) === 'migrations_pkey') continue
      explainMissingRight(error)
    }
    newNames.push(name)
  }
  return newNames
}

/**
 * Throws an Error of one line where the database is another application's: one with tables or views in which no Hallway has noted
 * its migrations. Those of extensions are nobody's.
 */
async function refuseForeignTables(store: Store): Promise<void> {
  const [existing] = (await store.execute(`
    select current_database() as name,
      exists (select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'checksum') as "isOurs",
      (select string_agg(relname, ', ' order by relname) from (
        select relname from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
        order by relname limit 3
      ) as first) as tables`)) as [{ name: string; isOurs: boolean; tables: string | null }]
  if (!existing.isOurs && existing.tables)
    throw configurationError(
      `The database ${existing.name} has tables of another application (${existing.tables}): name an empty one in DATABASE_URL.`,
    )
}

/** Rethrows; where the role may not do something it says how to give it the right. */
function explainMissingRight(error: unknown): never {
  if (!codesOf(error).includes('42501')) throw error
  throw configurationError(
    `The role of DATABASE_URL may not change the database (${(error as Error).message}): make it the owner, with alter database NAME owner to ROLE, or grant all on schema public to ROLE; tables that another role made need alter table … owner to ROLE.`,
    error,
  )
}

/** The migrations of this code, in their order, with their texts. */
export async function migrationFiles(): Promise<(Migration & { text: string })[]> {
  const files = await readdir(folder).catch((cause) => {
    throw configurationError(
      `there is no folder ${path.resolve(folder)}: start it in the folder that it came in`,
      cause,
    )
  })
  const names = files.filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Checksums of other texts with which a file landed; a later one brings both to the same state. */
export const otherTexts: Record<string, string> = {
  '0115_conference_stems.sql': '44daa6b01d111f21ae9d87a5eb0a1b33dc4e0fa27d775a61e6c04fee6073feb0',
  '0116_conference_names.sql': '926dcd438565c4aabef51572a58aba71d8bfdf1472f8fdee0938420bfad854a9',
}

/** Throws an Error of one line if `applied`, the migrations of `subject`, are not all among `files` with the same text. */
export function refuseUnknownMigrations(
  subject: string,
  appliedMigrations: Migration[],
  files: Migration[],
  remedy: string,
): void {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const unknownNames = appliedMigrations.map(({ name }) => name).filter((name) => !checksums.has(name))
  if (unknownNames.length > 0) {
    throw new Error(
      `${subject} is newer than this Hallway ${version}: it has ${unknownNames.join(', ')}. ${remedy}`,
    )
  }
  const changedMigration = appliedMigrations.find(
    ({ name, checksum }) => checksums.get(name) !== checksum && otherTexts[name] !== checksum,
  )
  if (changedMigration) {
    throw new Error(
      `${subject} was made by a development version with another text of ${changedMigration.name}: only that version can open it.`,
    )
  }
}
