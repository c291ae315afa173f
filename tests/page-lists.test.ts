import { expect, test } from 'vitest'
import { staticPaths } from '#features/site/sitemap.server.ts'
import { publicPages } from '#server/pages/visitor-scripts.ts'
import { pages } from './e2e/every-page.ts'
import { pagePaths } from './support/page-paths.ts'

// Lists of public pages, compared with the route tree: a page that is new is told of here.

/** Where people sign in, report, or come from a mail or a link that somebody gave them: nothing for a search engine. */
const unlisted = [
  '/auth',
  '/auth/confirm',
  '/auth/reset',
  '/report',
  '/address/$token',
  '/plans/$token',
  '/unsubscribe/$token',
]

const publicPatterns = [
  ...new Set(
    pagePaths({
      ...{ slug: '', number: 0, id: '', personId: '', topicName: '' },
      locationName: '',
      countryName: '',
    })
      .filter(({ isPublic, pattern }) => isPublic && !unlisted.includes(pattern))
      .map(({ pattern }) => pattern.replace(/(?<=.)\/$/, '')),
  ),
].sort()

test('the sitemap names every public page that is one alone (staticPaths of sitemap.server.ts)', () => {
  expect([...staticPaths].sort()).toEqual(publicPatterns.filter((pattern) => !pattern.includes('$')))
})

test('every kind of public page is looked at by axe, in every width and for its head (tests/e2e/every-page.ts)', () => {
  const isLookedAt = (pattern: string) => {
    const shape = new RegExp(`^${pattern.replace(/\$\w+/g, '[^/?]+')}$`)
    return pages.some(({ path }) => shape.test(path))
  }
  // The number of a talk is given by the database: visitor-finds-talk.spec.ts looks at one.
  expect(publicPatterns.filter((pattern) => !isLookedAt(pattern))).toEqual([
    '/conferences/$slug/talks/$number',
  ])
})

test('the browser may prepare every public page (publicPages of visitor-scripts.ts)', () => {
  const patterns = publicPages.map((pathname) => new URLPattern({ pathname }))
  const isPrepared = (path: string) => patterns.some((pattern) => pattern.test({ pathname: path }))
  const paths = publicPatterns.map((pattern) => pattern.replace(/\$\w+/g, '1'))
  expect(paths.filter((path) => !isPrepared(path))).toEqual([])
})
