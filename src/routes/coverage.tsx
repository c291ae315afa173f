import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NewLinksByConference } from '#features/coverage/components/new-links.tsx'
import { type LinkKind, type ListedKind, linkKinds } from '#features/programme/link-kinds.ts'
import { kindNames } from '#features/programme/link-labels.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { cursor, oneOf } from '#lib/search-params.ts'

type Search = { kind?: LinkKind; after?: string }
const search = (raw: Record<string, unknown>): Search => ({
  kind: oneOf(raw.kind, linkKinds),
  after: cursor(raw.after),
})

/** Videos and slides, unless something else is chosen. */
const listedKind = ({ kind }: Search): ListedKind => kind ?? 'video_or_slides'

export const Route = createFileRoute('/coverage')({
  validateSearch: search,
  loaderDeps: ({ search: chosen }) => search({ ...chosen }),
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    page: await load(api.coverage.newest.queryOptions({ input: { ...deps, kind: listedKind(deps) } })),
  }),
  head: ({ loaderData, match }) =>
    pageHead(loaderData, () => ({
      title: 'New videos and slides',
      description: 'New videos and slides of talks',
      path: '/coverage',
      noIndex: Object.values(match.search).some(Boolean),
      feeds: { formats: ['atom', 'json'], query: `?kind=${listedKind(match.search)}` },
    })),
  component: Coverage,
})

function Coverage() {
  const { links, next } = Route.useLoaderData().page
  const { kind, after } = Route.useLoaderDeps()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>New videos and slides</PageTitle>
      <nav aria-label="Kinds" className="flex flex-wrap items-center gap-2">
        {([undefined, ...linkKinds] as const).map((linkKind) => (
          <ButtonLink
            key={linkKind ?? 'both'}
            to="/coverage"
            search={{ kind: linkKind }}
            aria-current={linkKind === kind ? 'page' : undefined}
            look={linkKind === kind ? 'primary' : 'quiet'}
            size="small"
            label={linkKind ? kindNames[linkKind] : 'Videos and slides'}
          />
        ))}
        <a
          href={`/coverage/feed.atom?kind=${listedKind({ kind })}`}
          className="link ml-auto py-1 text-[0.9375rem] text-quiet"
        >
          Feed of this list
        </a>
      </nav>
      {links.length === 0 ? (
        <EmptyState>No links yet. Add them on the page of a talk.</EmptyState>
      ) : (
        <NewLinksByConference links={links} />
      )}
      <ListPages search={{ kind, after }} next={next} first="Newest" more="Earlier" />
    </div>
  )
}
