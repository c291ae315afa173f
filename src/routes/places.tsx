import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { PlaceIndex } from '#features/events/components/place-index.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/places')({
  loader: async ({ context: { load, site } }) => ({
    site,
    countries: await load(api.events.countries.queryOptions()),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site }) => ({
      title: 'Places',
      description: 'Where tech conferences take place: every country, with its cities.',
      path: '/places',
      jsonLd: [breadcrumbs(site, { name: 'Places', path: '/places' })],
    })),
  component: Places,
})

function Places() {
  const { countries } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-8">
      <PageTitle action={<ButtonLink to="/online" look="outline" label="Online conferences" />}>
        Places
      </PageTitle>
      <PlaceIndex countries={countries} />
    </div>
  )
}
