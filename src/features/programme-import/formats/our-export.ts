import { type LinkKind, linkKinds } from '#features/programme/link-kinds.ts'
import { kindLabels } from '#features/programme/link-labels.ts'
import { normaliseUrl } from '#features/reading/plain-text.ts'
import type { SourceLink } from '../reading/document.ts'
import type { RawLink, RawProgramme, RawTalk } from '../reading/raw-programme.ts'

// What the JSON that this software writes (features/programme-export/frab.ts) says beyond the format, so that an import
// restores it. The format knows only a few kinds of links, so the title names the kind.

/** The title of the link that leads to a talk's website; its `url` is the page of the talk on the site that wrote the file. */
export const websiteTitle = 'Website'

/** 'Code', or 'Code: what it does'. */
export const exportedTitle = (kind: LinkKind, title: string | null) =>
  title ? `${kindLabels[kind]}: ${title}` : kindLabels[kind]

/** Whether a site with this software wrote the JSON: its talks lead to their pages there. */
export const isWrittenHere = ({ conference: { base_url }, talks }: RawProgramme) =>
  /\/conferences\/[^/]+$/.test(base_url ?? '') && talks.some((talk) => isPageOfTalk(talk, base_url))

const isPageOfTalk = ({ url, id }: RawTalk, base: string | null | undefined) => url === `${base}/talks/${id}`

/** The text of a talk or break: no markup, and two spaces at the end of a line may mean something. */
export const textAsWritten = (text: string | null | undefined) =>
  text?.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim() || null

type ExportedLinks = {
  url: string | null
  slides: string | null
  video: string | null
  further: SourceLink[]
}

/** The links of a talk in a file that isWrittenHere. */
export function readExportedLinks(links: RawLink[]): ExportedLinks {
  const exported: ExportedLinks = { url: null, slides: null, video: null, further: [] }
  for (const link of links) {
    const url = normaliseUrl(link.url)
    const label = link.title?.trim() ?? ''
    if (!url) continue
    const kind = linkKinds.find(
      (name) => label === kindLabels[name] || label.startsWith(`${kindLabels[name]}: `),
    )
    if (label === websiteTitle) exported.url ??= url
    else if (kind === 'slides' && !exported.slides) exported.slides = url
    else if (kind === 'video' && !exported.video) exported.video = url
    else {
      const title = kind ? label.slice(kindLabels[kind].length + 2) : label
      exported.further.push({ kind: kind ?? 'other', url, title: title || null })
    }
  }
  return exported
}

/** The columns of a table, in the order of the template. */
export const programmeColumns = [
  'key',
  'title',
  'subtitle',
  'day',
  'date',
  'start',
  'end',
  'room',
  'track',
  'type',
  'language',
  'speakers',
  'abstract',
  'slides',
  'video',
  'url',
  'status',
  'recorded',
  'links',
  'feedback',
  'topics',
] as const

/** A line of the column `links`: the kind, the address, the title. */
export const linkLine = ({ kind, url, title }: SourceLink) => [kind, url, ...(title ? [title] : [])].join(' ')
