import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { NotFound } from '#components/layout/not-found.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/address/$token')({
  staticData: { isUnlisted: true },
  loader: async ({ context: { load, site }, params: { token } }) => ({
    site,
    ...(await load(api.account.addressConfirmation.queryOptions({ input: { token }, staleTime: 0 }))),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Change of your address', path: '/address', noIndex: true }),
  component: AddressConfirmation,
  notFoundComponent: () => (
    <NotFound title="This link no longer works">
      A link works for one day, unless you request another change or keep your address. You can start again in
      your account settings.
    </NotFound>
  ),
})

function AddressConfirmation() {
  const { new_email, is_confirmed, is_complete } = Route.useLoaderData()
  const settings = (
    <ButtonLink to="/account/settings" hash="address" look="outline" label="Account settings" />
  )
  if (is_complete)
    return (
      <Notice title="Your address has changed" action={settings}>
        Sign in as {new_email} from now on.
      </Notice>
    )
  if (is_confirmed)
    return (
      <Notice title="This mailbox is confirmed" action={settings}>
        Your address will change to {new_email} once the link in the email to the other address is opened,
        too.
      </Notice>
    )
  return (
    <Notice
      title="Change the address of your account?"
      action={
        <form method="post">
          <Button type="submit">Confirm</Button>
        </form>
      }
    >
      You will sign in as {new_email}.
    </Notice>
  )
}
