import { CsvError, parse } from 'csv-parse/sync'
import { linkKinds } from '#features/programme/link-kinds.ts'
import { type SourceLink, unreadable } from './document.ts'
import { mendedUrl } from './plain-text.ts'
import type { RawProgramme, RawTalk, Yield } from './raw-programme.ts'

/** The columns of a table, in the order of the template. */
export const programmeColumns = [
  'key',
  'title',
  'subtitle',
  'day',
  'date',
  'start',
  'end',
  'room',
  'track',
  'type',
  'language',
  'speakers',
  'abstract',
  'slides',
  'video',
  'url',
  'status',
  'links',
] as const
type Column = (typeof programmeColumns)[number]

/** What else people call them. */
const aliases: Record<string, Column> = {
  id: 'key',
  guid: 'key',
  uid: 'key',
  start_time: 'start',
  end_time: 'end',
  location: 'room',
  speaker: 'speakers',
  description: 'abstract',
  slides_url: 'slides',
  video_url: 'video',
  link: 'url',
}

const columnOf = (header: string): Column | undefined => {
  const name = header
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return (programmeColumns as readonly string[]).includes(name) ? (name as Column) : aliases[name]
}

const delimiters = [',', ';', '\t']

function delimiterOf(text: string): string | undefined {
  const [headers = ''] = text.split(/\r\n|\n|\r/, 1)
  const columns = (delimiter: string) =>
    headers.split(delimiter).filter((header) => columnOf(header.replace(/^"|"$/g, ''))).length
  const [best] = delimiters.toSorted((a, b) => columns(b) - columns(a))
  return best && columns(best) > 1 ? best : undefined
}

/** Whether the first line names columns of a programme. */
export const isProgrammeTable = (text: string) => delimiterOf(text) !== undefined

const rowsPerStep = 200

/** A line of the column `links`: the kind, the address, the title. */
export const linkLine = ({ kind, url, title }: SourceLink) => [kind, url, ...(title ? [title] : [])].join(' ')

function linkOf(line: string): SourceLink[] {
  const [, name, address, title] = line.trim().match(/^(\w+)\s+(\S+)\s*(.*)$/) ?? []
  const url = mendedUrl(address)
  return url ? [{ kind: linkKinds.find((kind) => kind === name) ?? 'other', url, title: title || null }] : []
}

/** Reads a table with one talk a line. Values may be quoted; `;` separates speakers; the type "break" makes a break. */
export async function parseProgrammeCsv(text: string, breathe: Yield): Promise<RawProgramme> {
  const expected = `Expected a table whose first line names its columns: ${programmeColumns.join(',')}`
  const delimiter = delimiterOf(text)
  if (!delimiter) throw unreadable(`${expected} (line 1)`)
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as typeof records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(`This is no valid table: ${error.message.replace(/\s+/g, ' ').slice(0, 150)}`)
  }
  const [header, ...rows] = records
  const columns = (header?.record ?? []).map(columnOf)
  const missing = ['title', 'date'].filter(
    (name) => !columns.includes(name as Column) && !(name === 'date' && columns.includes('day')),
  )
  if (missing.length > 0) throw unreadable(`${expected}; these are missing: ${missing.join(', ')} (line 1)`)
  const raw: RawProgramme = { conference: {}, tracks: [], talks: [], people: [] }
  for (const [index, { record, info }] of rows.entries()) {
    if (index % rowsPerStep === 0) await breathe()
    if (record.every((value) => value.trim() === '')) continue
    const value = (name: Column) => {
      const at = columns.indexOf(name)
      return at < 0 ? undefined : withoutGuard(record[at]?.trim() ?? '') || undefined
    }
    raw.talks.push(talkOf(value, `line ${info.lines}`))
  }
  return raw
}

/** A cell that begins with a sign of a formula was written with ' before it. */
const withoutGuard = (value: string) => value.replace(/^'(?=[=+\-@])/, '')

const talkOf = (value: (name: Column) => string | undefined, where: string): RawTalk => ({
  where,
  guid: value('key'),
  isBreak: value('type')?.toLowerCase() === 'break',
  isCancelled: /^cancell?ed$/i.test(value('status') ?? ''),
  title: value('title'),
  subtitle: value('subtitle'),
  abstract: value('abstract'),
  day: value('day'),
  moment: value('date') ?? value('day'),
  start: value('start'),
  end: value('end'),
  room: value('room'),
  track: value('track'),
  type: value('type'),
  language: value('language'),
  url: value('url'),
  slides: value('slides'),
  video: value('video'),
  further: value('links')?.split('\n').flatMap(linkOf),
  people: (value('speakers') ?? '')
    .split(';')
    .map((name) => ({ name: name.trim() }))
    .filter(({ name }) => name !== ''),
})
