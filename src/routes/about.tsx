import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#components/layout/text-page.tsx'
import { pageHead } from '#lib/head.ts'
import * as page from '#src/content/about.md'

export const Route = createFileRoute('/about')({
  // Read in the loader alone, the text is in no script but this page's.
  loader: ({ context: { site } }) => ({ site, title: page.title, description: page.summary }),
  head: ({ loaderData }) => (loaderData ? pageHead({ ...loaderData, path: '/about' }) : {}),
  component: () => <TextPage title={page.title} html={page.html} />,
})
