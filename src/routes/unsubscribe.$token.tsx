import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { NotFound } from '#components/layout/not-found.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type MailKind, notificationLabels } from '#features/notifications/notifications.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/unsubscribe/$token')({
  staticData: { isUnlisted: true },
  loader: async ({ context: { load, site }, params: { token } }) => ({
    site,
    ...(await load(api.notifications.unsubscription.queryOptions({ input: { token } }))),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Unsubscribe', path: '/unsubscribe', noIndex: true }),
  component: Unsubscribe,
  notFoundComponent: () => (
    <NotFound title="This link is not valid">
      It may have been cut off by your mail program. You can also choose your emails after signing in, under
      Emails and notifications.
    </NotFound>
  ),
})

function Unsubscribe() {
  const { kind, is_stopped } = Route.useLoaderData()
  const settings = <ButtonLink to="/account/mail" look="outline" label="All my emails" />
  if (is_stopped)
    return (
      <Notice title="These emails have stopped" action={settings}>
        You will no longer get {mailNamed(kind)}
      </Notice>
    )
  return (
    <Notice
      title="Stop these emails?"
      action={
        <form method="post" className="flex flex-wrap gap-3">
          <input type="hidden" name="from" value="page" />
          <Button type="submit">Stop these emails</Button>
          {settings}
        </form>
      }
    >
      You will no longer get {mailNamed(kind)}
    </Notice>
  )
}

const mailNamed = (kind: MailKind) =>
  kind === 'digest'
    ? 'the weekly digest of what you follow. Its page on the site still shows what is new.'
    : `an email when: ${notificationLabels[kind]}. You still get the notification on the site.`
