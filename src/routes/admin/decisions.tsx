import { createFileRoute } from '@tanstack/react-router'
import { DecisionsPage } from '#features/decisions/components/decisions-page.tsx'
import { decisionSearch, loadDecisions } from '#features/decisions/decision-search.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/decisions')({
  validateSearch: decisionSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({ site, ...(await loadDecisions(load, deps)) }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Decisions', path: '/admin/decisions', noIndex: true }),
  component: () => <DecisionsPage {...Route.useLoaderData()} />,
})
