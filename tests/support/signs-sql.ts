import { equalSigns } from '#lib/signs.ts'

const allCharacters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))

/** The characters of each sign, one by one. */
export const charactersOfSigns = equalSigns.map(([sign, characters]) => {
  const pattern = new RegExp(`[${characters}]`)
  return { sign, characters: allCharacters.filter((character) => pattern.test(character)) }
})

const literalOf = (characters: string[]) =>
  characters.map((character) => `\\${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

/** plain_signs() of the migrations, made of the table in src/lib/signs.ts. */
export function signsSql(): string {
  const visible = charactersOfSigns.filter(({ sign }) => sign !== '')
  const invisible = charactersOfSigns.filter(({ sign }) => sign === '')
  const to = visible.map(
    ({ sign, characters }) => `repeat(${sign === "'" ? "''''" : `'${sign}'`}, ${characters.length})`,
  )
  return `create or replace function plain_signs(value text) returns text
  language sql immutable strict parallel safe
  as $$
    select translate(
      value,
      U&${[...visible, ...invisible].map(({ characters }) => `'${literalOf(characters)}'`).join('\n      ')},
      ${to.join(' || ')}
    )
  $$;`
}
