import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { SetField } from '#features/listing/components/set-field.tsx'
import { fieldChange } from '#features/listing/set-field.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/events_/field')({
  validateSearch: ({ ids, field, value }: Record<string, unknown>) => ({ ids, field, value }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => {
    const change = fieldChange.safeParse({ ...deps, ids: [deps.ids].flat() }).data
    if (!change) return { site }
    const input = { ...change, is_preview: true }
    return { site, change, events: await load(api.events.setField.queryOptions({ input, staleTime: 0 })) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Set a field', path: '/admin/events/field', noIndex: true }),
  component: SetFieldOfSeveral,
})

function SetFieldOfSeveral() {
  const { change, events = [] } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div className="stack gap-2">
        <Link to="/admin/events" className="link w-fit text-[0.9375rem]">
          All events
        </Link>
        <PageTitle>Set a field</PageTitle>
      </div>
      {change && events.length > 0 ? (
        <SetField change={change} events={events} />
      ) : (
        <EmptyState>Select conferences in the list first.</EmptyState>
      )}
    </div>
  )
}
