const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const patterns = {
  talk: /^\/conferences\/[^/]+\/talks\/(\d{1,9})\/?$/,
  event: /^\/conferences\/(?!new\/?$)([^/]+)\/?$/,
  speaker: new RegExp(`^/speakers/(${uuid})/?$`, 'i'),
  profile: new RegExp(`^/u/(${uuid})/?$`, 'i'),
  series: /^\/series\/([^/]+)\/?$/,
}

/** Which of some kinds of records the page at a path shows: the number of a talk, a slug, an id. */
export function recordAt<Kind extends keyof typeof patterns>(path: string, kinds: readonly Kind[]) {
  for (const kind of kinds) {
    const key = patterns[kind].exec(path)?.[1]
    if (key) return { kind, key }
  }
}
