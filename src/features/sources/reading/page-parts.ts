import { Parser } from 'htmlparser2'

export type PageLink = { href: string; text: string; type?: string }

/** What is read of a page, whatever it is about. */
export type PageParts = {
  title: string
  ogTitle: string
  siteName: string
  description: string
  image?: string
  icon?: string
  /** Of the first and second rank. */
  headings: string[]
  /** The days of `time` elements. */
  times: string[]
  links: PageLink[]
  text: string
  /** The texts of the scripts with JSON-LD. */
  jsonLd: string[]
  /** Items of microdata without the ones that are part of another. */
  items: Item[]
}

/** An item of microdata, as JSON-LD would have it. */
export type Item = { '@type'?: string; [property: string]: unknown }

const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe'])
const inline = new Set([
  'a',
  'b',
  'strong',
  'em',
  'i',
  'span',
  'time',
  'sup',
  'small',
  'abbr',
  'font',
  'mark',
  'wbr',
])
const empty = new Set([
  'meta',
  'link',
  'img',
  'br',
  'hr',
  'input',
  'wbr',
  'source',
  'area',
  'base',
  'col',
  'embed',
  'track',
])
const maxTextLength = 60_000
const maxScriptsLength = 1_000_000
const maxLinks = 2000
const maxItems = 2000
const deepest = 1000
const chunkLength = 16_384

type Attributes = Record<string, string>
type Open = { name: string; item?: Item; property?: { item: Item; name: string; start: number } }

/** Reads a page of any HTML. */
export function parsePage(html: string): PageParts {
  const page: PageParts = {
    ...{ title: '', ogTitle: '', siteName: '', description: '', text: '' },
    ...{ headings: [], times: [], links: [], jsonLd: [], items: [] },
  }
  const open: Open[] = []
  let hidden = 0
  let script: string | undefined
  let scriptLength = 0
  let heading: number | undefined
  let link: { entry: PageLink; start: number } | undefined
  let isTitle = false
  let itemCount = 0

  const addText = (value: string) => {
    if (page.text.length < maxTextLength) page.text += value
  }
  const startItem = (name: string, attributes: Attributes) => {
    const parent = open.findLast(({ item }) => item)?.item
    const element: Open = { name }
    const property = attributes.itemprop?.split(/\s+/)[0]
    if ('itemscope' in attributes && itemCount++ < maxItems) {
      element.item = { '@type': attributes.itemtype ?? '' }
      if (parent && property) addProperty(parent, property, element.item)
      else page.items.push(element.item)
    } else if (parent && property) {
      const value = attributes.content ?? attributes.datetime ?? attributes.href ?? attributes.src
      if (value !== undefined) addProperty(parent, property, value)
      else element.property = { item: parent, name: property, start: page.text.length }
    }
    if (!empty.has(name)) open.push(element)
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        startItem(name, attributes)
        if (silent.has(name)) hidden++
        if (name === 'script' && /^application\/ld\+json/i.test(attributes.type ?? '')) script = ''
        if (name === 'title' && page.title === '') isTitle = true
        if (name === 'meta') readMeta(page, attributes)
        if (name === 'link' || name === 'script' || name === 'iframe' || name === 'pretalx-schedule')
          readLink(page, attributes)
        if (name === 'time' && attributes.datetime && page.times.length < 200)
          page.times.push(attributes.datetime.slice(0, 60))
        if (name === 'h1' || name === 'h2') heading = page.text.length
        if (name === 'a' && attributes.href && page.links.length < maxLinks) {
          const entry = { href: attributes.href.slice(0, 2000), text: '', type: attributes.type }
          page.links.push(entry)
          link = { entry, start: page.text.length }
        }
        if (!inline.has(name)) addText('\n')
      },
      ontext(value) {
        if (script !== undefined) {
          scriptLength += value.length
          if (scriptLength < maxScriptsLength) script += value
        } else if (isTitle) page.title += value
        else if (hidden === 0) addText(value.replace(/\s+/g, ' '))
      },
      onclosetag(name) {
        if (script !== undefined && name === 'script') {
          page.jsonLd.push(script)
          script = undefined
        }
        if (name === 'title') isTitle = false
        if (silent.has(name)) hidden = Math.max(0, hidden - 1)
        const textFrom = (start: number) => page.text.slice(start, start + 1000).trim()
        if ((name === 'h1' || name === 'h2') && heading !== undefined) {
          if (page.headings.length < 50) page.headings.push(textFrom(heading))
          heading = undefined
        }
        if (name === 'a' && link) link.entry.text = textFrom(link.start)
        if (!empty.has(name)) closeItem(open, name, textFrom)
        if (!inline.has(name)) addText('\n')
      },
    },
    { decodeEntities: true },
  )
  // The parser's time grows with the square of the depth.
  for (let index = 0; index < html.length && open.length < deepest; index += chunkLength)
    parser.write(html.slice(index, index + chunkLength))
  parser.end()
  page.title = page.title.replace(/\s+/g, ' ').trim().slice(0, 500)
  page.text = page.text.replace(/ *\n\s*/g, '\n')
  return page
}

function closeItem(open: Open[], name: string, textFrom: (start: number) => string) {
  const element = open.at(-1)
  if (element?.name !== name) return
  open.pop()
  if (element.property)
    addProperty(element.property.item, element.property.name, textFrom(element.property.start))
}

/** Several values of one property are a list. */
function addProperty(item: Item, name: string, value: unknown) {
  if (name === '__proto__') return
  const former = Object.hasOwn(item, name) ? item[name] : undefined
  if (former === undefined) item[name] = value
  else if (Array.isArray(former)) former.push(value)
  else item[name] = [former, value]
}

function readMeta(page: PageParts, { name, property, content = '' }: Attributes) {
  const text = content.trim().slice(0, 10_000)
  if (text === '') return
  switch ((property ?? name ?? '').toLowerCase()) {
    case 'og:title':
      page.ogTitle ||= text.slice(0, 500)
      break
    case 'og:site_name':
      page.siteName ||= text.slice(0, 500)
      break
    case 'description':
    case 'og:description':
    case 'twitter:description':
      page.description ||= text
      break
    case 'og:image':
    case 'og:image:url':
      page.image ??= text
  }
}

function readLink(page: PageParts, { rel = '', href, src, type, 'event-url': eventUrl }: Attributes) {
  if (/\bapple-touch-icon\b/i.test(rel)) page.icon ??= href
  const address = href ?? src ?? (eventUrl && `${eventUrl}schedule/`)
  const isOfPage = /\b(?:stylesheet|icon|preload|canonical|preconnect)\b/i.test(rel)
  if (address && !isOfPage && page.links.length < maxLinks)
    page.links.push({ href: address.slice(0, 2000), text: '', type })
}
