import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { TextPage } from '#components/layout/text-page.tsx'
import { pageHead } from '#lib/head.ts'
import { guides } from '#src/content/guides.ts'

export const Route = createFileRoute('/guides/$guide')({
  loader: ({ context, params }) => {
    const page = guides.get(params.guide)
    if (!page) throw notFound()
    return { site: context.site, title: page.title, summary: page.summary }
  },
  head: ({ loaderData, params }) =>
    pageHead(loaderData, ({ summary, title }) => ({
      title,
      description: summary,
      path: `/guides/${params.guide}`,
    })),
  component: Guide,
})

function Guide() {
  const { title } = Route.useLoaderData()
  const { guide } = Route.useParams()
  return (
    <TextPage title={title} html={guides.get(guide)?.html ?? ''}>
      <Link to="/guides" className="link mb-2 inline-block text-quiet">
        All guides
      </Link>
    </TextPage>
  )
}
