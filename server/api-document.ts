import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Operation } from '#features/site/site.schemas.ts'

type Site = { name: string; url: string }

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })

type Document = Awaited<ReturnType<typeof generator.generate>>
let cachedDocument: Document | undefined

/** The OpenAPI 3.1 document of /api/v1, generated once. */
export async function apiDocument(router: AnyRouter, site: Site): Promise<Document> {
  cachedDocument ??= await generator.generate(router, {
    info: {
      title: site.name,
      version: '1',
      description:
        'Everything the site shows, without authentication. To get the next page of a list, pass `next` from the answer as `after`.',
    },
    servers: [{ url: `${site.url}/api/v1` }],
  })
  return cachedDocument
}

/** The document in short, for the page that describes the API. */
export async function operationsOf(router: AnyRouter, site: Site): Promise<Operation[]> {
  const { paths = {} } = await apiDocument(router, site)
  return Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = methods?.[method]
      if (!operation) return []
      const parameters = (operation.parameters ?? []).flatMap((parameter) =>
        'name' in parameter ? [{ name: parameter.name, isRequired: Boolean(parameter.required) }] : [],
      )
      return [
        {
          tag: operation.tags?.[0] ?? '',
          method: method.toUpperCase(),
          path,
          summary: operation.summary ?? '',
          parameters,
        },
      ]
    }),
  )
}
