import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#components/layout/text-page.tsx'
import { pageHead } from '#lib/head.ts'
import * as page from '#src/content/about.md'

export const Route = createFileRoute('/about')({
  loader: ({ context }) => context.site,
  head: ({ loaderData: site }) =>
    site ? pageHead({ site, title: page.title, description: page.summary, path: '/about' }) : {},
  component: () => <TextPage title={page.title} html={page.html} />,
})
