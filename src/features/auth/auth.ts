import { oneOf, oneText } from '#lib/search-params.ts'

const fieldsOfRefusals: Record<string, string[]> = {
  INVALID_INVITATION: ['invitationCode'],
  INVALID_NAME: ['name'],
  INVALID_EMAIL: ['email'],
  INVALID_PASSWORD: ['currentPassword'],
  INVALID_CODE: ['code'],
  INVALID_BACKUP_CODE: ['code'],
  PASSWORD_TOO_SHORT: ['newPassword', 'password'],
  PASSWORD_TOO_LONG: ['newPassword', 'password'],
  PASSWORD_TOO_COMMON: ['newPassword', 'password'],
}

/** Which field of a form a refusal of the server belongs to, by its code. */
export const fieldOfRefusal = <Values extends object>(code: string, values: Values) =>
  fieldsOfRefusals[code]?.find((field) => field in values) as (keyof Values & string) | undefined

const tabs = ['register', 'forgot', 'confirm', 'request', 'second-factor', 'recovery-code'] as const

export type AuthSearch = {
  tab?: (typeof tabs)[number]
  /** Of a link with an invitation: the code stands in the form. */
  code?: string
  /** A mail is on its way; or the password was changed. */
  sent?: 'yes'
  changed?: 'yes'
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

/** The link in the mail that confirms the address of a new account: a page with a button. */
export const confirmPath = (token: string, next?: string) =>
  `/auth/confirm?${new URLSearchParams({ token, ...(next && { next }) })}`

/** Where the button that confirms an address leads: `next` is the page that the person was on the way to. */
export const confirmedPath = (next?: string) =>
  `/auth?${new URLSearchParams({ confirmed: 'yes', ...(next && { next }) })}`

/** The link in the mail to somebody who has forgotten the password: signing in then leads to `next`, too. */
export const resetPath = (token: string, next?: string) =>
  `/auth/reset?${new URLSearchParams({ token, ...(next && { next }) })}`

export function authSearch(raw: Record<string, unknown>): AuthSearch {
  const code = oneText(raw.code, 100)
  return {
    // The link of an invitation opens the registration.
    tab: oneOf(raw.tab, tabs) ?? (code ? 'register' : undefined),
    code,
    sent: oneOf(raw.sent, ['yes']),
    changed: oneOf(raw.changed, ['yes']),
    next: localPath(raw.next),
    confirmed: oneOf(raw.confirmed, ['yes']),
    error: oneText(raw.error),
  }
}
