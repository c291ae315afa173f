import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { decodeHTML } from 'entities'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stringifySearch } from '#lib/search-params.ts'
import { PlainLink } from './plain-link.tsx'

const root = createRootRoute()
const topic = createRoute({ getParentRoute: () => root, path: '/topics/$topicName' })
const router = createRouter({ routeTree: root.addChildren([topic]), stringifySearch })

test('a plain link leads where the router’s own does', () => {
  const names = [
    'Go',
    'C#',
    'C++',
    'A/B & C',
    'São Paulo',
    '京都',
    '100 %',
    'a?b=c',
    "Rock'n'Roll (live)!",
    '$1',
  ]
  for (const topicName of names)
    for (const search of [undefined, { page: '2', topics: ['C#', 'Go'], none: undefined }]) {
      const link = { to: '/topics/$topicName', params: { topicName }, search, hash: 'past' }
      const html = renderToStaticMarkup(createElement(PlainLink as never, link))
      const href = /href="([^"]*)"/.exec(html)?.[1] ?? ''
      const path = (address: string) => decodeURIComponent(new URL(address, 'http://site').href)
      expect(path(decodeHTML(href))).toBe(path(router.buildLocation(link as never).href))
    }
})
