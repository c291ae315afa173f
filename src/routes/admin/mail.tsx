import { createFileRoute } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { UnsentMailList } from '#features/administration/components/unsent-mail-list.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { afterCursor } from '#lib/search-params.ts'

export const Route = createFileRoute('/admin/mail')({
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    list: await load(api.unsentMail.list.queryOptions({ input: deps, staleTime: 0 })),
  }),
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Mail', path: '/admin/mail', noIndex: true }),
  component: Mail,
})

function Mail() {
  const { waiting, failed, mails, next } = Route.useLoaderData().list
  const { after } = Route.useSearch()
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <PageTitle>Mail</PageTitle>
      <p className="max-w-prose">
        {waiting.toLocaleString('en')} waiting, {failed.toLocaleString('en')} given up. An email is given up
        if the mail server has rejected it for two days or its link is no longer valid. The operator can test
        the settings with <code>hallway mail test</code>.
      </p>
      <UnsentMailList mails={mails} />
      <ListPages search={{ after }} next={next} first="Newest mail" more="Older mail" />
    </div>
  )
}
