import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#components/layout/text-page.tsx'
import { pageHead } from '#lib/head.ts'
import * as page from '#src/content/privacy.md'

export const Route = createFileRoute('/privacy')({
  loader: ({ context }) => context.site,
  head: ({ loaderData: site }) =>
    site ? pageHead({ site, title: page.title, description: page.summary, path: '/privacy' }) : {},
  component: () => <TextPage title={page.title} html={page.html} />,
})
