import { type SQL, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { type Database, rows } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { consume, exportLimit, tooMany } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'

type Person = { id: string; email: string }
type Reference = { table: string; column: string; columns: string[]; key: string[] }

/** A row that refers to a person in one of these columns is that person's own; in any other it is somebody else's. */
const ownColumns = new Set([
  'id',
  'user_id',
  'created_by',
  'added_by',
  'uploaded_by',
  'begun_by',
  'proposed_by',
  'changed_by',
  'reporter_id',
  'suggested_by',
])

/** What opens an account, or a session of it, leaves the database for nobody. Mails hold such links. */
const omittedColumns: Record<string, string[]> = {
  account: ['password', 'access_token', 'refresh_token', 'id_token'],
  session: ['token'],
  two_factors: ['secret', 'backup_codes'],
  address_changes: ['old_token_hash', 'new_token_hash'],
  mail_outbox: ['text', 'html'],
  // What administrators write to each other.
  reports: ['note'],
}

/** Every foreign key of the database that leads to an account or a profile, so that no table is forgotten. */
export const referencesToPeople = (db: Database): Promise<Reference[]> =>
  rows<Reference>(db)`
    select referring.relname::text as table, attname::text as column,
      array(
        select attname::text from pg_attribute
        where attrelid = referring.oid and attnum > 0 and not attisdropped and attgenerated = ''
          and atttypid not in ('bytea'::regtype, 'tsvector'::regtype)
        order by attnum
      ) as columns,
      array(
        select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
        where indrelid = referring.oid and indisprimary order by attnum
      ) as key
    from pg_constraint join pg_class as referring on referring.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('"user"'::regclass, 'all_profiles'::regclass)
      and referring.relnamespace = 'public'::regnamespace
    order by 1, 2`

const identifier = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`)

/** The name and address of what a column leads to, beside its id; none of what is hidden. */
const namesOfThings: Record<string, (id: SQL, site: string) => SQL> = {
  event_id: (id, site) => sql`
    (select name from events where events.id = ${id}) as conference,
    (select start_date from events where events.id = ${id}) as conference_begins,
    (select ${`${site}/conferences/`}::text || slug from events where events.id = ${id}) as conference_url`,
  talk_id: (id, site) => sql`
    (select title from talks where talks.id = ${id}) as talk,
    (select date from talks where talks.id = ${id}) as talk_date,
    (select ${`${site}/conferences/`}::text || slug || '/talks/' || number from talks
      join events on events.id = talks.event_id where talks.id = ${id}) as talk_url`,
  speaker_id: (id, site) => sql`
    (select name from speakers where speakers.id = ${id}) as speaker,
    (select ${`${site}/speakers/`}::text || speakers.id from speakers where speakers.id = ${id}) as speaker_url`,
  topic_id: (id) => sql`(select name from topics where topics.id = ${id}) as topic`,
  person_id: (id, site) => sql`
    (select full_name from profiles where profiles.id = ${id}) as person,
    (select ${`${site}/u/`}::text || profiles.id from profiles where profiles.id = ${id}) as person_url`,
}

/** What the lists that people look for hold, in words. */
const contents = {
  user: 'Your account',
  'profiles.id': 'Your profile',
  'user_events.user_id': 'Conferences that you attend or attended',
  'shared_plans.user_id': 'Conferences of which you share your schedule',
  'announcements.created_by': 'What you wrote to attendees of your conferences',
  'user_saved_talks.user_id': 'Talks that you saved',
  'follows.user_id': 'What you follow',
  'events.created_by': 'Conferences that you look after',
  'event_organisers.user_id': 'Conferences that you co-organise',
  'speakers.user_id': 'Your record as a speaker',
  'notifications.user_id': 'Your notifications',
  'event_claims.user_id': 'Conferences that you claimed',
  'speaker_claims.user_id': 'Speakers that you claimed to be',
  'talk_links.added_by': 'Links of talks that you added or suggested',
  'suggestions.suggested_by': 'Changes that you suggested',
}

/** Selects the rows that refer to a person: whole where they are the person's own, else only which they are, and since when. */
function selectRows({ table, column, columns, key }: Reference, { id }: Person, site: string): SQL {
  const dates = columns.filter((name) => name === 'created_at')
  const names = ownColumns.has(column)
    ? columns.filter((name) => !omittedColumns[table]?.includes(name))
    : [...new Set([...key, ...dates])]
  const things = ownColumns.has(column) ? names.filter((name) => name !== column && namesOfThings[name]) : []
  const list = sql.join(
    [
      ...names.map(identifier),
      ...things.map((name) => namesOfThings[name]!(sql`${identifier(table)}.${identifier(name)}`, site)),
    ],
    sql`, `,
  )
  return sql`select ${list} from ${identifier(table)} where ${identifier(column)} = ${id}::uuid`
}

/** What names a person without a key: their account, their address, what administrators did, the trail of codes. */
const withoutKey = ({ id, email }: Person): [name: string, select: SQL][] => [
  ['user', sql`select * from "user" where id = ${id}::uuid`],
  [
    'mail by address',
    sql`select id, subject, kind, created_at, sent_at from mail_outbox where to_address = ${email} and user_id is distinct from ${id}::uuid`,
  ],
  ['invitation_requests', sql`select * from invitation_requests where email = ${email}`],
  ['invitation_code_audit', sql`select * from invitation_code_audit where user_id = ${id}::uuid`],
  [
    'what you did as an administrator',
    sql`select action, subject, path, created_at from admin_actions where admin_id = ${id}::uuid`,
  ],
  [
    'what administrators did',
    sql`
      select action, subject, path, created_at from admin_actions
      where path = ${`/u/${id}`} or after ->> 'user' = ${id} or after ->> 'owner' = ${id} or before ->> 'owner' = ${id}`,
  ],
  [
    'rate_limits',
    sql`
      select points, expires_at, split_part(key, ' ', 1) as about from rate_limits
      where right(key, length(${id}::text) + 1) = ' ' || ${id}::text or right(key, length(${email}::text) + 1) = ' ' || ${email}::text`,
  ],
  [
    'who invited you',
    sql`
      select full_name from invitation_codes join profiles on profiles.id = invitation_codes.created_by
      where used_by = ${id}::uuid`,
  ],
]

type Made = { site: { name: string; url: string }; version: string }

/** The export as JSON, piece by piece: each is one statement, between which others are served. */
export async function* exportOf(db: Database, person: Person, origin: Made): AsyncGenerator<string> {
  const parts: [name: string, select: SQL][] = [
    ...withoutKey(person),
    ...(await referencesToPeople(db)).map((reference): [string, SQL] => [
      `${reference.table.replace(/^all_/, '')}.${reference.column}`,
      selectRows(reference, person, origin.site.url),
    ]),
  ]
  const cut: string[] = []
  yield `${JSON.stringify({ ...origin, made_at: new Date().toISOString(), contents }, null, 1).slice(0, -2)},\n "rows": {`
  for (const [index, [name, select]] of parts.entries()) {
    const [row] = await rows<{ all: string; n: number }>(db)`
      select coalesce(json_agg(item) filter (where n <= ${serverLimits.exportedRows}), '[]')::text as all, count(*)::integer as n
      from (select item, row_number() over () as n from (${select} limit ${serverLimits.exportedRows + 1}) as item) as numbered`
    if (row!.n > serverLimits.exportedRows) cut.push(name)
    yield `${index > 0 ? ',' : ''}\n  ${JSON.stringify(name)}: ${row!.all}`
  }
  yield `\n },\n "cut_after_${serverLimits.exportedRows}_rows": ${JSON.stringify(cut)}\n}\n`
}

type Options = Made & {
  db: Database
  viewerOf: (c: Context<Host>) => Promise<Viewer>
}

/** /account/export: everything that names the viewer, as a file. */
export function accountExportRoutes(app: Hono<Host>, { db, viewerOf, ...origin }: Options) {
  app.get('/account/export', async (c) => {
    const viewer = await viewerOf(c)
    if (!viewer) return c.redirect('/auth?next=%2Faccount%2Fsettings', 303)
    const headers = { 'cache-control': 'private, no-store' }
    const wait = await consume(db, exportLimit(viewer.id))
    if (wait > 0) return c.text(tooMany(wait), 429, { ...headers, 'retry-after': String(wait) })
    let text = ''
    for await (const piece of exportOf(db, viewer, origin)) text += piece
    return c.body(text, 200, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${new URL(origin.site.url).hostname}-account.json"`,
    })
  })
}
