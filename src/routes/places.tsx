import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { buttonClass } from '#components/ui/button.tsx'
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
      <PageTitle
        action={
          <Link to="/online" className={buttonClass({ look: 'outline' })}>
            Online conferences
          </Link>
        }
      >
        Places
      </PageTitle>
      <PlaceIndex countries={countries} />
    </div>
  )
}
