import { z } from 'zod'
import {
  eventFields,
  type OptionalEventField,
  optionalEventFields,
} from '#features/events/event-editing.schemas.ts'
import type { EventStatus } from '#features/events/event-status.ts'
import { labelledFacts } from '#features/events/labelled-facts.ts'
import { topicForm } from '#features/topics/topics.schemas.ts'
import { cleanText, isVisible, optionalDay, optionalUrl, withSingleBlanks } from '#lib/fields.ts'
import { withoutFormulaGuard } from '#lib/formula-guard.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'

export const importHeaders = [
  'name',
  'description',
  'start_date',
  'end_date',
  'location_name',
  'country_name',
] as const
type Header = (typeof importHeaders)[number]

type OptionalHeader = Exclude<OptionalEventField, Header>
const optionalColumnNames = optionalEventFields.filter(
  (name): name is OptionalHeader => !(importHeaders as readonly string[]).includes(name),
)
const isInAnyFile = (name: OptionalHeader) => 'isInAnyFile' in eventFields[name]

const eventHeaders = optionalColumnNames.filter(isInAnyFile)
/** The address and the last day of the call for talks. */
const callHeaders = ['cfp_url', 'cfp_end_date'] as const
/** Further columns that a file may have. Their values are checked by the schemas of the forms. */
export const optionalHeaders = [...eventHeaders, ...callHeaders]

/**
 * What the directory's own export has beside them; `slug` and `url` are this site's. Only a file that has these is read with
 * quotes, also one from before a column was added.
 */
const ownHeaders = ['tags', 'slug', 'url'] as const
/** Columns that only the export has: in somebody else's file they may mean anything. */
const laterHeaders = optionalColumnNames.filter((name) => !isInAnyFile(name))
export const exportHeaders = [...importHeaders, ...optionalHeaders, ...ownHeaders, ...laterHeaders]
/** The column with the topics of each conference, in any file. */
export const topicHeaders = ['tags', 'topics'] as const
const knownHeaders = [...exportHeaders, ...topicHeaders]
/** What is stored of the conference as it is written. */
export const storedHeaders = [...importHeaders, ...eventHeaders, ...laterHeaders]
export const tagSeparator = '; '

/** One conference of a file. `line` counts the file's lines from 1, blank ones and the header included. */
export type ImportRow = Record<Exclude<Header, 'description'>, string> & {
  line: number
  description: string | null
  cfp_url?: string | null
  cfp_end_date?: string | null
  tags?: string[]
} & { [Name in Exclude<OptionalHeader, 'status'>]?: string | null } & { status?: EventStatus }
export type Skipped = { line: number; reason: string }
export type ParsedImport =
  | { ok: true; rows: ImportRow[]; skipped: Skipped[]; unknownColumns: string[]; isOwnExport: boolean }
  | { ok: false; title: string; message: string }

/** The sentence for a skipped line, in the specification's words: 'Line {n}: Invalid number of columns'. */
export const skippedLine = ({ line, reason }: Skipped) => `Line ${line}: ${reason}`

/** Parsing a file of 50,000 lines at once would block the site. */
const yieldToEventLoop = () => new Promise<void>((resume) => setTimeout(resume))

/** The sentence for columns that no field stands for; undefined where there is none. */
export const unknownColumnsLine = (columns: string[]) =>
  columns.length === 0
    ? undefined
    : `${columns.length === 1 ? 'This column is not known and was left out' : 'These columns are not known and were left out'}: ${columns.join(', ')}`

/** What became of the topics of a file: those that exist are set, others wait for an administrator. */
export function topicsLine({
  tagged,
  proposed_topics,
}: {
  tagged: number
  proposed_topics: string[]
}): string | undefined {
  const setPart = tagged > 0 && `${count(tagged, 'conference has', 'conferences have')} topics`
  const names = proposed_topics.slice(0, proposedNames).join(', ')
  const rest = proposed_topics.length - proposedNames
  const proposedPart =
    proposed_topics.length > 0 &&
    `${count(proposed_topics.length, 'topic is', 'topics are')} proposed in Topic Management: ${names}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`
  return [setPart, proposedPart].filter(Boolean).join('. ') || undefined
}

