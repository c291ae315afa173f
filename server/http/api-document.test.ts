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
  expect(paths['/topics/{name}']).toMatchObject({
    get: {},
    put: { parameters: [{ name: 'name', in: 'path' }] },
  })
  expect(list?.security).toEqual([])
  expect(list?.parameters).toContainEqual(
    expect.objectContaining({ name: 'topics[]', style: 'form', explode: true }),
  )
  expect(update?.security).toEqual([{ session: [] }])
  expect(Object.keys(update?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '429']))
  expect(paths['/reports']?.get?.responses).toHaveProperty('403')
  expect(paths['/account/address-change']?.delete?.responses?.[200]).toEqual({ description: 'OK' })
  expect(components?.securitySchemes?.session).toMatchObject({ name: '__Secure-hallway.session_token' })
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
