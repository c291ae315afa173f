import { createFileRoute, Link } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { DigestParts } from '#features/digests/components/digest-parts.tsx'
import { api } from '#lib/api.ts'
import { longDay } from '#lib/dates.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/account/digest')({
  loader: async ({ context: { load, site } }) => ({
    site,
    ...(await load(api.digests.preview.queryOptions())),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'My digest', path: '/account/digest', noIndex: true }),
  component: Digest,
})

function Digest() {
  const { next_at, time_zone, parts } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>My digest</PageTitle>
      <p className="max-w-prose">
        {next_at
          ? `Your next digest comes on ${longDay(next_at.slice(0, 10))} at ${next_at.slice(11)} (${time_zone}). Here is a preview. `
          : 'This is a preview of your weekly digest. You do not receive it by email. '}
        <Link to="/account/mail" className="link py-1">
          Change that
        </Link>
      </p>
      {parts.length > 0 ? (
        <DigestParts parts={parts} />
      ) : (
        <EmptyState action={<ButtonLink to="/following" look="outline" label="What I follow" />}>
          There is no news about what you follow. Without news, no email is sent.
        </EmptyState>
      )}
    </div>
  )
}
