import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'

export async function isSuspended(db: Database, userId: string): Promise<boolean> {
  const suspensions = await rows(db)`select from suspensions where user_id = ${userId}::uuid`
  return suspensions.length > 0
}

/** Read once for a statement: has_role() of each of thousands of codes takes most of its time. */
const admins = sql`(select user_id from user_roles where role = 'admin')`

/**
 * A person and everyone they invited, directly and indirectly. Administrators among them are left out with those who came
 * through them: they are suspended one by one or not at all.
 */
export const branchOf = (id: string) => sql`
  with recursive branch as (
    select ${id}::uuid as id
    union
    select used_by from invitation_codes join branch on created_by = branch.id
    where used_by is not null and used_by not in ${admins}
  )
  select id from branch`

export type Branch = { invited: number; admins: number }

/** How many people a person invited, directly and indirectly, and how many administrators are left out. */
export async function readBranch(db: Database, id: string): Promise<Branch> {
  const [branch] = await rows<Branch>(db)`
    with people as materialized (${branchOf(id)})
    select (select count(*) - 1 from people)::integer as invited, (
      select count(distinct used_by) from invitation_codes join people on people.id = created_by
      where used_by in ${admins} and used_by <> ${id}::uuid
    )::integer as admins`
  return branch!
}

/**
 * Suspends a person, or the whole branch, at once: from the next request on they are visitors, and what is theirs is
 * hidden. Returns how many people were not suspended before; undefined if no other administrator could act any more.
 */
export async function suspend(
  tx: Database,
  { id, hasBranch, suspendedBy }: { id: string; hasBranch: boolean; suspendedBy: string | null },
): Promise<number | undefined> {
  // As keep_one_admin() does: two administrators who suspend each other at once would each see the other one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('user_roles'))`)
  const suspended = await rows<{ user_id: string }>(tx)`
    insert into suspensions (user_id, root_id, suspended_by)
    select id, ${id}::uuid, ${suspendedBy}::uuid
    from (${hasBranch ? branchOf(id) : sql`select ${id}::uuid as id`}) as people
    on conflict do nothing returning user_id`
  const [admins] = await rows<{ is_lost: boolean }>(tx)`
    select has_role(${id}::uuid, 'admin') and not exists (
      select from user_roles where role = 'admin' and user_id not in (select user_id from suspensions)
    ) as is_lost`
  if (admins?.is_lost) return undefined
  await keepHidden(tx, suspended)
  return suspended.length
}

/** Undoes a suspension, also of everyone who was suspended with the person. Returns how many people that were. */
export async function restore(tx: Database, id: string): Promise<number> {
  const restored = await rows<{ user_id: string }>(tx)`
    delete from suspensions where root_id = ${id}::uuid or user_id = ${id}::uuid returning user_id`
  await keepHidden(tx, restored)
  return restored.length
}

const keepHidden = async (tx: Database, people: { user_id: string }[]) =>
  people.length > 0 &&
  tx.execute(
    sql`select keep_hidden(array(select jsonb_array_elements_text(${JSON.stringify(people.map(({ user_id }) => user_id))}::jsonb)::uuid))`,
  )
