import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#components/layout/text-page.tsx'
import { pageHead } from '#lib/head.ts'
import * as page from '#src/content/privacy.md'

export const Route = createFileRoute('/privacy')({
  loader: ({ context: { site } }) => ({ site, title: page.title, description: page.summary }),
  head: ({ loaderData }) => (loaderData ? pageHead({ ...loaderData, path: '/privacy' }) : {}),
  component: () => <TextPage title={page.title} html={page.html} />,
})
