import { kindOf } from '#features/coverage/link.ts'
import { type LinkKind, linkKinds } from '#features/programme/link-kinds.ts'
import { normaliseUrl, shortLine } from '#features/reading/plain-text.ts'
import { fold } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { readExportedLinks } from '../formats/our-export.ts'
import type { SourceLink, SourceTalk } from './document.ts'
import type { RawLink, RawProgramme, RawTalk } from './raw-programme.ts'

type TalkLinks = Pick<SourceTalk, 'url' | 'feedback_url' | 'slides_url' | 'video_url' | 'links'>

/** Tells which of a talk's links is what. */
export function createLinkReader(programme: RawProgramme, base: string | null): (talk: RawTalk) => TalkLinks {
  if (programme.isWrittenHere) return ourLinks
  const isBoilerplate = boilerplateOf(programme.talks)
  return (talk) => linksOf(talk, { base, isBoilerplate })
}

const ourLinks = (talk: RawTalk): TalkLinks => {
  const { url, slides, video, further } = readExportedLinks(talk.links ?? [])
  return {
    url,
    feedback_url: normaliseUrl(talk.feedback_url),
    slides_url: slides,
    video_url: video,
    links: withCleanTitles(further),
  }
}
const withCleanTitles = (links: SourceLink[]) =>
  links
    .slice(0, limits.linksPerTalk)
    .map((link) => ({ ...link, title: shortLine(link.title, limits.linkTitle) }))

type LinkRules = { base: string | null; isBoilerplate: (link: RawLink) => boolean }

function linksOf(talk: RawTalk, { base, isBoilerplate }: LinkRules): TalkLinks {
  const links = talk.links ?? []
  const url = normaliseUrl(talk.url, base)
  const slides_url = normaliseUrl(talk.slides, base) ?? linkOf(links, isSlides, base)
  const video_url = normaliseUrl(talk.video, base) ?? linkOf(links, isVideo, base)
  return {
    url,
    feedback_url: normaliseUrl(talk.feedback_url, base) ?? linkOf(links, isFeedback, base),
    slides_url,
    video_url,
    links: talk.further
      ? withCleanTitles(talk.further)
      : furtherLinks(links, { base, isBoilerplate, taken: [slides_url, video_url, url] }),
  }
}

type FurtherLinks = LinkRules & { taken: (string | null)[] }

/** The ending says what a file is; the type and the title only if it does not. */
function kindOfLink({ url, title, type }: RawLink): LinkKind {
  // A file may give addresses without their host.
  const byAddress = kindOf(URL.parse(url ?? '', 'https://host.invalid/')?.href ?? '')
  const text = `${type ?? ''} ${title ?? ''}`
  if (isFile(url))
    return byAddress === 'slides' && /paper|article/i.test(text) && !isSlidesText.test(text)
      ? 'paper'
      : byAddress
  if (isSlidesText.test(text) && byAddress !== 'video') return 'slides'
  if (/^video/i.test(type ?? '') || /\bvideo recording\b|^recording\b|^video$/i.test(title ?? ''))
    return 'video'
  const byType = linkKinds.find((kind) => kind === type?.trim().toLowerCase())
  return byType ?? byAddress
}
const isSlidesText = /\bslides?\b|\bpresentation\b/i
const isFile = (url: string | null | undefined) =>
  /\.(?!html?\b|php\b|aspx?\b)[a-z0-9]{2,5}(?:[?#]|$)/i.test(url?.replace(/^\w+:\/\/[^/]*/, '') ?? '')

const isVideo = (link: RawLink) => kindOfLink(link) === 'video' && !/feedback/i.test(link.title ?? '')
const isSlides = (link: RawLink) => kindOfLink(link) === 'slides'
const isFeedback = (link: RawLink) => /feedback/i.test(link.title ?? '') && kindOfLink(link) !== 'video'

/** A link with the same title on most talks (a chat room, a form) says nothing of what was said. */
function boilerplateOf(talks: RawTalk[]): (link: RawLink) => boolean {
  const counts = new Map<string, number>()
  for (const { links } of talks)
    for (const title of new Set(links?.map((link) => fold(link.title ?? ''))))
      counts.set(title, (counts.get(title) ?? 0) + 1)
  const most = Math.max(boilerplateTalks, talks.length / 2)
  return ({ title }) => (counts.get(fold(title ?? '')) ?? 0) > most && Boolean(title)
}
const boilerplateTalks = 5
const furtherLinksPerTalk = 20

/** What a talk links beside its first slides and video, each address once. */
function furtherLinks(links: RawLink[], { base, isBoilerplate, taken }: FurtherLinks): SourceLink[] {
  const byUrl = new Map<string, SourceLink>()
  for (const link of links) {
    const url = normaliseUrl(link.url, base)
    if (!url || taken.includes(url) || byUrl.has(url) || isFeedback(link)) continue
    const kind = kindOfLink({ ...link, url })
    // The same video in several formats is one.
    const isSameFile = taken.some((other) => other !== null && isFile(other) && stem(other) === stem(url))
    // Slides and videos are few: on each talk another one is no boilerplate.
    if (isSameFile || (isBoilerplate(link) && kind !== 'video' && kind !== 'slides')) continue
    byUrl.set(url, { kind, url, title: shortLine(link.title, limits.linkTitle) })
  }
  return [...byUrl.values()].slice(0, furtherLinksPerTalk)
}
/** An address without what says in which format: video.av1.webm and video.mp4 are one. */
const stem = (url: string) => url.replace(/(?:\.(?:av1|webm|mp4|mkv|mov|ogv|m4v))+$/i, '')

function linkOf(links: RawLink[], is: (link: RawLink) => boolean, base: string | null): string | null {
  for (const link of links) {
    const url = is(link) ? normaliseUrl(link.url, base) : null
    if (url) return url
  }
  return null
}
