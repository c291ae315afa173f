import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const html = (text: string) => renderToStaticMarkup(createElement(LinkedText, { text }))
const link = (href: string, label = href) =>
  `<a href="${href}" rel="nofollow ugc noopener" class="link">${label}</a>`

test.each([
  ['no address', 'no address'],
  ['see https://example.org/a.', `see ${link('https://example.org/a')}.`],
  ['(https://example.org/a_(b))', `(${link('https://example.org/a_(b)')})`],
  ['HTTP://EXAMPLE.ORG/x', link('http://example.org/x', 'HTTP://EXAMPLE.ORG/x')],
  [
    'https://a.example/1, https://b.example/2!',
    `${link('https://a.example/1')}, ${link('https://b.example/2')}!`,
  ],
  ['javascript:alert(1) data:text/html,x', 'javascript:alert(1) data:text/html,x'],
  ['https://good.example@evil.example/', 'https://good.example@evil.example/'],
  ['<b>https://x.example</b>', `&lt;b&gt;${link('https://x.example/', 'https://x.example')}&lt;/b&gt;`],
  ['https://x.example/"onclick="y', `${link('https://x.example/')}&quot;onclick=&quot;y`],
])('%s', (text, expected) => {
  expect(html(text)).toBe(expected)
})

test.each([')', ').', '.'])('an address that ends with twenty thousand of %j is shown in a moment', (end) => {
  const text = `https://example.org/a${end.repeat(20_000 / end.length)}`
  const started = performance.now()
  expect(html(text)).toBe(`${link('https://example.org/a')}${end.repeat(20_000 / end.length)}`)
  expect(performance.now() - started).toBeLessThan(300)
})
