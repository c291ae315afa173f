import { callSelection } from '#features/calls/calls.schemas.ts'
import { eventSelection } from '#features/events/events.schemas.ts'
import { isCursor, withoutBrackets } from '#lib/search-params.ts'

const listParameters = ['after']
const twoLists = ['later', 'earlier']
/** The directory's filters, and the board's. */
const selection = Object.keys(eventSelection.shape)
const selectionOfCalls = Object.keys(callSelection.shape)
const history = ['after', 'from', 'to']
const recentChanges = ['person', 'record', 'kind', 'via', 'from', 'to', 'change', 'after']
const trends = ['topic', 'country']
const cursors = new Set([...listParameters, ...twoLists, 'invited'])
const claimParameters = ['processed']

/** The search parameters that each page reads, by its path. page-key.test.ts compares them with the routes. */
export const knownParameters: Record<string, string[]> = {
  '/admin': listParameters,
  '/admin/changes': recentChanges,
  '/admin/claims': claimParameters,
  '/admin/decisions': ['kind', 'state', 'search', 'after'],
  '/admin/duplicates': ['page', 'slug', 'other'],
  '/admin/events': ['search', 'page', 'sort', 'size', 'import'],
  '/admin/events/field': ['ids', 'field', 'value'],
  '/admin/events/hidden': listParameters,
  '/admin/invitations': listParameters,
  '/admin/mail': listParameters,
  '/admin/reports': ['status'],
  '/admin/speaker-claims': claimParameters,
  '/admin/topics': ['search', 'page'],
  '/admin/users': ['search', 'page', 'suspended'],
  '/admin/users/$id': ['act', 'days'],
  '/auth': ['tab', 'next', 'code', 'sent', 'changed', 'confirmed', 'error'],
  '/auth/confirm': ['token', 'next'],
  '/auth/reset': ['token', 'next'],
  '/cfp': [...selectionOfCalls, 'filters', 'after'],
  '/cities/$locationName': twoLists,
  '/conferences': [...selection, 'view', 'browse', 'filters', ...twoLists],
  '/conferences/new': ['url', 'created', 'previous', 'sync', 'all'],
  '/conferences/$slug': [
    'tab',
    'day',
    'track',
    'tracks',
    'rooms',
    'view',
    'choose',
    'open',
    'talk',
    'speaker',
    'find',
    'after',
    'name',
    'invite',
    'invited',
    'announce',
    'owner',
  ],
  '/conferences/$slug/calls': ['call'],
  '/conferences/$slug/edit': ['talk', 'duplicate'],
  '/conferences/$slug/edit/import': ['sync', 'all'],
  '/conferences/$slug/history': history,
  '/conferences/$slug/talks/$number/history': history,
  '/countries/$countryName': twoLists,
  '/coverage': ['kind', 'after'],
  '/decisions': ['kind', 'state', 'search', 'after'],
  '/deleted': listParameters,
  '/invitations': listParameters,
  '/notifications': listParameters,
  '/online': twoLists,
  '/report': ['path'],
  '/series': ['search', 'after'],
  '/suggest': ['path'],
  '/speakers': ['search', 'topics', 'view', 'browse', 'from', 'after'],
  '/series/$slug/history': history,
  '/speakers/$id/history': history,
  '/speakers/$id/edit': ['merge'],
  '/topics': ['find'],
  '/trends': trends,
  '/topics/$topicName': twoLists,
  '/u/$id': ['tab', 'after'],
}

/** The directory's feeds hold what its filters leave. */
const feedParameters = Object.fromEntries(
  ['ics', 'atom', 'json'].flatMap((ending) => [
    [`/conferences/feed.${ending}`, selection],
    [`/cfp/feed.${ending}`, selectionOfCalls],
  ]),
)

const coverageFeeds = { '/coverage/feed.atom': ['kind'], '/coverage/feed.json': ['kind'] }
const trendsFile = { '/trends.csv': trends }
const embedParameters = {
  '/embed/conferences/$slug': ['day', 'track', 'tracks', 'rooms', 'view', 'choose', 'find', 'theme'],
}

// As the router matches: static paths before paths with parameters, ignoring case and a trailing slash.
const patterns = Object.entries({
  ...knownParameters,
  ...feedParameters,
  ...coverageFeeds,
  ...trendsFile,
  ...embedParameters,
})
  .sort(([one], [other]) => one.split('$').length - other.split('$').length)
  .map(([path, names]) => ({
    matches: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/?$`, 'i'),
    names: new Set(names),
  }))

/**
 * The cache key of a URL: the path with the search parameters that the page reads, sorted by name. Other parameters are
 * ignored, and so is a cursor that is none, so that they can't fill the cache. `url` begins with a slash, or has an origin.
 */
export function pageKey(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/, '')
  const queryStart = path.indexOf('?')
  if (queryStart === -1) return path
  const pathname = path.slice(0, queryStart)
  const names = patterns.find(({ matches }) => matches.test(pathname))?.names
  const knownSearch = new URLSearchParams(
    [...new URLSearchParams(withoutBrackets(path.slice(queryStart)))].filter(
      ([name, value]) => names?.has(name) && value !== '' && (!cursors.has(name) || isCursor(value.trim())),
    ),
  )
  knownSearch.sort()
  return knownSearch.size > 0 ? `${pathname}?${knownSearch}` : pathname
}
