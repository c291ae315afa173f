import { Marked } from 'marked'

export type TextPage = { title: string; summary: string; html: string }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Markup in the text is shown, not used, and links lead to pages, mail or the phone alone. */
const marked = new Marked({
  renderer: {
    html: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return /^(?:https?:|mailto:|tel:|[/#?])/i.test(href)
        ? `<a href="${escapeHtml(href)}">${text}</a>`
        : text
    },
    image: ({ text }) => escapeHtml(text),
  },
})

/** A page in Markdown with `title` and `summary` at its head; without a head, its first heading is the title. */
export function readMarkdown(source: string): TextPage {
  const [, head = '', body = source] = source.match(/^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/) ?? []
  const field = (name: string) => head.match(new RegExp(`^${name}:[ \\t]*(.*?)\\s*$`, 'm'))?.[1] ?? ''
  const [, heading = ''] = field('title') ? [] : (body.match(/^\s*# +(.+?)\s*$/m) ?? [])
  return {
    title: field('title') || heading,
    summary: field('summary'),
    html: marked.parse(heading ? body.replace(/^\s*# +.+$/m, '') : body, { async: false }),
  }
}
