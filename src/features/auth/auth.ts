import { oneOf, oneText } from '#lib/search-params.ts'

/** What the address of the sign-in page says. */
export type AuthSearch = {
  tab?: 'register' | 'forgot' | 'confirm'
  /** Where the person wanted to go. */
  next?: string
  confirmed?: 'yes'
  /** Why a link from a mail did not work. */
  error?: string
}

/**
 * A path on this site, written so that no parser of addresses can take it for another site: no empty, `.` or `..`
 * segment, no backslash, no space, no control character. Undefined for everything else.
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
