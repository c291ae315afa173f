import type { Viewer } from '#features/auth/viewer.ts'
import type { Followable } from '#features/follows/follows.schemas.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'

/** Whether the viewer follows what a page is about; null for a visitor, who follows by feed. */
export const loadFollowing = async (load: Load, viewer: Viewer | null, what: Followable) =>
  viewer && (await load(api.follows.isFollowing.queryOptions({ input: what }))).is_following
