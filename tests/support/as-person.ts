import type { Store } from '#server/database/db.ts'
import { callAs } from './call.ts'

type Person = { id: string; name: string; email: string }

/** Calls procedures as somebody that makePerson made, or as a visitor (null). */
export const callAsPerson = (
  store: Store,
  person: Person | null,
  { today, isAdmin = false }: { today?: string; isAdmin?: boolean } = {},
) =>
  callAs(
    store,
    person && { id: person.id, name: person.name, email: person.email, isAdmin, avatar_url: null },
    today,
  )

/** What a call was refused with: its code and its sentence; undefined if it was not refused. */
export const refusal = (call: Promise<unknown>): Promise<{ code: string; message: string } | undefined> =>
  call.then(
    () => undefined,
    ({ code, message }) => ({ code, message }),
  )
