/** A language's English name; the tag itself where the runtime knows none. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Whether a tag is that of a language: 'en' or 'pt-BR', not 'xx'. */
export function isLanguage(tag: string): boolean {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined
  } catch {
    return false
  }
}
