import { unreadable } from '#features/reading/unreadable.ts'
import { isFrabJson, parseFrabJson } from '../formats/frab-json.ts'
import { parseFrabXml } from '../formats/frab-xml.ts'
import { parseICalendar } from '../formats/icalendar.ts'
import { isPretalxJson, parsePretalxJson } from '../formats/pretalx-json.ts'
import { isProgrammeTable, parseProgrammeCsv, tableOfObjects } from '../formats/programme-csv.ts'
import { isSessionize, isSpeakersView, parseSessionize, parseSpeakersView } from '../formats/sessionize.ts'
import { isXcal, parseXcal } from '../formats/xcal.ts'
import { decodeText } from './decode-text.ts'
import { formatNames, type ProgrammeFormat, programmeFormats, type ReadProgramme } from './document.ts'
import { type NormaliseOptions, normalise } from './normalise.ts'
import type { RawPerson, RawProgramme } from './raw-programme.ts'

const expected = `Expected ${programmeFormats.map((format) => formatNames[format]).join(', ')}`

export type ReadOptions = NormaliseOptions & {
  format?: ProgrammeFormat
  /** Sessionize's view Speakers, which says more of the people than the sessions do. */
  speakers?: Uint8Array
}

/**
 * Reads a programme of any format that is known; the content tells which, not the name of the file. It may take seconds:
 * the site reads in a thread (read-in-thread.server.ts).
 */
export function readProgramme(content: Uint8Array, options: ReadOptions = {}): ReadProgramme {
  const fileText = decodeText(content)
  const text = tableOfJson(fileText) ?? dataOfPage(fileText) ?? fileText
  const recognised = formatOf(text)
  const format = options.format ?? recognised
  if (!format) throw unreadable(`${expected}. ${foundInstead(text)} (line 1)`)
  if (options.format && recognised && recognised !== options.format)
    throw unreadable(
      `Expected ${formatNames[options.format]}, and this is ${formatNames[recognised]}: name that format, or none (line 1)`,
    )
  const raw = parse(text, format, options)
  if (options.speakers) raw.people = [...raw.people, ...readSpeakers(options.speakers)]
  return normalise(raw, format, options)
}

function parse(text: string, format: ProgrammeFormat, options: NormaliseOptions): RawProgramme {
  switch (format) {
    case 'frab-xml':
      return parseFrabXml(text)
    case 'icalendar':
      return text.trimStart().startsWith('<') ? parseXcal(text) : parseICalendar(text)
    case 'csv':
      return parseProgrammeCsv(text, options)
    case 'frab-json': {
      const value = parseJson(text)
      return isPretalxJson(value) ? parsePretalxJson(value) : parseFrabJson(value)
    }
    case 'sessionize':
      return parseSessionize(parseJson(text))
  }
}

function readSpeakers(content: Uint8Array): RawPerson[] {
  const value = parseJson(decodeText(content))
  if (!isSpeakersView(value))
    throw unreadable('Expected Sessionize’s view Speakers as the file of the people')
  return parseSpeakersView(value)
}

const isPage = (start: string) => /^<(?:!doctype html|html)\b/i.test(start)

/** From the first element on. */
const rootOf = (xml: string) => xml.replace(/^(?:\s|<\?[^>]*>|<!--[\s\S]*?-->)*/, '')

function formatOf(text: string): ProgrammeFormat | undefined {
  const start = text.slice(0, 2000).trimStart()
  if (/^BEGIN:VCALENDAR/i.test(start)) return 'icalendar'
  if (start.startsWith('<')) {
    if (isPage(start)) return undefined
    return isXcal(rootOf(start)) ? 'icalendar' : 'frab-xml'
  }
  if (start.startsWith('{') || start.startsWith('[')) {
    const value = parseJson(text)
    if (isFrabJson(value) || isPretalxJson(value)) return 'frab-json'
    return isSessionize(value) ? 'sessionize' : undefined
  }
  return isProgrammeTable(text) ? 'csv' : undefined
}

const binaryFiles: [string, string][] = [
  ['PK\u0003\u0004', 'a packed file, such as an Excel workbook: save the table as CSV'],
  ['%PDF', 'a PDF: export the programme in one of these formats, or write it into a table'],
  ['\u001f\u2039', 'a file packed with gzip: unpack it first'],
]

function foundInstead(text: string): string {
  const start = text.trimStart()
  if (start === '') return 'The file is empty: export or download it once more'
  if (isPage(start)) return 'This is a web page: take the address of the schedule file itself'
  if (/^[{[]/.test(start))
    return 'This JSON has neither "schedule" nor "sessions": export the programme in one of these formats'
  for (const [beginning, name] of binaryFiles) if (text.startsWith(beginning)) return `This is ${name}`
  return 'This is none of them: export the programme in one of these formats, or write it into a table with the columns title, date, start, end, room and speakers'
}

/** The talks that a web page names for other programs, in the words of schema.org. */
function dataOfPage(text: string): string | undefined {
  if (!isPage(text.trimStart())) return undefined
  // Of each script its beginning, then what follows it.
  const parts = text.split(/(<script\b[^<>]{0,300}>)/i)
  return parts
    .flatMap((part, index) => (/ld\+json/i.test(parts[index - 1] ?? '') ? part.split(/<\/script/i, 1) : []))
    .find((json) => {
      try {
        return isPretalxJson(JSON.parse(json))
      } catch {
        return false
      }
    })
}

/** JSON lines, or a list of objects that no system writes, as a table. */
function tableOfJson(text: string): string | undefined {
  const lines = text.trim().split(/\r?\n/)
  if (/^\s*\[/.test(text)) {
    const value = parseJson(text)
    return Array.isArray(value) && !isSessionize(value) ? tableOfObjects(value) : undefined
  }
  if (lines.length < 2 || !/^\{.*\}\s*$/.test(lines[0]!)) return undefined
  return tableOfObjects(
    lines.flatMap((line, index) => {
      if (line.trim() === '') return []
      try {
        return [JSON.parse(line)]
      } catch {
        throw unreadable(`This line is not valid JSON: fix it, or export the file again (line ${index + 1})`)
      }
    }),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const position = Number(message.match(/position (\d+)/)?.[1])
    const line = Number.isNaN(position) ? text.split('\n').length : text.slice(0, position).split('\n').length
    throw unreadable(`This is not valid JSON: fix it here, or export the file again (line ${line})`)
  }
}
