import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { knownParameters, pageKey } from './page-key.ts'

test('each page is kept under the parameters that its route reads, and no others', async () => {
  const parametersByRoute: Record<string, string[]> = {}
  for await (const file of glob('src/routes/**/*.tsx')) {
    const source = await readFile(file, 'utf8')
    if (!source.includes('validateSearch')) continue
    const { Route } = await import(path.resolve(file))
    const names = new Set<string>()
    Route.options.validateSearch(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
    const [, id = ''] = source.match(/createFileRoute\('([^']+)'/)!
    parametersByRoute[id.replace('/_signed-in', '').replace('_/', '/').replace(/\/$/, '')] = [...names].sort()
  }
  expect(Object.keys(parametersByRoute).length).toBeGreaterThan(15)
  const declaredParameters = Object.entries(knownParameters).map(([path, names]) => [path, [...names].sort()])
  expect(Object.fromEntries(declaredParameters)).toEqual(parametersByRoute)
})

test('what a page does not know changes nothing in the browser either, where a cached page is taken over', async () => {
  const looked: string[] = []
  for await (const file of glob('src/routes/*.tsx')) {
    const { Route } = await import(path.resolve(file)).catch(() => ({ Route: undefined }))
    if (!Route?.options.loaderDeps) continue
    const search = Route.options.validateSearch({ search: 'a', topics: ['b'] })
    const deps = (depsSearch: object) => JSON.stringify(Route.options.loaderDeps({ search: depsSearch }))
    expect([file, deps({ unknown: '1', ...search })]).toEqual([file, deps(search)])
    looked.push(file)
  }
  expect(looked.length).toBeGreaterThan(5)
})

test.each([
  ['/', '/'],
  ['/?x=1', '/'],
  ['/about?utm_source=a&search=b', '/about'],
  ['/nowhere?a=b', '/nowhere'],
  ['/conferences?', '/conferences'],
  ['/conferences?search=', '/conferences'],
  ['/conferences?x=1&search=go&__proto__=1', '/conferences?search=go'],
  ['/conferences?view=list&search=go%20on', '/conferences?search=go+on&view=list'],
  ['/conferences?topics=b&search=x&topics=a', '/conferences?search=x&topics=b&topics=a'],
  ['/conferences/feed.ics?view=list&topics=b&search=x', '/conferences/feed.ics?search=x&topics=b'],
  ['/conferences/feed.json?topics[]=b&topics%5B%5D=a', '/conferences/feed.json?topics=b&topics=a'],
  ['/topics/Go/feed.atom?search=x', '/topics/Go/feed.atom'],
  ['/embed/conferences/a?theme=dark&x=1&day=2027-01-01', '/embed/conferences/a?day=2027-01-01&theme=dark'],
  ['/Conferences/?%73earch=go', '/Conferences/?search=go'],
  ['/conferences?later=random&search=go', '/conferences?search=go'],
  ['/coverage?after=random', '/coverage'],
  ['/speakers?after=2027-01-01', '/speakers'],
  ['/conferences/a?after=x&invited=y&tab=attendees', '/conferences/a?tab=attendees'],
  [
    '/conferences?later=2027-01-01_0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11',
    '/conferences?later=2027-01-01_0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11',
  ],
  ['/conferences/new?created=x&tab=schedule', '/conferences/new?created=x'],
  ['/conferences/gophercon-2026?tab=schedule&created=x', '/conferences/gophercon-2026?tab=schedule'],
  ['http://hallway.test/speakers?a=b', '/speakers'],
  ['https://hallway.test/speakers?search=a#b', '/speakers?search=a%23b'],
])('%s is kept as %s', (url, key) => {
  expect(pageKey(url)).toBe(key)
})

test('a path of any length is looked at once', () => {
  const started = performance.now()
  pageKey(`/conferences/${'a/'.repeat(8000)}?x=1`)
  expect(performance.now() - started).toBeLessThan(50)
})
