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
  expect(list?.security).toBeUndefined()
  expect(list?.parameters).toContainEqual(
    expect.objectContaining({ name: 'topics[]', style: 'form', explode: true }),
  )
  expect(update?.security).toEqual([{ session: [] }])
  expect(Object.keys(update?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '429']))
  expect(paths['/reports']?.get?.responses).toHaveProperty('403')
  expect(components?.securitySchemes?.session).toMatchObject({ name: '__Secure-hallway.session_token' })
})
