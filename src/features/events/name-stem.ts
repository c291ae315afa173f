import { fold, seriesName } from '#lib/text.ts'

type NamedEvent = { name: string; location_name: string; country_name: string }

/** Words that tell the editions of one conference apart, besides the place. */
const additions = 'edition online virtual europe north america asia us uk eu'

/** What a name says without year, number, city, country and continent: 'Codemotion' of 'Codemotion Milan 2026'. */
export function nameStem({ name, location_name, country_name }: NamedEvent): string {
  const withoutYear = seriesName(name)
  const removedWords = new Set(lettersOf(`${location_name} ${country_name} ${additions}`).split(' '))
  return withoutYear
    .split(' ')
    .filter(
      (word) =>
        !lettersOf(word)
          .split(' ')
          .every((part) => removedWords.has(part)),
    )
    .join(' ')
    .replace(/^[\s\-–,.:]+|[\s\-–,.:]+$/g, '')
}

/** Folded words, a blank between them. */
const lettersOf = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()
