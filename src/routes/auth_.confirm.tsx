import { createFileRoute } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { localPath } from '#features/auth/auth.ts'
import { pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

const title = 'Confirm your email'

export const Route = createFileRoute('/auth_/confirm')({
  staticData: { isUnlisted: true },
  validateSearch: (raw: Record<string, unknown>): { token?: string; next?: string } => ({
    token: oneText(raw.token, 1000),
    next: localPath(raw.next),
  }),
  loader: ({ context: { site } }) => ({ site }),
  head: ({ loaderData }) => pageHead(loaderData, { title, path: '/auth/confirm', noIndex: true }),
  component: () => (
    <Notice
      title={title}
      action={
        <form method="post">
          <Button type="submit">Confirm my address</Button>
        </form>
      }
    >
      You can sign in once it is confirmed.
    </Notice>
  ),
})