export const nothingImported = (skipped: number) =>
  skipped === 0 ? 'The file has no conferences' : 'No event was imported: every line was skipped'

const maxUnknownColumns = 50
/** Proposed topics that a report names. */
const proposedNames = 10
const linesPerYield = 2000
const isoDay = z.iso.date()
const firstYear = 1900
const lastYear = 2200

const refused = (message: string, title = 'Import failed') => ({ ok: false as const, title, message })

/**
 * Parses a CSV file. Lines that the database would refuse are skipped, with a reason. Values are split at each comma and
 * trimmed, without quotes; only the directory's own export is read with them.
 */
export async function parseImport(fileName: string, content: string | Uint8Array): Promise<ParsedImport> {
  if (!/\.csv$/i.test(fileName)) return refused('Please upload a CSV file', 'Invalid file type')
  const text = (
    typeof content === 'string' ? content.toWellFormed() : new TextDecoder().decode(content)
  ).replace(/^\ufeff/, '')
  // Spreadsheets write them with capitals.
  const headers = (text.split(/[\r\n]/, 1)[0] ?? '')
    .split(',')
    .map((header) => header.trim())
    .map((header) => knownHeaders.find((name) => name === header.toLowerCase()) ?? header)
  const missingHeaders = importHeaders.filter((header) => !headers.includes(header))
  if (missingHeaders.length > 0) return refused(`Missing required headers: ${missingHeaders.join(', ')}`)
  const isOwnExport = ownHeaders.every((header) => headers.includes(header))
  const optionalColumns = [...optionalHeaders, ...(isOwnExport ? laterHeaders : [])].filter((header) =>
    headers.includes(header),
  )
  const expectedColumns: readonly string[] = isOwnExport
    ? exportHeaders
    : [...importHeaders, ...optionalHeaders, ...topicHeaders]
  const unknownColumns = [...new Set(headers)]
    .filter((header) => !expectedColumns.includes(header))
    .map((header) => shorten(cleanText(header).toWellFormed()) || '(without a name)')
    .slice(0, maxUnknownColumns)
  const lines = isOwnExport ? await quotedLines(text) : plainLines(text, headers.length)
  if (!lines) return refused('A quote is not closed: part of the file is missing')
  const rows: ImportRow[] = []
  const skipped: Skipped[] = []
  let lineCount = 0
  for (const { line, values } of lines) {
    if (++lineCount % linesPerYield === 0) await yieldToEventLoop()
    const value = (header: string) => values[headers.indexOf(header)] ?? ''
    const textLine = (header: string) =>
      withSingleBlanks(removeInvisible(value(header).replaceAll('\n', ' '))).trim()
    const runningText = (header: string) =>
      value(header).split('\n').map(removeInvisible).join('\n').trim() || null
    const row: ImportRow = {
      line,
      name: textLine('name'),
      description: runningText('description'),
      start_date: textLine('start_date'),
      end_date: textLine('end_date'),
      location_name: textLine('location_name'),
      country_name: textLine('country_name'),
    }
    for (const header of optionalColumns)
      Object.assign(row, { [header]: runningText(header) ?? (header === 'status' ? undefined : null) })
    if (isOwnExport) row.tags = textLine('tags').split(/ *; */).filter(Boolean)
    else if (topicHeaders.some((header) => headers.includes(header)))
      row.tags = topicHeaders.flatMap((header) => textLine(header).split(/ *[;|] */)).filter(Boolean)
    const reason =
      values.length === headers.length
        ? validationError(row, values.join(','), isOwnExport)
        : 'Invalid number of columns'
    if (reason) skipped.push({ line, reason })
    else rows.push(isOwnExport ? row : withLabelledFacts(row, headers))
  }
  return { ok: true, rows, skipped, unknownColumns, isOwnExport }
}

/**
 * A file without columns for topics, website and format often has them in its descriptions, and '(Cancelled)' in names; what is
 * not valid stays text only.
 */
function withLabelledFacts(row: ImportRow, headers: string[]): ImportRow {
  const { tags, website, format } = labelledFacts(row.description ?? '')
  const url = eventFields.website.schema.safeParse(website)
  return {
    ...row,
    ...(url.data && !headers.includes('website') && { website: url.data }),
    ...(/\(cancell?ed\)$/i.test(row.name) && { status: 'cancelled' as const }),
    ...(format && !headers.includes('format') && { format }),
    ...(tags.length > 0 &&
      !topicHeaders.some((header) => headers.includes(header)) && {
        tags: tags.filter((name) => topicForm.safeParse({ name }).success),
      }),
  }
}

