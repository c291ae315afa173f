import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { FollowedList } from '#features/follows/components/followed-list.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/following')({
  loader: async ({ context: { load, site } }) => ({
    site,
    followed: await load(api.follows.mine.queryOptions()),
  }),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({
          site: loaderData.site,
          title: 'Following',
          description: 'Following',
          path: '/following',
          noIndex: true,
        })
      : {},
  component: Following,
})

function Following() {
  const { followed } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-8">
      <PageTitle>Following</PageTitle>
      <FollowedList followed={followed} />
    </div>
  )
}
