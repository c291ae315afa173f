import { plainLine } from '#features/reading/plain-text.ts'

let languageCodes: Map<string, string> | undefined
/** Codes by the names of languages, in these and in each language itself. */
function readLanguageCodes() {
  const namesIn = (language: string) =>
    new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  const english = namesIn('en')
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => english.of(code))
  const translated = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'].flatMap((language) => {
    const names = namesIn(language)
    return codes.map((code) => [names.of(code), code] as const)
  })
  const own = codes.map((code) => [namesIn(code).of(code), code] as const)
  return new Map(
    [...translated, ...own].flatMap(([name, code]) => {
      // 'iw' was Hebrew before 'he'.
      const [canonical = code] = Intl.getCanonicalLocales(code)
      return name ? [[name.toLowerCase(), canonical] as const] : []
    }),
  )
}

/** A BCP 47 tag from a tag or from the name of a language: "German", "Deutsch", "English (US)". */
export function languageOf(value: string | null | undefined): string | null {
  // A longer one is no language, and slow to match.
  const text = plainLine(value?.slice(0, 100))
  if (!text) return null
  // 'de-formal' is a way to address the readers of pretalx.
  const tag = text.replaceAll('_', '-').replace(/-(?:in)?formal$/i, '')
  if (/^[A-Za-z]{2}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) return tag
  languageCodes ??= readLanguageCodes()
  const code = languageCodes.get(text.replace(/\s*\(.*\)$/, '').toLowerCase())
  if (code) return code
  // 'eng' is 'en'.
  return /^[A-Za-z]{3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) ? Intl.getCanonicalLocales(tag)[0]! : null
}
