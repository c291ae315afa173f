import type { Readable } from 'node:stream'

/**
 * The lines of a text in UTF-8, parted by line feeds alone. Not node:readline, which also parts at the
 * line separators of Unicode that stand inside of JSON.
 */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest) yield rest
}
