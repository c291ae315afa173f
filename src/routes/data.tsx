import { createFileRoute } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/data')({
  // Read in the loader alone, the text is in no script but this page's.
  loader: async ({ context: { site, load } }) => ({
    site,
    dumps: await load(api.site.dumps.queryOptions()),
    title: 'Open data',
    description: 'Everything that is public here as one file, made each night, for anybody to use.',
  }),
  head: ({ loaderData }) => pageHead(loaderData, (texts) => ({ ...texts, path: '/data' })),
  component: OpenData,
})

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(bytes < 1_000_000 ? 3 : 1)

function OpenData() {
  const { dumps } = Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <div className="max-w-prose">
        <h1 className="text-4xl sm:text-5xl">Open data</h1>
        <p className="mt-4 text-lg text-quiet">
          Everything public here, in one file made each night. Anyone can restart this directory from it.
        </p>
        <p className="mt-3">
          Lines of JSON: the first names the tables and their columns, the second says when it was made, then
          comes a line for each row. The same as SQLite, and conferences as CSV; all gzipped. It has series,
          topics, conferences, speakers, programmes, links to recordings and slides, calls, and old addresses.
        </p>
        <p className="mt-3">
          Facts are under{' '}
          <a className="link" href="https://creativecommons.org/publicdomain/zero/1.0/">
            CC0 1.0
          </a>
          , descriptions and biographies under{' '}
          <a className="link" href="https://creativecommons.org/licenses/by/4.0/">
            CC BY 4.0
          </a>
          . Conferences from a list whose licence forbids to pass them on are left out, and so are accounts,
          who goes where, and uploaded pictures.
        </p>
      </div>
      <Section title="Downloads">
        {dumps.length === 0 ? (
          <p className="text-quiet">The first file is made tonight.</p>
        ) : (
          <ul>
            {dumps.map(({ name, date, sizeBytes, sha256 }) => (
              <li key={name} className="border-b border-hairline py-3">
                <a className="link" href={`/data/${name}`} download>
                  {name}
                </a>{' '}
                <span className="text-quiet">
                  of <time dateTime={date}>{date}</time>, {megabytes(sizeBytes)} MB
                </span>
                <p className="font-mono text-sm wrap-anywhere text-quiet">SHA-256 {sha256}</p>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}
