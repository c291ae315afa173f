import type { ApiClient } from '#server/api.ts'

export type Viewer = NonNullable<Awaited<ReturnType<ApiClient['site']['about']>>['viewer']>
