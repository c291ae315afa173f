import { decodeHTMLStrict } from 'entities'
import { SaxesParser } from 'saxes'
import { unreadable } from '#features/reading/unreadable.ts'

export type Element = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
  line: number
}

/** After each it stops if there was an error. */
const charactersPerStep = 32_768
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them, files hold them all the same
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** An ampersand that begins no entity: it means itself. */
const bareAmpersand = /&(?!#\d+;|#x[\da-f]+;|[a-z][\da-z]*;)/gi
/** Those of HTML, which XML does not know, turn up in files all the same. */
const entities = new Proxy<Record<string, string>>(
  {},
  {
    get(_, name) {
      const entity = `&${String(name)};`
      const text = decodeHTMLStrict(entity)
      return text === entity ? undefined : text
    },
  },
)

type Handlers = {
  /** Says why the outermost element is none that is read here. */
  refuses(root: string): string | undefined
  /** Elements that are read as a whole when they end; what is around them may be as large as the file. */
  elementNames: ReadonlySet<string>
  onElement(element: Element): void
  onOpen?(name: string, attributes: Record<string, string>): void
  onClose?(name: string): void
}

/** Reads XML, also with the signs and entities that XML forbids and files have all the same. */
export function readXml(text: string, { refuses, elementNames, onElement, onOpen, onClose }: Handlers) {
  const parser = new SaxesParser({ position: true })
  parser.ENTITIES = entities
  let isBegun = false
  let open: Element[] = []
  let failure: Error | undefined
  parser.on('error', (error) => {
    failure ??= unreadable(
      `This is not valid XML: ${error.message.replace(/^\d+:\d+: |\.$/g, '')}. Fix it here, or export the file again (line ${parser.line})`,
    )
  })
  parser.on('opentag', ({ name, attributes: all }) => {
    const attributes = all as Record<string, string>
    const refused = isBegun ? undefined : refuses(name)
    if (refused) failure ??= unreadable(`${refused} (line ${parser.line})`)
    isBegun = true
    if (open.length > 0 || elementNames.has(name)) {
      const element: Element = { name, attributes, text: '', children: [], line: parser.line }
      open.at(-1)?.children.push(element)
      open.push(element)
    } else onOpen?.(name, attributes)
  })
  const addText = (value: string) => {
    const element = open.at(-1)
    if (element) element.text += value
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    const element = open.pop()
    if (!element) onClose?.(name)
    else if (open.length === 0) onElement(element)
  })
  const clean = withWholeAmpersands(text.replace(forbidden, ''))
  for (let at = 0; at < clean.length && !failure; at += charactersPerStep)
    parser.write(clean.slice(at, at + charactersPerStep))
  if (!failure) parser.close()
  open = []
  if (failure) throw failure
}

/** Ampersands as XML wants them; in CDATA they mean themselves. */
const withWholeAmpersands = (text: string) =>
  text
    .split('<![CDATA[')
    .map((part, n) => {
      const end = n === 0 ? 0 : part.indexOf(']]>')
      return end < 0 ? part : part.slice(0, end) + part.slice(end).replace(bareAmpersand, '&amp;')
    })
    .join('<![CDATA[')

export const child = (element: Element, ...names: string[]) =>
  element.children.find(({ name }) => names.includes(name))
/** The texts of these children, by their names with blanks between. */
export const textsOf = (element: Element, names: string): Record<string, string | undefined> =>
  Object.fromEntries(names.split(' ').map((name) => [name, textOf(element, name)]))

export const textOf = (element: Element, ...names: string[]) =>
  child(element, ...names)?.text.trim() || undefined
