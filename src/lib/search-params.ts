// Search parameters in their plain form, ?topics=go&topics=rust, as a form without script sends them.

export type Search = Record<string, string | string[] | undefined>

/**
 * Every value is a string, or an array if a name is repeated. Null characters are left out: HTML can't hold them, so the
 * script that carries a page's data would differ from the one that the content policy allows.
 */
export function parseSearch(search: string): Search {
  const parsed: Search = {}
  for (const [name, value] of new URLSearchParams(search.replaceAll('%00', ''))) {
    // Inherited properties such as toString must not count as values.
    const previous = Object.hasOwn(parsed, name) ? parsed[name] : undefined
    parsed[name] = previous === undefined ? value : [previous, value].flat()
  }
  return parsed
}

/** `?topics[]=go`, as the API takes it, is `?topics=go`. */
export const withoutBrackets = (search: string) => search.replace(/(?<=[?&]\w+)(?:\[\]|%5B%5D)(?==)/gi, '')

/** Leaves out empty values, so that a URL holds only what was chosen. Every link is made by it, and most have none. */
export function stringifySearch(search: Record<string, unknown>): string {
  let params: URLSearchParams | undefined
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '' && each !== false) {
        params ??= new URLSearchParams()
        params.append(name, String(each))
      }
    }
  }
  return params ? `?${params}` : ''
}

/** The trimmed text of a search parameter, or undefined. May be a number that an earlier validation parsed. */
export function oneText(value: unknown, maxLength = 200): string | undefined {
  const first = [value].flat()[0]
  const text = typeof first === 'number' ? String(first) : first
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, maxLength) : undefined
}

/** The distinct texts of a search parameter, or undefined if there are none. */
export function manyTexts(value: unknown, maxCount = 50): string[] | undefined {
  const texts = [value]
    .flat()
    .filter((item): item is string => typeof item === 'string' && item.trim() !== '')
  return texts.length > 0 ? [...new Set(texts.map((text) => text.trim()))].slice(0, maxCount) : undefined
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** The forms of lib/cursor.ts: a day, a moment or a rank, then an id, a moment with a group before it; an id and a text. */
const cursorForm = new RegExp(
  `^(?:(?:(?:[0-2]_)?\\d{4}-\\d\\d-\\d\\d[^_]{0,30}|-?\\d{1,9})_${uuid}(?:_|$)|${uuid}_)`,
)

export const isCursor = (text: string) => cursorForm.test(text)

/** The cursor in a search parameter. What is none is left out: the list begins at its first page. */
export function cursor(value: unknown): string | undefined {
  const text = oneText(value, 300)
  return text !== undefined && isCursor(text) ? text : undefined
}

/** Where the list of a page goes on. */
export const afterCursor = (raw: Record<string, unknown>): { after?: string } => ({
  after: cursor(raw.after),
})

/** Where the two lists of a page go on: what is to come, and the past. */
export type Cursors = { later?: string; earlier?: string }

export const cursors = (raw: Record<string, unknown>): Cursors => ({
  later: cursor(raw.later),
  earlier: cursor(raw.earlier),
})

/** Whether a page shows a list: a further page of one leaves the other out. */
export const showsPart = (part: keyof Cursors, search: Cursors) =>
  search[part] !== undefined || (search.later ?? search.earlier) === undefined

/** The value if it is one of the choices. */
export function oneOf<const Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === value)
}

/** The number of a page after the first, or undefined. */
export function pageNumber(value: unknown): number | undefined {
  const page = Number(oneText(value))
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined
}
