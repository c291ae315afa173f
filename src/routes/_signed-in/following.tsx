import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { FollowedList } from '#features/follows/components/followed-list.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/following')({
  loader: async ({ context: { load, site } }) => ({
    site,
    followed: await load(api.follows.mine.queryOptions()),
  }),
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Following', path: '/following', noIndex: true }),
  component: Following,
})

function Following() {
  const { followed } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>Following</PageTitle>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link to="/account/digest" className="link py-1">
          What is new this week
        </Link>
        <Link to="/account/mail" className="link py-1">
          Get it by email
        </Link>
      </p>
      <FollowedList followed={followed} />
    </div>
  )
}
