import type { LinkKind } from '#features/programme/link-kinds.ts'

const kindsByEnding: [LinkKind, RegExp][] = [
  ['video', /\.(?:mp4|webm|mkv|mov|ogv|m4v|av1)$/i],
  ['audio', /\.(?:mp3|ogg|oga|opus|m4a|flac|wav)$/i],
  ['slides', /\.(?:pdf|pptx?|odp|key|ppsx?)$/i],
]
const kindsByAddress: [LinkKind, RegExp][] = [
  [
    'video',
    /^(?:(?:www\.)?(?:youtube\.com\/(?:watch|live|shorts|embed)|youtu\.be\/|vimeo\.com\/|player\.vimeo\.com\/)|media\.ccc\.de\/v\/|(?:www\.)?archive\.org\/(?:details|embed)\/|video\.|videos\.|peertube\.|tube\.|[^/]+\/(?:w|videos\/(?:watch|embed))\/[\w-]{22,36}$)/i,
  ],
  [
    'slides',
    /^(?:(?:www\.)?speakerdeck\.com\/|(?:[\w-]+\.)?slideshare\.net\/|docs\.google\.com\/(?:a\/[^/]+\/)?presentation\/|slides\.com\/|(?:www\.)?noti\.st\/|slides\.)/i,
  ],
  ['paper', /^(?:arxiv\.org\/|doi\.org\/|dl\.acm\.org\/|zenodo\.org\/)/i],
  ['audio', /^(?:soundcloud\.com\/|[^/]*podcast)/i],
  [
    'code',
    /^(?:github\.com\/|gitlab\.com\/|codeberg\.org\/|git\.sr\.ht\/|gist\.github\.com\/|bitbucket\.org\/)/i,
  ],
  [
    'writeup',
    /(?:^blog\.|\/blog\/|\/posts?\/|^(?:[\w-]+\.)?medium\.com\/|^dev\.to\/|^lwn\.net\/Articles\/|substack\.com\/p\/)/i,
  ],
]

/** What an address most likely leads to: the ending says what a file is, else the host and the path. */
export function kindOf(url: string): LinkKind {
  const address = URL.parse(url)
  if (!address) return 'other'
  const byEnding = kindsByEnding.find(([, pattern]) => pattern.test(address.pathname))
  // A presentation in a repository is its slides, though the repository is code.
  if (byEnding) return byEnding[0]
  const text = `${address.host}${address.pathname}`
  return kindsByAddress.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}

export type Player = {
  /** Where it loads from. */
  host: string
  /** What the frame shows. */
  url: string
}

const players: [RegExp, (match: RegExpMatchArray) => Player][] = [
  [
    /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})(?:&t=(\d+))?$/,
    ([, id, seconds]) => ({
      host: 'youtube-nocookie.com',
      url: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1${seconds ? `&start=${seconds}` : ''}`,
    }),
  ],
  [
    /^https:\/\/vimeo\.com\/(\d+)(?:\/([0-9a-f]+))?(#t=\d+s)?$/,
    ([, id, hash, moment]) => ({
      host: 'player.vimeo.com',
      url: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ''}${moment ?? ''}`,
    }),
  ],
  [
    /^https:\/\/media\.ccc\.de\/v\/([^/?#]+)(#t=\d+)?$/,
    ([, slug, moment]) => ({
      host: 'media.ccc.de',
      url: `https://media.ccc.de/v/${slug}/oembed${moment ?? ''}`,
    }),
  ],
]

/** The player for a canonical address; undefined for all hosts but those that a talk's page may frame (server/pages/security.ts). */
export function playerOf(canonical: string): Player | undefined {
  for (const [pattern, playerFor] of players) {
    const match = canonical.match(pattern)
    if (match) return playerFor(match)
  }
  return undefined
}

/** Whether a path is that of a talk's page: the only one that may frame players. */
export const isTalkPath = (path: string) => /^\/conferences\/[^/]+\/talks\/[^/]+\/?$/.test(path)

/** What a talk's page may frame. */
export const playerOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://media.ccc.de',
]
