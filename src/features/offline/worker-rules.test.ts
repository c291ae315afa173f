import { expect, test } from 'vitest'
import { copyOfPage, filesCache, isAway, kindOf, scopes, surplusVersions } from './worker-rules.ts'

const origin = 'https://hallway.example'

type Asked = { path: string; mode: string; method?: string }
test.each<[string, Asked, string | undefined]>([
  ['a page', { path: '/conferences/fosdem', mode: 'navigate' }, 'page'],
  ['a script', { path: '/assets/app-1.js', mode: 'cors' }, 'file'],
  ['what a page asks the server', { path: '/api/rpc/site/about', mode: 'cors' }, undefined],
  ['a picture of a person', { path: '/pictures/a.webp', mode: 'no-cors' }, undefined],
  ['the programme for a copy', { path: '/conferences/fosdem/offline.json', mode: 'cors' }, undefined],
  ['a form', { path: '/conferences/fosdem', mode: 'navigate', method: 'POST' }, undefined],
  ['a file of another site', { path: 'https://elsewhere.example/assets/a.js', mode: 'no-cors' }, undefined],
  ['a page of another site', { path: 'https://elsewhere.example/', mode: 'navigate' }, undefined],
])('%s', (_, { path, mode, method = 'GET' }, kind) => {
  expect(kindOf({ method, mode, url: new URL(path, origin).href }, origin)).toBe(kind)
})

test.each([
  ['/conferences/fosdem', 'fosdem'],
  ['/conferences/f%C3%B6sdem', 'fösdem'],
  ['/conferences/fosdem/talks/12', 'fosdem'],
  ['/dashboard', 'dashboard'],
  ['/schedule', 'dashboard'],
  // However slow the network is, nothing else can take their place.
  ['/conferences/fosdem/edit', undefined],
  ['/conferences/fosdem/print', undefined],
  ['/conferences/fosdem/schedule.ics', undefined],
  ['/conferences/fosdem/talks/12.ics', undefined],
  ['/dashboard/calls', undefined],
  ['/conferences/', undefined],
])('the copy of %s is %s', (path, name) => {
  expect(copyOfPage(path)).toBe(name)
})

test('every page with a copy is in a scope; the home page, the directory and settings are in none', () => {
  const inScope = (path: string) => scopes.some((scope) => path.startsWith(scope))
  for (const path of ['/conferences/fosdem', '/conferences/fosdem/talks/1', '/dashboard', '/schedule'])
    expect(inScope(path)).toBe(true)
  for (const path of ['/', '/conferences', '/account/settings', '/speakers/1', '/auth'])
    expect(inScope(path)).toBe(false)
})

test('the version before stays, older ones go, and no other cache is touched', () => {
  const names = ['hallway-copies', ...['a', 'b', 'c'].map(filesCache)]
  expect(surplusVersions(names, 'c')).toEqual([filesCache('a')])
  expect(surplusVersions([...names, filesCache('d')], 'd')).toEqual(['a', 'b'].map(filesCache))
  expect(surplusVersions(['hallway-copies', filesCache('c')], 'c')).toEqual([])
})

test('a proxy answers for a site that is away; the errors of the site itself are shown', () => {
  expect([502, 503, 504].every(isAway)).toBe(true)
  expect([200, 304, 404, 410, 429, 500].some(isAway)).toBe(false)
})
