import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Section } from '#components/ui/section.tsx'
import { DigestChoices } from '#features/digests/components/digest-choices.tsx'
import { NotificationChoices } from '#features/notifications/components/notification-choices.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/account/mail')({
  loader: async ({ context: { load, site, viewer } }) => {
    const [muted, digest] = await Promise.all([
      load(api.notifications.muted.queryOptions()),
      load(api.digests.settings.queryOptions()),
    ])
    return { site, viewer, muted, digest }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Emails and notifications', path: '/account/mail', noIndex: true }),
  component: AccountMail,
})

function AccountMail() {
  const { viewer, muted, digest } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>Emails and notifications</PageTitle>
      <NotificationChoices
        isAdmin={viewer.isAdmin}
        muted={muted}
        choose={(choice) => api.notifications.mute.call(choice)}
      />
      <Section title="Weekly digest">
        <div className="stack gap-3">
          <DigestChoices settings={digest} choose={(time) => api.digests.set.call(time)} />
          <p>
            <Link to="/account/digest" className="link py-1">
              Preview the next one
            </Link>
          </p>
        </div>
      </Section>
      <p className="max-w-prose text-quiet">
        Emails about your account itself, such as one for a new password, always come.
      </p>
    </div>
  )
}
