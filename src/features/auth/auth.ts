import { oneOf, oneText } from '#lib/search-params.ts'

/** The search parameters of the sign-in page. */
export type AuthSearch = {
  tab?: 'register' | 'forgot' | 'confirm'
  /** The path to go to after signing in. */
  next?: string
  confirmed?: 'yes'
  /** Why a link from a mail did not work. */
  error?: string
}

/**
 * A path on this site that no URL parser can take for another origin: no empty, `.` or `..` segment, no backslash, space
 * or control character. Undefined for everything else, which prevents open redirects.
 */
export const localPath = (value: unknown) => {
  const path = oneText(value, 2000)
  return path && /^\/[^\\\s\p{C}]*$/u.test(path) && !/\/\/|\/(\.|%2e){1,2}([/?#]|$)/i.test(path)
    ? path
    : undefined
}

export function authSearch(raw: Record<string, unknown>): AuthSearch {
  return {
    tab: oneOf(raw.tab, ['register', 'forgot', 'confirm']),
    next: localPath(raw.next),
    confirmed: oneOf(raw.confirmed, ['yes']),
    error: oneText(raw.error),
  }
}
