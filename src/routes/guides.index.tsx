import { createFileRoute, Link } from '@tanstack/react-router'
import { pageHead } from '#lib/head.ts'
import { guides } from '#src/content/guides.ts'

export const Route = createFileRoute('/guides/')({
  loader: ({ context: { site } }) => ({ site }),
  head: ({ loaderData }) =>
    pageHead(loaderData, {
      title: 'Guides',
      description: 'Short guides for attendees, speakers and organisers.',
      path: '/guides',
    }),
  component: Guides,
})

function Guides() {
  return (
    <div className="page py-3 sm:py-6">
      <h1 className="text-4xl sm:text-5xl">Guides</h1>
      <ul className="ruled mt-8">
        {[...guides].map(([guide, { title, summary }]) => (
          <li key={guide} className="border-b border-hairline py-4">
            <h2 className="text-2xl">
              <Link to="/guides/$guide" params={{ guide }} className="hover:text-accent">
                {title}
              </Link>
            </h2>
            <p className="mt-1 text-quiet">{summary}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
