const listParameters = ['after']
const claimParameters = ['pending', 'processed', 'approved', 'rejected']

/** The search parameters that each page knows, by its path. page-key.test.ts compares them with the routes. */
export const knownParameters: Record<string, string[]> = {
  '/admin': listParameters,
  '/admin/claims': claimParameters,
  '/admin/events': ['search', 'page', 'sort', 'import'],
  '/admin/invitations': listParameters,
  '/admin/speaker-claims': claimParameters,
  '/admin/topics': ['search', 'page'],
  '/admin/users': ['search', 'page'],
  '/auth': ['tab', 'next', 'confirmed', 'error'],
  '/auth/reset': ['token'],
  '/cities/$locationName': listParameters,
  '/conferences': ['search', 'year', 'topics', 'view', 'browse', 'later', 'earlier'],
  '/conferences/new': ['created'],
  '/conferences/$slug': [
    'tab',
    'day',
    'track',
    'talk',
    'speaker',
    'find',
    'after',
    'invite',
    'invited',
    'owner',
  ],
  '/conferences/$slug/edit': ['talk'],
  '/countries/$countryName': listParameters,
  '/dashboard': listParameters,
  '/invitations': listParameters,
  '/notifications': listParameters,
  '/speakers': ['search', 'topics', 'view', 'browse', 'after'],
  '/topics/$topicName': listParameters,
  '/u/$id': ['tab'],
}

// As the router does: a path without parts to fill in goes first, and case and a slash at the end make no difference.
const patterns = Object.entries(knownParameters)
  .sort(([one], [other]) => one.split('$').length - other.split('$').length)
  .map(([path, names]) => ({
    matches: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/?$`, 'i'),
    names: new Set(names),
  }))

/**
 * What the kept page of an address is found by: the path, and those of its search parameters that the page knows, in
 * the order of their names. The others are ignored: they make no other page. `url` begins with a slash, or has an origin.
 */
export function pageKey(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/, '')
  const queryStart = path.indexOf('?')
  if (queryStart === -1) return path
  const pathname = path.slice(0, queryStart)
  const names = patterns.find(({ matches }) => matches.test(pathname))?.names
  const knownSearch = new URLSearchParams(
    [...new URLSearchParams(path.slice(queryStart))].filter(
      ([name, value]) => names?.has(name) && value !== '',
    ),
  )
  knownSearch.sort()
  return knownSearch.size > 0 ? `${pathname}?${knownSearch}` : pathname
}
