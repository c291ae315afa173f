import type { APIRequestContext } from '@playwright/test'
import { DomUtils, parseDocument } from 'htmlparser2'

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const textOf = (element: Element) => DomUtils.textContent(element).replace(/\s+/g, ' ').trim()

/** A part of a page, as it was sent. */
function partOf(root: Element, nameOf: (element: Element) => string) {
  const elements = (tag: string) => DomUtils.getElementsByTagName(tag, root)
  const part = (element: Element) => partOf(element, nameOf)
  return {
    text: textOf(root),
    texts: (tag: string) => elements(tag).map(textOf),
    parts: (tag: string) => elements(tag).map(part),
    /** The elements with this tag and name, by label or text. */
    named: (tag: string, name: string) =>
      elements(tag)
        .filter((element) => nameOf(element) === name)
        .map(part),
    links: elements('a').map((link): [string, string | undefined] => [nameOf(link), link.attribs.href]),
    /** Where the first link with this name leads. */
    hrefOf: (name: string) => elements('a').find((link) => nameOf(link) === name)?.attribs.href,
  }
}

/** Requests a page, as a visitor whose browser draws nothing: for journeys of requests alone. */
export async function readPage(request: APIRequestContext, path = '') {
  const answer = await request.get(path)
  const document = parseDocument(await answer.text())
  const [html] = DomUtils.getElementsByTagName('html', document)
  const nameOf = (element: Element) => {
    const { 'aria-label': label, 'aria-labelledby': id } = element.attribs
    const heading = id ? DomUtils.getElementById(id, document) : undefined
    return label ?? textOf(heading ?? element)
  }
  const page = partOf(html!, nameOf)
  const { pathname, search } = new URL(answer.url())
  return {
    ...page,
    status: answer.status(),
    path: pathname + search,
    title: page.texts('title')[0],
    main: page.parts('main')[0]!,
  }
}
