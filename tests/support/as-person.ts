import type { Store } from '#server/database/db.ts'
import { callAs } from './call.ts'

type Person = { id: string; name: string; email: string }

/** Calls procedures as a person from makePerson, or as a visitor (null). */
export const callAsPerson = (
  store: Store,
  person: Person | null,
  { today, isAdmin = false }: { today?: string; isAdmin?: boolean } = {},
) =>
  callAs(
    store,
    person && { id: person.id, name: person.name, email: person.email, isAdmin, avatar_url: null, unread: 0 },
    today,
  )

/** Code and message of the error that a call rejects with; undefined if it succeeds. */
export const refusal = (call: Promise<unknown>): Promise<{ code: string; message: string } | undefined> =>
  call.then(
    () => undefined,
    ({ code, message }) => ({ code, message }),
  )
