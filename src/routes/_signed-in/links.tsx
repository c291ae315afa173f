import { createFileRoute, Link } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { EditableCallRow } from '#features/calls/components/editable-calls.tsx'
import { OpenLinkRow } from '#features/coverage/components/open-links.tsx'
import { talkLink } from '#features/programme/talk-link.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { afterCursor } from '#lib/search-params.ts'

export const Route = createFileRoute('/_signed-in/links')({
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => {
    const [page, calls] = await Promise.all([
      load(api.coverage.waiting.queryOptions({ input: deps, staleTime: 0 })),
      load(api.calls.suggested.queryOptions({ staleTime: 0 })),
    ])
    return { site, page, calls }
  },
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Suggested links', path: '/links', noIndex: true }),
  component: SuggestedLinks,
})

function SuggestedLinks() {
  const { page, calls } = Route.useLoaderData()
  const { links, next } = page
  const { after } = Route.useSearch()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>Suggested links</PageTitle>
      {links.length === 0 ? (
        <EmptyState>
          {after === undefined
            ? 'No suggestions to review. Links that members suggest for your talks appear here.'
            : 'No more suggestions to review.'}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {links.map((link) => (
            <OpenLinkRow
              key={link.id}
              link={link}
              canDecide
              about={
                <p className="text-[0.9375rem] text-quiet">
                  <Link {...talkLink(link.talk.event_slug, link.talk.number)} className="link font-semibold">
                    {link.talk.title}
                  </Link>
                  {` · ${link.talk.event_name}`}
                </p>
              }
            />
          ))}
        </ul>
      )}
      {calls.length > 0 && (
        <Section title="Suggested calls for papers">
          <ul className="grid gap-3">
            {calls.map((call) => (
              <EditableCallRow
                key={call.id}
                call={call}
                canEdit
                slug={call.event.slug}
                about={
                  <Link to="/conferences/$slug" params={call.event} className="link font-semibold">
                    {call.event.name}
                  </Link>
                }
              />
            ))}
          </ul>
        </Section>
      )}
      <ListPages
        back={after !== undefined && { label: 'Oldest suggestions', search: {} }}
        next={next !== null && { label: 'Later suggestions', search: { after: next } }}
      />
    </div>
  )
}
