/**
 * Characters that keyboards, phones and programs use for one sign; those of the last row are not seen and mean nothing.
 * Full width, ligatures and the like are taken apart by fold(). plain_signs() in migrations/0144 is made of this table.
 */
export const equalSigns: [sign: string, characters: string][] = [
  ["'", '`´ʹʻ-ʿˈˊˋ՚׳‘-‛′‵‹›Ꞌꞌ｀'],
  ['"', '«»ʺ״“-‟″‶〝-〟'],
  ['-', '˗‐-―⁃⁻₋−﹘'],
  ['', '\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe0e\ufe0f\ufeff'],
]

const patterns = equalSigns.map(([sign, characters]) => [new RegExp(`[${characters}]`, 'g'), sign] as const)

/** A text with one character for each sign. */
export const plainSigns = (value: string): string =>
  patterns.reduce((text, [pattern, sign]) => text.replace(pattern, sign), value)
