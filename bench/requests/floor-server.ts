import { createServer } from 'node:http'
import pg from 'pg'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { openEmbedded } from '#platform/database/embedded/embedded.ts'
import type { Statement } from '#platform/database/statements.ts'

/** The database (folder or URL), and for each path the page's statements and HTML. */
export type Floor = { database: string; pages: Record<string, { html: string; statements: Statement[] }> }

// The lower bound of an uncached page: its statements and its markup through React, on plain Node.

process.once('message', async ({ database, pages }: Floor) => {
  const runStatement = await open(database)
  const trees = new Map(
    Object.entries(pages).map(([path, { html, statements }]) => {
      const tree = treeOf(html)
      const size = renderToString(tree).length
      // A parser that loses half of the page would make the bound too low.
      if (Math.abs(size / html.length - 1) > 0.03)
        throw new Error(`${path} has ${html.length} letters, rendered anew ${size}`)
      return [path, { statements, tree }]
    }),
  )
  const server = createServer(async ({ url = '' }, response) => {
    const page = trees.get(url)
    if (!page) return response.writeHead(404).end()
    await Promise.all(page.statements.map(runStatement))
    const body = Buffer.from(renderToString(page.tree))
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length }).end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
  })
})
process.once('disconnect', () => process.exit(0))

async function open(database: string): Promise<(statement: Statement) => Promise<unknown>> {
  if (database.startsWith('postgres:')) {
    const pool = new pg.Pool({ connectionString: database, max: 10 })
    return ({ sql, params }) => pool.query(sql, params)
  }
  const engine = await openEmbedded(database)
  return ({ sql, params }) => engine.pg.query(sql, params)
}

const isEmpty = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const tokens =
  /<(script|style)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*>(.*?)<\/\1>|<!--.*?-->|<!DOCTYPE[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gs
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => entities[name] ?? '')
const isBooleanAttribute =
  /^(async|checked|defer|disabled|hidden|multiple|open|readonly|required|selected|inert)$/i
const renamed: Record<string, string> = { class: 'className', style: 'data-style', value: 'defaultValue' }

/** React elements from HTML that React rendered: every element is closed or void, every attribute quoted. */
function treeOf(html: string): ReactNode {
  type Open = { name: string; props: Record<string, unknown>; children: ReactNode[] }
  const root: Open = { name: 'div', props: {}, children: [] }
  const open = [root]
  const close = () => {
    const { name, props, children } = open.pop()!
    open.at(-1)!.children.push(createElement(name, props, ...children))
  }
  const attributes = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        renamed[key] ?? key,
        isBooleanAttribute.test(key) ? true : plain(value),
      ]),
    )
  for (const [token, raw, ofRaw = '', inner, isEnd, name, ofName = ''] of html.matchAll(tokens)) {
    const children = open.at(-1)!.children
    if (raw)
      children.push(
        createElement(raw, { ...attributes(ofRaw), dangerouslySetInnerHTML: { __html: inner ?? '' } }),
      )
    else if (isEnd) close()
    else if (name) {
      open.push({ name, props: attributes(ofName), children: [] })
      if (isEmpty.has(name)) close()
    } else if (!token.startsWith('<!')) children.push(plain(token))
  }
  return root.children
}
