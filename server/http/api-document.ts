import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyProcedure, AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Operation } from '#features/site/site.schemas.ts'
import type { Meta } from '#platform/procedures/procedure.ts'

type Site = { name: string; url: string }

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })

type Document = Awaited<ReturnType<typeof generator.generate>>
let cachedDocument: Document | undefined

/** The OpenAPI 3.1 document of /api/v1, generated once. */
export async function apiDocument(router: AnyRouter, site: Site): Promise<Document> {
  cachedDocument ??= await makeDocument(router, site)
  return cachedDocument
}

async function makeDocument(router: AnyRouter, site: Site): Promise<Document> {
  const document = await generator.generate(router, {
    info: {
      title: site.name,
      version: '1',
      description: description(site),
    },
    servers: [{ url: `${site.url}/api/v1` }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `${site.url.startsWith('https:') ? '__Secure-' : ''}hallway.session_token`,
          description: 'The cookie that `POST /api/auth/sign-in/email` sets.',
        },
        accessToken: { type: 'http', scheme: 'bearer', description: 'Made in the account settings.' },
      },
    },
  })
  joinPaths(document)
  for (const { operation, method } of operationsIn(document)) {
    // OpenAPI knows deepObject of objects alone. The server reads `topics[]=Go&topics[]=Rust`.
    for (const parameter of operation.parameters ?? [])
      if ('name' in parameter && parameter.style === 'deepObject' && isList(parameter.schema))
        Object.assign(parameter, { name: `${parameter.name}[]`, style: 'form', explode: true })
    const { callers, needsSession, scope } = metaOf(router, operation.operationId ?? '')
    const takesToken = scope || (callers === 'members' && method === 'get' && !needsSession)
    operation.security = callers ? [{ session: [] }, ...(takesToken ? [{ accessToken: [] }] : [])] : []
    // oRPC describes the body of a procedure without output as one that no value fits. There is none.
    for (const response of Object.values(operation.responses ?? {}))
      if (JSON.stringify(response).includes(noValue)) Object.assign(response, { content: undefined })
    operation.responses = {
      ...operation.responses,
      400:
        operation.responses?.[400] ?? refusal('A parameter or field is unknown, missing or not as described'),
      ...(callers && { 401: refusal('There is no session or access token, or it has ended') }),
      ...((callers === 'administrators' || method !== 'get') && {
        403: operation.responses?.[403] ?? refusal('Not allowed to you, or sent from another site'),
      }),
    }
  }
  return document
}

/** Paths that differ only in the name of a parameter are one path in OpenAPI, of which the parameter has both names. */
function joinPaths(document: Document): void {
  const nameOfParameter = /(?<=\{)[^}]*(?=\})/g
  const groups = Map.groupBy(operationsIn(document), ({ path }) => path.replace(nameOfParameter, ''))
  document.paths = {}
  for (const [shape, operations] of groups) {
    const names: string[][] = operations.map(({ path }) => path.match(nameOfParameter) ?? [])
    const joinedNames = names[0]!.map((_, n) => [...new Set(names.map((own) => own[n]!))].join('_or_'))
    let n = 0
    const path = shape.replace(/\{\}/g, () => `{${joinedNames[n++]}}`)
    for (const [index, { method, operation }] of operations.entries()) {
      for (const parameter of operation.parameters ?? [])
        if ('name' in parameter && parameter.in === 'path')
          parameter.name = joinedNames[names[index]!.indexOf(parameter.name)]!
      document.paths[path] = { ...document.paths[path], [method]: operation }
    }
  }
}

const description = (site: Site) =>
  [
    'Everything the site shows can be read without a key or a session, by pages of other sites too. To get the next page of a list, pass `next` from the answer as `after`. A parameter that takes several values is repeated: `topics[]=Go&topics[]=Rust`. An unknown parameter is refused, so that a misspelt filter does not look like one without effect.',
    'A program that only reads, or changes the programme of one conference, sends an access token from your account settings: `Authorization: Bearer hw_…`.',
    `What needs a session says so. \`POST /api/auth/sign-in/email\` with \`{"email": "…", "password": "…"}\` and the header \`Origin: ${site.url}\` sets its cookie; where two-factor authentication is on, \`POST /api/auth/two-factor/verify-totp\` with \`{"code": "…"}\` and the cookie of the first answer follows. Send the cookie with each request. What writes must not come from another site: a request without an \`Origin\` header, as programs send it, is taken.`,
    'A refusal is `{"code": "…", "message": "…"}` with a status of 400 or more; the message is for people.',
  ].join('\n\n')

const refusal = (description: string) => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object' as const,
        properties: { code: { type: 'string' as const }, message: { type: 'string' as const } },
        required: ['code', 'message'],
      },
    },
  },
})

const noValue = '"schema":{"anyOf":[{"not":{}},{"not":{}}]}'

const isList = (schema: unknown) => (schema as { type?: string } | undefined)?.type === 'array'

/** Who may call the procedure of this path ('events.list'). */
function metaOf(router: AnyRouter, path: string): Meta {
  const procedure = path
    .split('.')
    .reduce<unknown>((branch, name) => (branch as Record<string, unknown> | undefined)?.[name], router)
  return (procedure as AnyProcedure | undefined)?.['~orpc'].meta ?? {}
}

const operationsIn = ({ paths = {} }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = methods?.[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )

/** The document in short, for the page that describes the API. */
export async function operationsOf(router: AnyRouter, site: Site): Promise<Operation[]> {
  return operationsIn(await apiDocument(router, site)).map(({ path, method, operation }) => ({
    tag: operation.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    parameters: (operation.parameters ?? []).flatMap((parameter) =>
      'name' in parameter ? [{ name: parameter.name, isRequired: Boolean(parameter.required) }] : [],
    ),
  }))
}
