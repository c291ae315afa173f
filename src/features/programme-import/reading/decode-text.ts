/** A calendar whose lines were folded in the middle of a character, with the fold before it; undefined if there is none such. */
function withWholeCharacters(content: Uint8Array, head: string): Uint8Array | undefined {
  if (!/^(?:\xef\xbb\xbf)?\s*BEGIN:VCALENDAR/i.test(head)) return undefined
  const bytes = Buffer.from(content).toString('latin1')
  const corrected = bytes.replace(/([\xc2-\xf4][\x80-\xbf]*)((?:\r\n|\n|\r)[ \t])(?=[\x80-\xbf])/g, '$2$1')
  return corrected === bytes ? undefined : Buffer.from(corrected, 'latin1')
}

/** The text of a file: by its byte order mark, by what XML declares, as UTF-8, or, where that fails, as Windows-1252. */
export function decodeText(content: Uint8Array): string {
  const [a, b, c, d] = content
  const head = new TextDecoder('latin1').decode(content.subarray(0, 200))
  const declared = head.match(/^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/)?.[1]
  const encoding =
    a === 0xff && b === 0xfe
      ? 'utf-16le'
      : a === 0xfe && b === 0xff
        ? 'utf-16be'
        : a !== 0 && b === 0 && c !== 0 && d === 0
          ? 'utf-16le'
          : a === 0 && b !== 0 && c === 0 && d !== 0
            ? 'utf-16be'
            : declared && !/^utf-?16/i.test(declared)
              ? declared
              : 'utf-8'
  // What a file declares may be no encoding, or not the one that it has.
  for (const label of new Set([encoding, 'utf-8']))
    try {
      return new TextDecoder(label, { fatal: true }).decode(content)
    } catch {}
  const corrected = withWholeCharacters(content, head)
  return corrected ? decodeText(corrected) : new TextDecoder('windows-1252').decode(content)
}

/**
 * Whether a file seems to be Sessionize's view Speakers: of two chosen files it is the one beside the programme. Its beginning
 * says so: the whole is read in the thread.
 */
export const isSpeakersFile = (content: Uint8Array): boolean =>
  /^\s*\[\s*\{[\s\S]*?"(?:fullName|firstName|tagLine)"\s*:/.test(decodeText(content.subarray(0, 64 * 1024)))
