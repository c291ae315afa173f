import { createFileRoute } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/developers')({
  loader: async ({ context: { load, site } }) => ({
    site,
    operations: await load(api.site.operations.queryOptions()),
  }),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({
          site: loaderData.site,
          title: 'API',
          description: 'Everything that a page shows, anyone may fetch: the operations of the public API.',
          path: '/developers',
        })
      : {},
  component: Developers,
})

function Developers() {
  const { site, operations } = Route.useLoaderData()
  const groups = Map.groupBy(operations, (operation) => operation.tag)
  return (
    <div className="page stack gap-10 py-8">
      <div className="max-w-prose">
        <h1 className="text-4xl sm:text-5xl">API</h1>
        <p className="mt-4 text-lg text-quiet">
          Everything that a page shows, anyone may fetch, as JSON and without a key. A list goes on where its
          answer says: give the value of <code>next</code> as <code>after</code>.
        </p>
        <p className="mt-3">
          <a href="/api/v1/openapi.json" className="link">
            The whole description as OpenAPI 3.1
          </a>
        </p>
      </div>
      {[...groups].map(([tag, list]) => (
        <Section key={tag} title={tag}>
          <ul>
            {list.map(({ method, path, summary, parameters }) => (
              <li key={method + path} className="border-b border-hairline py-3">
                <p className="font-mono text-[0.9375rem] wrap-anywhere">
                  <strong>{method}</strong> {site.url}/api/v1{path}
                </p>
                <p className="text-quiet">{summary}</p>
                {parameters.length > 0 && (
                  <p className="text-sm text-quiet">
                    {parameters
                      .map(({ name, isRequired }) => `${name}${isRequired ? '' : ' (optional)'}`)
                      .join(', ')}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </div>
  )
}
