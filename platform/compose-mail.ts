import { cleanText } from '#lib/fields.ts'
import { escapeHtml } from '#lib/text.ts'

export type Mail = { subject: string; text: string; html: string }

type Parts = {
  siteName: string
  siteUrl: string
  subject: string
  /** Paragraphs of plain text, with what members wrote in them: they lead nowhere (see withoutLinks). */
  lines: string[]
  /** Below the lines: titles, and under each what leads to pages of this site. */
  sections?: Section[]
  /** Further paragraphs, below the sections. */
  closing?: string[]
  button?: { label: string; url: string }
}

type Section = {
  title: string
  items: { title: string; url: string; text: string }[]
  more?: { label: string; url: string }
}

/** The colours of the site's dark mode, for mail programs that have one; others would guess. */
const darkStyle =
  '<style>@media (prefers-color-scheme:dark){body{background:#15140f!important;color:#f3eee2!important}.quiet{color:#a9a191!important}.rule{border-color:#35312a!important}.link{color:#f3eee2!important}.button{background:#f3eee2!important;color:#15140f!important}}</style>'

/** A mail as plain text and as HTML with the same words. */
export function composeMail({
  siteName,
  siteUrl,
  subject,
  lines,
  sections = [],
  closing = [],
  button,
}: Parts): Mail {
  const end = `${siteName}, ${siteUrl}`
  const text = [
    ...lines.map(withoutLinks),
    ...sections.map(sectionText),
    ...closing.map(withoutLinks),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `-- \n${end}`,
  ].join('\n\n')
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" class="button" style="background:#1a1814;color:#faf7f0;padding:12px 18px;border-radius:3px;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p><p class="quiet" style="margin:0 0 16px;color:#645e54;font-size:14px;overflow-wrap:anywhere">${escapeHtml(button.url)}</p>`
    : ''
  const body = [...lines.map(paragraph), ...sections.map(sectionHtml), ...closing.map(paragraph)].join('')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${darkStyle}</head><body style="margin:0;padding:24px;background:#faf7f0;color:#1a1814;font:16px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto"><p style="margin:0 0 24px;font-size:20px;font-weight:700">${escapeHtml(siteName)}</p>${body}${link}<p class="quiet rule" style="margin:32px 0 0;border-top:1px solid #ddd5c6;padding-top:12px;color:#645e54;font-size:14px">${escapeHtml(end)}</p></div></body></html>`
  return { subject: withoutLinks(oneLine(subject)), text, html }
}

const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(withoutLinks(line))}</p>`

const sectionText = ({ title, items, more }: Section) =>
  [
    withoutLinks(title).toUpperCase(),
    ...items.map((item) => `* ${withoutLinks(item.title)}\n  ${withoutLinks(item.text)}\n  ${item.url}`),
    ...(more ? [`${more.label}: ${more.url}`] : []),
  ].join('\n')

const anchor = ({ label, url }: { label: string; url: string }) =>
  `<a href="${escapeHtml(url)}" dir="auto" class="link" style="color:#1a1814;font-weight:600">${escapeHtml(withoutLinks(label))}</a>`

const sectionHtml = ({ title, items, more }: Section) =>
  `<h2 dir="auto" class="rule" style="margin:28px 0 8px;border-top:1px solid #ddd5c6;padding-top:12px;font-size:18px">${escapeHtml(withoutLinks(title))}</h2>${items
    .map(
      (item) =>
        `<p style="margin:0 0 12px;overflow-wrap:anywhere">${anchor({ label: item.title, url: item.url })}<br><span dir="auto" class="quiet" style="color:#645e54;font-size:14px">${escapeHtml(withoutLinks(item.text))}</span></p>`,
    )
    .join('')}${more ? `<p style="margin:0 0 12px">${anchor(more)}</p>` : ''}`

/** A name in a subject must not begin a header of its own, nor turn around what follows it. */
const oneLine = (text: string) => cleanText(text.replace(/[\s\p{Cc}]+/gu, ' ')).trim()

/**
 * Mail programs make links of whatever looks like an address. In a mail of this site, text that members wrote must not
 * be one: `https://` becomes `https[:]//`, and the dot before something that may be a top-level domain `[.]`.
 * Invisible characters in its place would not do: browsers drop them from names. `.js` is no such domain, and frequent.
 */
export const withoutLinks = (text: string) =>
  text
    .replace(/:(?=[/\\]{2})/g, '[:]')
    .replace(/(?<=[\p{L}\p{N}\p{M}_-])[.\u2024\uff0e\uff61](?=\p{L}[\p{L}\p{M}\p{N}-])(?!js\b)/giu, '[.]')
