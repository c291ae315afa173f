// The search part of an address in its plain form, ?topics=go&topics=rust, as a form without script sends it.

export type Search = Record<string, string | string[] | undefined>

/** Every value is text, or a list of texts where a name comes more than once. */
export function parseSearch(search: string): Search {
  const found: Search = {}
  for (const [name, value] of new URLSearchParams(search)) {
    // An object has names of its own: toString would be found without being asked for.
    const before = Object.hasOwn(found, name) ? found[name] : undefined
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}

/** Leaves out what is empty, so that an address says only what was chosen. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null && each !== '' && each !== false)
        params.append(name, String(each))
    }
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** The text of a search parameter, trimmed, or undefined. A number is what validation made of a text before. */
export function oneText(value: unknown, longest = 200): string | undefined {
  const first = [value].flat()[0]
  const text = typeof first === 'number' ? String(first) : first
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, longest) : undefined
}

/** All texts of a search parameter, each once. Undefined if there is none. */
export function manyTexts(value: unknown, most = 50): string[] | undefined {
  const texts = [value]
    .flat()
    .filter((each): each is string => typeof each === 'string' && each.trim() !== '')
  return texts.length > 0 ? [...new Set(texts.map((text) => text.trim()))].slice(0, most) : undefined
}

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
