import { expect, test } from 'vitest'
import { asSheet, sheetOf } from './sheets.ts'

const page = { status: 200, headers: {} as Record<string, string>, html: '', tags: [] }
const sheetAt = (path: string) => sheetOf(new Request(`https://hallway.test${path}`))!

test('an address is of one kind of sheet or of none', () => {
  expect(sheetAt('/embed/conferences/a?theme=dark&day=2027-01-01')).toMatchObject({
    ...{ kind: 'frame', path: '/conferences/a', theme: 'dark' },
    request: { url: 'https://hallway.test/conferences/a?day=2027-01-01' },
  })
  expect(sheetAt('/conferences/a/print/')).toMatchObject({ kind: 'print', path: '/conferences/a' })
  for (const path of [
    '/conferences/a',
    '/embed/conferences/a/print',
    '/embed/admin',
    '/embed/conferences/a/b',
  ])
    expect(sheetAt(path)).toBeUndefined()
})

test('a page that leads elsewhere leads to the sheet there, one that is missing stays as it is', () => {
  const sheet = sheetAt('/embed/conferences/a?theme=dark')
  const redirect = { ...page, status: 301, headers: { location: '/conferences/b?day=2027-01-01&view=list' } }
  expect(asSheet(redirect, sheet).headers.location).toBe(
    '/embed/conferences/b?theme=dark&day=2027-01-01&view=list',
  )
  expect(asSheet(redirect, sheetAt('/conferences/a/print')).headers.location).toBe(
    '/conferences/b/print?day=2027-01-01&view=list',
  )
  const missing = { ...page, status: 404, html: '<script>x</script>' }
  expect(asSheet(missing, sheet)).toBe(missing)
})

test('in a frame, links of the schedule stay in it, with their place in it', () => {
  const html =
    '<a class="x" href="/conferences/a?day=1&amp;view=list#hour-10">1</a><a href="/conferences/a#hour-11">2</a><a href="/conferences/ab">3</a><a href="#now">4</a>'
  expect(asSheet({ ...page, html }, sheetAt('/embed/conferences/a?theme=light')).html).toBe(
    '<a class="x" href="/embed/conferences/a?theme=light&amp;day=1&amp;view=list#hour-10">1</a><a href="/embed/conferences/a?theme=light#hour-11">2</a><a target="_blank" href="/conferences/ab">3</a><a href="#now">4</a>',
  )
})
