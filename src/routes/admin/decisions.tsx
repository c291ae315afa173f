import { createFileRoute, Link } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { Tabs, tabClass } from '#components/ui/tabs.tsx'
import { DecisionList } from '#features/decisions/components/decision-list.tsx'
import { decisionWords } from '#features/decisions/decision-words.ts'
import { type DecisionKind, decisionKinds } from '#features/decisions/decisions.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { cursor, oneOf, oneText } from '#lib/search-params.ts'
import { count } from '#lib/text.ts'

type Search = { kind?: DecisionKind; state?: 'refused'; search?: string; after?: string }

export const Route = createFileRoute('/admin/decisions')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    kind: oneOf(raw.kind, decisionKinds),
    state: oneOf(raw.state, ['refused']),
    search: oneText(raw.search),
    after: cursor(raw.after),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => {
    const [page, counts] = await Promise.all([
      load(api.decisions.list.queryOptions({ input: deps, staleTime: 0 })),
      load(api.decisions.counts.queryOptions({ staleTime: 0 })),
    ])
    return { site, page, counts }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Decisions', path: '/admin/decisions', noIndex: true }),
  component: Decisions,
})

function Decisions() {
  const { page, counts } = Route.useLoaderData()
  const { after, ...filters } = Route.useSearch()
  const { kind, state, search } = filters
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  return (
    <div className="page stack gap-6 py-8">
      <PageTitle>Decisions</PageTitle>
      <PostForm name="decision" />
      <Tabs label="Kinds">
        {[undefined, ...counts].map((counted) => (
          <li key={counted?.kind ?? 'all'}>
            <Link
              to="/admin/decisions"
              search={{ kind: counted?.kind, search }}
              aria-current={!state && kind === counted?.kind ? 'page' : undefined}
              className={tabClass}
            >
              {counted
                ? count(counted.n, decisionWords[counted.kind].one, decisionWords[counted.kind].many)
                : `All ${total.toLocaleString('en')}`}
            </Link>
          </li>
        ))}
        <li>
          <Link
            to="/admin/decisions"
            search={{ state: 'refused' }}
            aria-current={state ? 'page' : undefined}
            className={tabClass}
          >
            Refused
          </Link>
        </li>
      </Tabs>
      <form action="/admin/decisions" className="flex flex-wrap gap-3">
        <HiddenFields values={{ kind, state }} />
        <TextInput
          type="search"
          name="search"
          aria-label="Search decisions by name"
          placeholder="Search by name..."
          defaultValue={search}
          className="min-w-0 flex-1 sm:max-w-sm"
        />
        <Button type="submit" look="outline">
          Search
        </Button>
      </form>
      <p className="text-quiet pointer-coarse:hidden">
        Keys: <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>a</kbd> accepts, <kbd>r</kbd> rejects.
      </p>
      {page.decisions.length === 0 ? (
        <EmptyState>{state ? 'Nothing was refused.' : 'Nothing waits for a decision.'}</EmptyState>
      ) : (
        <DecisionList decisions={page.decisions} kind={kind} state={state} />
      )}
      <ListPages
        back={after !== undefined && { label: 'First page', search: filters }}
        next={page.next !== null && { label: 'More', search: { ...filters, after: page.next } }}
      />
    </div>
  )
}
