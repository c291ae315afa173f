import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Section } from '#components/ui/section.tsx'
import { UnknownCities } from '#features/places/components/unknown-cities.tsx'
import { SourceProposals } from '#features/sources/components/source-proposals.tsx'
import { SourceQuestions } from '#features/sources/components/source-questions.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { count } from '#lib/text.ts'

export const Route = createFileRoute('/admin/proposals')({
  loader: async ({ context: { load, site } }) => {
    const [{ proposals, total }, questions, places] = await Promise.all([
      load(api.sourceProposals.list.queryOptions({ staleTime: 0 })),
      load(api.sourceQuestions.list.queryOptions({ staleTime: 0 })),
      load(api.cities.unknown.queryOptions({ staleTime: 0 })),
    ])
    return { site, proposals, total, questions, places }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Proposals', path: '/admin/proposals', noIndex: true }),
  component: Proposals,
})

function Proposals() {
  const { proposals, total, questions, places } = Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-8">
      <PageTitle>Proposals</PageTitle>
      {questions.length > 0 && (
        <Section title="Questions">
          <SourceQuestions questions={questions} />
        </Section>
      )}
      <Section
        title="New conferences"
        aside={<span className="text-quiet">{count(total, 'proposal', 'proposals')}</span>}
      >
        {proposals.length === 0 ? (
          <p className="text-quiet">
            No conferences are proposed. They come from{' '}
            <Link to="/admin/sources" className="link">
              sources
            </Link>
            .
          </p>
        ) : (
          <SourceProposals proposals={proposals} />
        )}
        {total > proposals.length && (
          <p className="mt-3 text-quiet">The others follow when these are decided.</p>
        )}
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
