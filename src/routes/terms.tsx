import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#components/layout/text-page.tsx'
import { pageHead } from '#lib/head.ts'
import * as page from '#src/content/terms.md'

export const Route = createFileRoute('/terms')({
  loader: ({ context: { site } }) => ({ site, title: page.title, description: page.summary }),
  head: ({ loaderData }) => (loaderData ? pageHead({ ...loaderData, path: '/terms' }) : {}),
  component: () => <TextPage title={page.title} html={page.html} />,
})
