import { createFileRoute, notFound } from '@tanstack/react-router'
import { Moment } from '#components/layout/moment.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { ChangedFields } from '#features/decisions/components/evidence.tsx'
import { SuggestionForm } from '#features/suggestions/components/suggestion-form.tsx'
import { loadSuggested } from '#features/suggestions/load-suggested.ts'
import { pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/_signed-in/suggest')({
  staticData: { isUnlisted: true },
  validateSearch: (raw: Record<string, unknown>): { path?: string } => ({ path: oneText(raw.path, 300) }),
  // The router shows a cached page before it reloads it: a form would begin with what was there before.
  gcTime: 0,
  loaderDeps: ({ search: { path } }) => ({ path }),
  loader: async ({ context: { load, site, viewer }, deps: { path } }) => {
    if (!path) throw notFound()
    return { site, viewer, path, suggested: await loadSuggested(load, path) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Suggest a change', path: '/suggest', noIndex: true }),
  component: SuggestChange,
})

function SuggestChange() {
  const { viewer, path, suggested } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const own = suggested.suggestions.filter(({ suggested_by }) => suggested_by?.id === viewer.id)
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <PageTitle>Suggest a change</PageTitle>
      <p className="max-w-prose">
        Change what is wrong with{' '}
        <PlainLink to={path} dir="auto" className="link">
          {suggested.name}
        </PlainLink>
        . Whoever looks after it decides, within a week; then, or if nobody does, it is for administrators to
        decide. If it is not wrong but should not be here at all,{' '}
        <PlainLink to="/report" search={{ path }} className="link">
          report it
        </PlainLink>
        .
      </p>
      {own.map(({ id, created_at, changes }) => (
        <div key={id} id="suggested" role="status" className="border-l-4 border-accent bg-wash px-4 py-2.5">
          <p>
            You suggested this on <Moment at={created_at} />. Another suggestion takes its place.
          </p>
          <ChangedFields changes={changes} />
        </div>
      ))}
      <SuggestionForm key={path} suggested={suggested} onSaved={() => navigate({ to: path })} />
    </div>
  )
}