type Line = { line: number; values: string[] }

function* plainLines(text: string, columns: number): Generator<Line> {
  for (const [index, content] of text.split(text.includes('\n') ? '\n' : '\r').entries())
    if (index > 0 && content.trim() !== '') yield { line: index + 1, values: content.split(',', columns + 1) }
}

/** Undefined if a quote is not closed. */
async function quotedLines(text: string): Promise<Line[] | undefined> {
  // Loaded here: pages import this file for the names of the columns.
  const { CsvError, parse } = await import('csv-parse/sync')
  try {
    const records = parse(text.replace(/\r\n?/g, '\n'), {
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.slice(1).map(({ record, info }) => ({
      line: info.lines - record.join('').split('\n').length + 1,
      values: record.map(withoutFormulaGuard),
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return undefined
  }
}

/** Replaces line separators and tabs by spaces, and removes other control characters and direction marks. */
export function removeInvisible(text: string): string {
  return text.replace(/[\t\v\f\r\u0085\u2028\u2029]/g, ' ').replace(/[\p{Cc}\u061c\u200e\u200f\ufeff]/gu, '')
}

const maxLengths = {
  name: limits.eventName,
  location_name: limits.place,
  country_name: limits.place,
} as const

/** Why a row is left out; one that is not has its optional values as they are stored. */
function validationError(row: ImportRow, text: string, isQuoted: boolean): string | undefined {
  if (text.includes('\ufffd')) return 'The text is not valid UTF-8. Please save the file as UTF-8'
  for (const header of ['name', 'location_name', 'country_name'] as const) {
    const value = row[header]
    if (!isVisible(value)) return `${header} is empty`
    if (isLonger(value, maxLengths[header]))
      return `${header} is longer than ${maxLengths[header]} characters`
    if (/[\u202a-\u202e\u2066-\u2069]/.test(value))
      return `${header} has characters that change the direction of text`
    if (!isQuoted && endsQuotedValue(value))
      return `${header} has a stray quote. Quoted values are not supported`
  }
  if (row.description && isLonger(row.description, limits.eventDescription)) {
    return `description is longer than ${limits.eventDescription} characters`
  }
  for (const header of ['start_date', 'end_date'] as const) {
    const day = row[header]
    if (day === '') return `Invalid date: ${header} is empty`
    if (!isoDay.safeParse(day).success)
      return `Invalid date in ${header}: ${shorten(day)}. Dates should be YYYY-MM-DD`
    const year = Number(day.slice(0, 4))
    if (year < firstYear || year > lastYear)
      return `Invalid date in ${header}: ${day}. Years are ${firstYear} to ${lastYear}`
  }
  if (row.end_date < row.start_date) return 'Invalid date: end_date is before start_date'
  for (const header of [...optionalHeaders, ...laterHeaders]) {
    const { error, data } = schemaOf(header).safeParse(row[header])
    if (error) return `${header}: ${error.issues[0]?.message}`
    // As it is stored: 'In person' is in_person.
    if (data !== undefined) Object.assign(row, { [header]: data })
  }
  for (const name of row.tags ?? []) {
    const { error } = topicForm.safeParse({ name })
    if (error) return `tags: ${error.issues[0]?.message}`
  }
}

const callSchemas = { cfp_url: optionalUrl(limits.url), cfp_end_date: optionalDay() }
const schemaOf = (header: OptionalHeader | keyof typeof callSchemas) =>
  header in callSchemas
    ? callSchemas[header as keyof typeof callSchemas]
    : eventFields[header as OptionalHeader].schema

const isLonger = (value: string, length: number) => value.length > length && Array.from(value).length > length

/** Whether the value is the second half of a quoted value that was split at a line end. */
const endsQuotedValue = (value: string) => value.endsWith('"') && value.split('"').length % 2 === 0

const shorten = (value: string) =>
  value.length > 40 ? `${Array.from(value).slice(0, 40).join('')}...` : value
