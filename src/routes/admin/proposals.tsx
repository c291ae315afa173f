import { createFileRoute, Link } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Section } from '#components/ui/section.tsx'
import { DecisionsOfKind } from '#features/decisions/components/decision-list.tsx'
import { UnknownCities } from '#features/places/components/unknown-cities.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { count } from '#lib/text.ts'

export const Route = createFileRoute('/admin/proposals')({
  loader: async ({ context: { load, site } }) => {
    const [proposals, questions, places] = await Promise.all([
      load(api.decisions.list.queryOptions({ input: { kind: 'proposal' }, staleTime: 0 })),
      load(api.decisions.list.queryOptions({ input: { kind: 'question' }, staleTime: 0 })),
      load(api.cities.unknown.queryOptions({ staleTime: 0 })),
    ])
    return { site, proposals, questions, places }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Proposals', path: '/admin/proposals', noIndex: true }),
  component: Proposals,
})

function Proposals() {
  const { proposals, questions, places } = Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <PageTitle>Proposals</PageTitle>
      <PostForm name="decision" />
      {questions.decisions.length > 0 && (
        <Section title="Questions">
          <DecisionsOfKind kind="question" page={questions}>
            {null}
          </DecisionsOfKind>
        </Section>
      )}
      <Section title="New conferences">
        <DecisionsOfKind kind="proposal" page={proposals}>
          <p className="text-quiet">
            No conferences are proposed. They come from{' '}
            <Link to="/admin/sources" className="link">
              sources
            </Link>
            .
          </p>
        </DecisionsOfKind>
      </Section>
      {places.total > 0 && (
        <Section
          title="Cities not found"
          anchor="cities"
          aside={<span className="text-quiet">{count(places.total, 'city', 'cities')}</span>}
        >
          <UnknownCities {...places} />
        </Section>
      )}
    </div>
  )
}
