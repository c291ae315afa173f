import { createFileRoute } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { AllNotifications } from '#features/notifications/components/all-notifications.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { afterCursor } from '#lib/search-params.ts'

export const Route = createFileRoute('/_signed-in/notifications')({
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    page: await load(api.notifications.list.queryOptions({ input: deps, staleTime: 0 })),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Notifications', path: '/notifications', noIndex: true }),
  component: NotificationsPage,
})

function NotificationsPage() {
  const { notifications, next } = Route.useLoaderData().page
  const { after } = Route.useSearch()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>Notifications</PageTitle>
      {notifications.length === 0 ? (
        <EmptyState>
          No notifications yet. You will be notified here and by email when your claim is decided, or when a
          conference you attend or own changes.
        </EmptyState>
      ) : (
        <AllNotifications key={after} notifications={notifications} />
      )}
      <ListPages search={{ after }} next={next} first="Newest notifications" more="Earlier notifications" />
    </div>
  )
}
