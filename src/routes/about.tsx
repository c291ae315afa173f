import { createFileRoute } from '@tanstack/react-router'
import { TextPage } from '#components/layout/text-page.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import * as builtIn from '#src/content/about.md'

export const Route = createFileRoute('/about')({
  // Read in the loader alone, the text is in no script but this page's.
  loader: async ({ context: { site, load } }) => {
    const own = await load(api.site.text.queryOptions({ input: { name: 'about' } }))
    const { title, summary } = own ?? builtIn
    return { site, own, title, description: summary }
  },
  head: ({ loaderData }) => pageHead(loaderData, (texts) => ({ ...texts, path: '/about' })),
  component: About,
})

function About() {
  const { site, own, title } = Route.useLoaderData()
  return <TextPage title={title} html={(own ?? builtIn).html} contact={site.contact} />
}
