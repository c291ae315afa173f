import { createFileRoute } from '@tanstack/react-router'
import { localPath } from '#features/auth/auth.ts'
import { ResetForm } from '#features/auth/components/reset-form.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/auth_/reset')({
  staticData: { isUnlisted: true },
  validateSearch: (raw: Record<string, unknown>): { token?: string; next?: string } => ({
    token: oneText(raw.token),
    next: localPath(raw.next),
  }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ context: { load, site }, deps: { token = '' } }) => ({
    site,
    isUsable: await load(api.account.canReset.queryOptions({ input: { token }, staleTime: 0 })),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, {
      title: 'Choose a new password',
      path: '/auth/reset',
      noIndex: true,
    }),
  component: Reset,
})

function Reset() {
  const { token, next } = Route.useSearch()
  const { isUsable } = Route.useLoaderData()
  return (
    <div className="page py-3 sm:py-6">
      <div className="mx-auto grid max-w-md gap-6">
        <h1 className="text-4xl">Choose a new password</h1>
        <ResetForm token={token ?? ''} next={next} isUsable={isUsable} />
      </div>
    </div>
  )
}
