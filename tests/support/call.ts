import { createRouterClient, type RouterClient } from '@orpc/server'
import type { DecisionKind } from '#features/decisions/decisions.ts'
import type { Store } from '#platform/database/db.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { router } from '#server/api.ts'
import { refuseToFetch } from './outbound.ts'

/** Calls procedures directly as this viewer (null for a visitor). `shownTags` collects their cache tags, `changeSets` what can be undone. */
export function callAs(
  store: Store,
  viewer: Viewer,
  today = new Date().toISOString().slice(0, 10),
  shownTags?: Set<string>,
  changeSets?: Set<number>,
): RouterClient<typeof router> {
  const context: Context = {
    db: store.db,
    replica: store.replica,
    viewer,
    waitForChanges: store.waitForChanges,
    address: '127.0.0.1',
    today,
    site: { name: 'Hallway', url: 'http://hallway.test' },
    runInBackground: (work) => void work(new AbortController().signal),
    fetchSafely: refuseToFetch,
    sign: createSign('a secret of tests'),
    mailNewAccessToken: async () => {},
    confirmIdentity: async () => ({ code: 'INVALID_PASSWORD', message: 'These calls have no session' }),
    shows: (...tags) => {
      for (const tag of tags) shownTags?.add(tag)
    },
    changeSets,
  }
  return createRouterClient(router, { context })
}

type Account = { id: string; name: string; email: string }

/** A person of the factories as viewer. */
export const viewerOf = ({ id, name, email }: Account, isAdmin = false): NonNullable<Viewer> => ({
  id,
  name,
  email,
  isAdmin,
  avatar_url: null,
  unread: 0,
})

/** Calls procedures as a person from makePerson, or as a visitor (null). */
export const callAsPerson = (
  store: Store,
  person: Account | null,
  { today, isAdmin }: { today?: string; isAdmin?: boolean } = {},
) => callAs(store, person && viewerOf(person, isAdmin), today)

type Queue = RouterClient<typeof router>['decisions']
type Choice = Pick<Parameters<Queue['decide']>[0], 'option' | 'words'>

/** The procedures of the queue for decisions of one kind. */
export const queueOf = ({ decisions }: { decisions: Queue }, kind: DecisionKind) => ({
  list: (input: Omit<Parameters<Queue['list']>[0], 'kind'> = {}) => decisions.list({ kind, ...input }),
  accept: (id: string, choice?: Choice) => decisions.decide({ kind, id, is_accepted: true, ...choice }),
  reject: (id: string, choice?: Choice) => decisions.decide({ kind, id, is_accepted: false, ...choice }),
  decideMany: (ids: string[], is_accepted: boolean) => decisions.decideMany({ kind, ids, is_accepted }),
  reopen: (id: string) => decisions.reopen({ kind, id }),
})

/** Code and message of the error that a call rejects with; undefined if it succeeds. */
export const refusal = (call: Promise<unknown>): Promise<{ code: string; message: string } | undefined> =>
  call.then(
    () => undefined,
    ({ code, message }) => ({ code, message }),
  )

/** Its message alone. */
export const refusalMessage = async (call: Promise<unknown>) => (await refusal(call))?.message

type Issue = { path: PropertyKey[]; message: string }

/** The validation messages of a call, by field. */
export async function fieldErrors(call: Promise<unknown>): Promise<Record<string, string>> {
  try {
    await call
    return {}
  } catch (error) {
    const { issues = [] } = (error as { data?: { issues?: Issue[] } }).data ?? {}
    if (issues.length === 0) throw error
    return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
  }
}
