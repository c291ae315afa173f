import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { NotificationChoices } from '#features/notifications/components/notification-choices.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/account/mail')({
  loader: async ({ context: { load, site, viewer } }) => ({
    site,
    viewer,
    muted: await load(api.notifications.muted.queryOptions()),
  }),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({
          site: loaderData.site,
          title: 'Emails and Notifications',
          description: 'Emails and Notifications',
          path: '/account/mail',
          noIndex: true,
        })
      : {},
  component: AccountMail,
})

function AccountMail() {
  const { viewer, muted } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-8">
      <PageTitle>Emails and Notifications</PageTitle>
      <NotificationChoices
        isAdmin={viewer.isAdmin}
        muted={muted}
        choose={(choice) => api.notifications.mute.call(choice)}
      />
      <p className="max-w-prose text-quiet">
        Emails about your account itself, such as one for a new password, always come.
      </p>
    </div>
  )
}
