import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { profiles, user, user_roles } from '#features/people/people.tables.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { freshStore, useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson, type Person } from '#tests/support/factories/people.ts'
import { admin_actions } from './admin-actions.tables.ts'

const context = useStore()

let admin: Person
let member: Person

beforeAll(async () => {
  admin = await makePerson(context.store.db, { name: 'Ada Admin', isAdmin: true })
  member = await makePerson(context.store.db, { name: 'Max Member' })
})

const as = (person: Person, store = context.store) => callAsPerson(store, person, { isAdmin: true }).people
const actions = async (person: Person, store = context.store) =>
  (
    await store.db
      .select()
      .from(admin_actions)
      .where(eq(admin_actions.path, `/u/${person.id}`))
      .orderBy(admin_actions.id)
  ).map(({ admin_id, action, subject }) => ({ admin_id, action, subject }))
const isAdmin = async ({ id }: Person) =>
  (await context.store.db.select().from(user_roles).where(eq(user_roles.user_id, id))).map(({ role }) => role)

describe('the admin role', () => {
  test('is added, once however often it is asked for, and removed, and both are on record', async () => {
    const person = await makePerson(context.store.db, { name: 'Nora New' })
    await as(admin).addAdminRole({ user_id: person.id })
    await as(admin).addAdminRole({ user_id: person.id })
    expect(await isAdmin(person)).toEqual(['admin'])
    await as(admin).removeAdminRole({ user_id: person.id })
    await as(admin).removeAdminRole({ user_id: person.id })
    expect(await isAdmin(person)).toEqual([])
    expect(await actions(person)).toEqual([
      { admin_id: admin.id, action: 'admin_added', subject: 'Nora New' },
      { admin_id: admin.id, action: 'admin_removed', subject: 'Nora New' },
    ])
  })

  test('added by twenty at once is recorded once', async () => {
    const person = await makePerson(context.store.db)
    await Promise.all(Array.from({ length: 20 }, () => as(admin).addAdminRole({ user_id: person.id })))
    expect(await actions(person)).toHaveLength(1)
    await as(admin).removeAdminRole({ user_id: person.id })
  })

  test('goes to somebody who is there', async () => {
    const unknown = { code: 'NOT_FOUND', message: 'Unknown user' }
    const user_id = crypto.randomUUID()
    expect(await refusal(as(admin).addAdminRole({ user_id }))).toEqual(unknown)
    expect(await refusal(as(admin).removeAdminRole({ user_id }))).toEqual(unknown)
  })

  test('of the last admin stays, and nothing is on record', async () => {
    expect(await refusal(as(admin).removeAdminRole({ user_id: admin.id }))).toEqual({
      code: 'CONFLICT',
      message: 'The last admin cannot be removed',
    })
    expect(await isAdmin(admin)).toEqual(['admin'])
    expect(await actions(admin)).toEqual([])
  })

  test('of one of twenty who remove each other at once stays', async () => {
    const store = await freshStore()
    try {
      const people = await makePeople(
        store.db,
        Array.from({ length: 20 }, () => ({ isAdmin: true })),
      )
      const answers = await Promise.all(
        people.map((person, index) =>
          refusal(as(person, store).removeAdminRole({ user_id: people[(index + 1) % 20]!.id })),
        ),
      )
      expect(answers.filter((answer) => answer).map((answer) => answer?.message)).toEqual([
        'The last admin cannot be removed',
      ])
      expect(await store.db.$count(user_roles)).toBe(1)
      expect(await store.db.$count(admin_actions)).toBe(19)
    } finally {
      await store.close()
    }
  })
})

describe('the list for admins', () => {
  test('everybody by name with their role and nothing else, ten to a page, the nameless last', async () => {
    const store = await freshStore()
    try {
      const names = Array.from({ length: 33 }, (_, index) => `Person ${String(index).padStart(2, '0')}`)
      const [first] = await makePeople(store.db, [
        { name: names[0], isAdmin: true },
        ...names.slice(1).map((name) => ({ name })),
        { name: '' },
      ])
      const pagedNames: (string | null)[] = []
      for (const page of [1, 2, 3, 4]) {
        const answer = await as(first!, store).listForAdmins({ page })
        expect({ ...answer, users: [] }).toEqual({ users: [], page, pages: 4, total: 34 })
        pagedNames.push(...answer.users.map(({ full_name }) => full_name))
      }
      expect(pagedNames).toEqual([...names, null])
      const { users } = await as(first!, store).listForAdmins({})
      expect(users[0]).toEqual({
        id: first!.id,
        full_name: names[0],
        is_suspended: false,
        avatar_url: null,
        is_admin: true,
        is_steward: false,
      })
      expect(users.map(({ is_admin }) => is_admin)).toEqual([true, ...Array(9).fill(false)])
      expect((await as(first!, store).listForAdmins({ page: 99 })).page).toBe(4)
    } finally {
      await store.close()
    }
  })

  test('people of one name are each on one page', async () => {
    await makePeople(
      context.store.db,
      Array.from({ length: 25 }, () => ({ name: 'Same Name' })),
    )
    const ids: string[] = []
    for (const page of [1, 2, 3])
      ids.push(...(await as(admin).listForAdmins({ search: 'same n', page })).users.map(({ id }) => id))
    expect(new Set(ids).size).toBe(25)
  })

  test('a search finds parts of names, however they are accented; signs of a pattern are themselves', async () => {
    await makePeople(context.store.db, [{ name: 'José Percent 100%' }, { name: 'Josephine' }])
    const findNames = async (search: string) =>
      (await as(admin).listForAdmins({ search })).users.map(({ full_name }) => full_name)
    expect(await findNames('JOSE')).toEqual(['José Percent 100%', 'Josephine'])
    expect(await findNames('0%')).toEqual(['José Percent 100%'])
    expect(await findNames('nobody at all')).toEqual([])
    expect(await refusal(as(admin).listForAdmins({ search: 'x' }))).toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('never holds an address, and makes the same statements for one person and for ten', async () => {
    const search = async (term: string) => {
      const { result, statements } = await watchStatements(() => as(admin).listForAdmins({ search: term }))
      return { text: JSON.stringify(result), rows: result.users.length, statements: statements.length }
    }
    const one = await search('max member')
    const many = await search('same name')
    expect([one.rows, many.rows]).toEqual([1, 10])
    expect(one.statements).toBe(many.statements)
    const addresses = await context.store.db.select({ email: user.email }).from(user)
    expect(addresses.filter(({ email }) => one.text.includes(email) || many.text.includes(email))).toEqual([])
    expect(one.text).not.toContain(member.email.split('@')[0])
  })

  test('counts everybody', async () => {
    expect(await as(admin).total()).toBe(
      Number((await context.store.db.select({ n: sql`count(*)` }).from(profiles))[0]?.n),
    )
  })
})

test('who becomes an administrator is marked where their name stands, and no longer when it is taken away', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const event = await makeEvent(db, { owner: person })
  await attend(db, person, event)
  const marks = async () => {
    const api = callAsPerson(context.store, null)
    const { people } = await api.attendance.list({ event_id: event.id })
    const { owner } = await api.events.detail({ slug: event.slug })
    const profile = await api.people.detail({ id: person.id })
    return [profile, people[0], owner].map((row) => row?.is_administrator)
  }
  expect(await marks()).toEqual([false, false, false])
  await as(admin).addAdminRole({ user_id: person.id })
  expect(await marks()).toEqual([true, true, true])
  await as(admin).removeAdminRole({ user_id: person.id })
  expect(await marks()).toEqual([false, false, false])
})
