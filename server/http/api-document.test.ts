import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { router } from '../api.ts'
import { apiDocument } from './api-document.ts'

test('the document says what needs a session, who is refused, and how lists are sent', async () => {
  const { paths = {}, components } = await apiDocument(router, {
    name: 'Hallway',
    url: 'https://hallway.test',
  })
  const list = paths['/events']?.get
  const update = paths['/people/me']?.put
  const shapes = Object.keys(paths).map((path) => path.replace(/\{[^}]*\}/g, '{}'))
  expect(shapes).toHaveLength(new Set(shapes).size)
  expect(paths['/topics/{name_or_id}']).toMatchObject({
    get: {},
    put: { parameters: [{ name: 'name_or_id', in: 'path' }] },
  })
  expect(list?.security).toEqual([])
  expect(list?.parameters).toContainEqual(
    expect.objectContaining({ name: 'topics[]', style: 'form', explode: true }),
  )
  expect(update?.security).toEqual([{ session: [] }])
  expect(Object.keys(update?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '429']))
  expect(paths['/admin-actions']?.get?.responses).toHaveProperty('403')
  expect(paths['/account/address-change']?.delete?.responses?.[200]).toEqual({ description: 'OK' })
  expect(components?.securitySchemes?.session).toMatchObject({ name: '__Secure-hallway.session_token' })
})

test('a token reads, and changes a programme, but makes no token', async () => {
  const { paths = {} } = await apiDocument(router, { name: 'Hallway', url: 'https://hallway.test' })
  const token = expect.arrayContaining([{ accessToken: [] }])
  const push = paths['/events/{event_id}/programme']?.put
  expect(push).toMatchObject({ security: token, requestBody: { content: { '*/*': {} } } })
  expect(Object.keys(push?.responses ?? {})).toEqual(expect.arrayContaining(['200', '202', '409']))
  expect(paths['/notifications']?.get?.security).toEqual(token)
  for (const method of ['get', 'post'] as const)
    expect(paths['/access-tokens']?.[method]?.security).toEqual([{ session: [] }])
})

test('a default of a parameter is one of its values, as generated clients take it', async () => {
  const { paths = {} } = await apiDocument(router, { name: 'Hallway', url: 'https://hallway.test' })
  type Parameter = { name: string; schema: { type?: string; default?: unknown } }
  const operations = Object.values(paths).flatMap((path) => Object.values(path ?? {}))
  const parameters = (operations as { parameters?: Parameter[] }[]).flatMap(
    ({ parameters = [] }) => parameters,
  )
  const wrong = parameters.filter(
    ({ schema }) => schema.type === 'string' && !['string', 'undefined'].includes(typeof schema.default),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('a slug in a path is no UUID: a parameter that takes both says so', async () => {
  const { paths = {} } = await apiDocument(router, { name: 'Hallway', url: 'https://hallway.test' })
  type Parameter = { name: string; in: string; schema: { format?: string } }
  const wrong = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations as Record<string, { parameters?: Parameter[] }>)
      .flatMap(({ parameters = [] }) => parameters)
      .filter(
        ({ in: place, name, schema }) => place === 'path' && name === 'slug' && schema.format === 'uuid',
      )
      .map(({ name }) => `${path} ${name}`),
  )
  expect(wrong).toEqual([])
})

test('the document keeps the recommended rules of Redocly', async () => {
  const document = await apiDocument(router, { name: 'Hallway', url: 'https://hallway.test' })
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The licence of the code says nothing about the data, which belong to whoever wrote them.
      'info-license': 'off',
      // `/talks/by-number/{number}` and `/talks/{id}/…` are published. No id is `by-number`.
      'no-ambiguous-paths': 'off',
    },
  })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })
  expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual([])
})
