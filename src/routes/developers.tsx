import { createFileRoute } from '@tanstack/react-router'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { FeedExampleList } from '#features/feeds/components/feed-example-list.tsx'
import type { Operation } from '#features/site/site.schemas.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/developers')({
  // Read in the loader alone, the text is in no script but this page's.
  loader: async ({ context: { load, site } }) => ({
    site,
    title: 'API, feeds and exports',
    description: 'The public API, calendars, feeds and exports: everything the site shows, for programs.',
    operations: await load(api.site.operations.queryOptions()),
    // The examples are of a conference that is there.
    event: (await load(api.events.list.queryOptions({ input: { when: 'any' } }))).events[0],
  }),
  head: ({ loaderData }) => pageHead(loaderData, (texts) => ({ ...texts, path: '/developers' })),
  component: Developers,
})

function Developers() {
  const { site, operations, event } = Route.useLoaderData()
  const groups = Map.groupBy(operations, (operation) => operation.tag)
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <div className="max-w-prose">
        <h1 className="text-4xl sm:text-5xl">API</h1>
        <p className="mt-4 text-lg text-quiet">
          Everything the site shows is available as JSON, without an API key and for pages of other sites too.
          To get the next page of a list, pass the value of <code>next</code> as <code>after</code>.
        </p>
        <p className="mt-3">
          <a href="/api/v1/openapi.json" className="link">
            Full OpenAPI 3.1 document
          </a>
        </p>
        <p className="mt-3">
          <PlainLink to="/data" className="link">
            Open data
          </PlainLink>
          : everything that is public, as one file.
        </p>
        <p className="mt-3">
          Where a session is needed, a member's program sends an access token from{' '}
          <a href="/account/settings#tokens" className="link">
            Account Settings
          </a>
          :{' '}
          <code className="wrap-anywhere">
            curl -H 'Authorization: Bearer hw_…' '{site.url}/api/v1/agenda'
          </code>
        </p>
        {event && (
          <p className="mt-3">
            Another kind of token changes the programme of one conference, from a file in any format that is
            read (with <code>?dry=1</code> it only says what would change):{' '}
            <code className="wrap-anywhere">
              {`curl --fail-with-body -H 'Authorization: Bearer hw_…' -T programme.json '${site.url}/api/v1/events/${event.id}/programme'`}
            </code>{' '}
            <a href="/programme-workflow.yml" className="link">
              As a workflow
            </a>
          </p>
        )}
        <p className="mt-3">
          Assistants read it by the Model Context Protocol at <code>{site.url}/mcp</code>, without a key.
        </p>
      </div>
      {event && <FeedExampleList site={site} event={event} />}
      {[...groups].map(([tag, list]) => (
        <Section key={tag} title={tag}>
          <ul>
            {list.map((operation) => (
              <OperationItem key={operation.method + operation.path} site={site} {...operation} />
            ))}
          </ul>
        </Section>
      ))}
    </div>
  )
}

type OperationProps = Operation & { site: { url: string } }

const OperationItem = ({ site, method, path, summary, parameters }: OperationProps) => (
  <li className="border-b border-hairline py-3">
    <p className="font-mono text-[0.9375rem] wrap-anywhere">
      <strong>{method}</strong> {site.url}/api/v1{path}
    </p>
    <p className="text-quiet">{summary}</p>
    {parameters.length > 0 && (
      <p className="text-sm text-quiet">
        {parameters.map(({ name, isRequired }) => `${name}${isRequired ? '' : ' (optional)'}`).join(', ')}
      </p>
    )}
  </li>
)
