import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { Moment } from '#components/layout/moment.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { DeletedRecord } from '#features/history/history.schemas.ts'
import { afterChange } from '#features/history/history-search.ts'
import { PersonLink } from '#features/people/components/person-link.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { undoneMessage } from '#lib/undo-saved.ts'
import { useAction } from '#lib/use-action.ts'
import { limits } from '#src/limits.ts'

export const Route = createFileRoute('/_signed-in/deleted')({
  validateSearch: afterChange,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    ...(await load(api.history.deleted.queryOptions({ input: deps, staleTime: 0 }))),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Deleted records', path: '/deleted', noIndex: true }),
  component: DeletedRecords,
})

function DeletedRecords() {
  const { records, next } = Route.useLoaderData()
  const { after } = Route.useSearch()
  const navigate = useNavigate()
  const restore = useAction(api.history.undo, {
    success: (result) => (result.kept.length > 0 ? undoneMessage(result) : 'Restored'),
  })
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>Deleted records</PageTitle>
      <p className="max-w-prose text-quiet">
        Anything you delete can be restored for {limits.undoableDays} days. A conference comes back with its
        programme, attendees, saved talks, links, followers and address.
      </p>
      {/* Without script. */}
      <PostForm name="undo-change" />
      {records.length === 0 ? (
        <EmptyState>
          {after === undefined ? 'Nothing that can be restored.' : 'No earlier ones that can be restored.'}
        </EmptyState>
      ) : (
        <ul className="border-t border-hairline">
          {records.map((record) => (
            <li
              key={`${record.change_id} ${record.path}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-3"
            >
              <Description {...{ record }} />
              <ActionButton
                form="undo-change"
                name="change_id"
                value={record.change_id}
                size="small"
                look="outline"
                disabled={restore.isPending}
                onPress={() =>
                  restore.mutate(
                    { id: record.change_id },
                    { onSuccess: ({ kept }) => kept.length === 0 && navigate({ to: record.path }) },
                  )
                }
              >
                Restore<span className="sr-only"> {record.name}</span>
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      <ListPages search={{ after }} next={next} first="Newest" more="Earlier" />
    </div>
  )
}

const Description = ({ record: { kind, name, of_event, by, at } }: { record: DeletedRecord }) => (
  <div className="min-w-0 wrap-anywhere">
    <p className="font-semibold">
      {name}
      {of_event && <span className="font-normal"> · {of_event}</span>}
    </p>
    <p className="text-[0.9375rem] text-quiet first-letter:uppercase">
      {kind} · deleted by <PersonLink person={by} missing="a former member" /> · <Moment at={at} />
    </p>
  </div>
)
