import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { account, profiles, user, user_roles } from '#features/people/people.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { makeInvitations } from './invitations.ts'
import { unique } from './unique.ts'

export type NewPerson = {
  id?: string
  name?: string
  email?: string
  /** Without one the person cannot sign in. */
  password?: string
  isAdmin?: boolean
  verified?: boolean
  joined?: Date
  /** The invitation code that the person used, and its creator. */
  code?: string
  invitedBy?: { id: string }
  profile?: Partial<Omit<typeof profiles.$inferInsert, 'id'>>
}

const hashes = new Map<string, Promise<string>>()

/** Hashes each password once in a process, because scrypt is slow. */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Inserts people as a sign-up does: invitation code, account, profile, password, role. Returns the accounts. */
export async function makePeople(db: Database, people: NewPerson[]) {
  const complete = people.map((person) => {
    const mark = unique()
    const code = person.code ?? mark.toUpperCase()
    return {
      name: `Person ${mark}`,
      email: `${mark}@example.com`,
      ...person,
      id: person.id ?? randomUUID(),
      code,
    }
  })
  await makeInvitations(
    db,
    complete.map(({ code, invitedBy, joined }) => ({
      code,
      created_by: invitedBy?.id,
      created_at: joined?.toISOString(),
    })),
  )
  const accounts = await inBatches(
    complete.map(({ id, name, email, verified = true, code, joined }) => ({
      id,
      name,
      email,
      emailVerified: verified,
      invitationCode: code,
      createdAt: joined,
    })),
    (rows) => db.insert(user).values(rows).returning(),
  )
  await inBatches(
    await Promise.all(complete.filter(({ password }) => password !== undefined).map(credential)),
    (rows) => db.insert(account).values(rows).returning({ id: account.id }),
  )
  await inBatches(
    complete.filter(({ isAdmin }) => isAdmin).map(({ id }) => ({ user_id: id, role: 'admin' })),
    (rows) => db.insert(user_roles).values(rows).returning({ id: user_roles.user_id }),
  )
  for (const { id, profile } of complete) {
    if (profile) await db.update(profiles).set(profile).where(eq(profiles.id, id))
  }
  return accounts
}

const credential = async ({ id, password = '' }: { id: string; password?: string }) => ({
  id: randomUUID(),
  userId: id,
  accountId: id,
  providerId: 'credential',
  password: await hashOnce(password),
})

/** Inserts one person; see makePeople. */
export async function makePerson(db: Database, fields: NewPerson = {}) {
  const [person] = await makePeople(db, [fields])
  return person!
}

export type Person = Awaited<ReturnType<typeof makePerson>>
