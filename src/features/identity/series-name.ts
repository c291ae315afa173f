/** A year in a name, also '26. */
export const yearPattern = /(?<!\d)(?:((?:19|20)\d\d)|['’](\d\d))(?!\d)/

/** The name that all editions have, as people write it: without year, ordinal and parentheses; a name of nothing else stays. */
export function seriesName(name: string): string {
  const rest = name
    .replace(new RegExp(`\\s*[[(]?${yearPattern.source}[\\])]?`, 'g'), ' ')
    .replace(/^\s*\d+(?:st|nd|rd|th)\s+/i, '')
    .replace(/\s\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ \-_,.:]+|[ \-_,.:]+$/g, '')
  return rest.length >= 2 ? rest : name
}
