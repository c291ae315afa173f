import type { ApiClient } from '#server/api.ts'

/** Who is signed in, as the pages know them. */
export type Viewer = NonNullable<Awaited<ReturnType<ApiClient['site']['about']>>['viewer']>
