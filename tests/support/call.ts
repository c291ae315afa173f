import { createRouterClient, type RouterClient } from '@orpc/server'
import { router } from '#server/api.ts'
import type { Store } from '#server/database/db.ts'
import type { Context, Viewer } from '#server/procedures/procedure.ts'
import { refuseToFetch } from './outbound.ts'

/** Calls procedures directly as this viewer (null for a visitor). `shown` collects their cache tags. */
export function callAs(
  store: Store,
  viewer: Viewer,
  today = new Date().toISOString().slice(0, 10),
  shown?: Set<string>,
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
    shows: (...tags) => {
      for (const tag of tags) shown?.add(tag)
    },
  }
  return createRouterClient(router, { context })
}
