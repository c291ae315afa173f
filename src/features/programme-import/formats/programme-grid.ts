import { isTitleOfBreak, namesIn } from '#features/reading/plain-text.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { ProgrammeWarning } from '../reading/document.ts'
import type { RawProgramme, RawTalk } from '../reading/raw-programme.ts'
import { takeSpeakersFromTitles } from '../reading/speakers-in-titles.ts'
import { createDayReader, type DayHints } from './table-days.ts'
import { longestWhen, timesOfCell, type When } from './table-times.ts'

// A table with a line for each time and a column for each room or day, whose cells are titles.

/** `line` is its number in the file, from 1. */
export type Line = { line: number; record: string[] }
type Row = { line: number; cells: string[] }
type Header = { label?: string; cells: string[]; names: string[]; isUsed: boolean }
type Entry = {
  line: number
  /** Of a cell, and of the cells below it in lines without a time. */
  texts: string[]
  day?: string
  columns: number[]
  /** Minutes, or what stands there instead. */
  start: number | string
  end?: number
  header?: Header
  /** How many columns with a name are of its day. */
  columnsOfDay: number
}

const minTimes = 2
/** What of a 12-hour clock without am and pm is after noon where it follows the hours before. */
const afternoon = { from: 60, to: 8 * 60 }
const nightEnds = 4 * 60
const dayMinutes = 24 * 60

const two = (n: number) => String(n).padStart(2, '0')
const asClock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** Of a row, the cells with its times; what takes place then is in the cells from `contentAt` on. */
type TimeColumns = { startAt: number; endAt?: number; contentAt: number }

type Grid = {
  columns: TimeColumns
  days: GridDays
  mayNameRoom: (header: string) => boolean
  /** No time is after 12:59, and none says am or pm. */
  isTwelveHours: boolean
  entries: Entry[]
  warnings: ProgrammeWarning[]
  /** Of the row that is being read. */
  line: number
  header?: Header
  /** The day of the rows, as written. */
  day?: string
  /** Where each column is a day: these, as written. */
  dayOfColumn: (string | undefined)[]
  /** When the row before begins; -1 in the first row of a day. */
  previousStart: number
  /** The last entry of each column, until it ends. */
  open: (Entry | undefined)[]
}

/** Reads such a table; undefined if it is none. `mayNameRoom` tells names of rooms from those of columns. */
export function parseProgrammeGrid(
  lines: Line[],
  hints: DayHints,
  mayNameRoom: (header: string) => boolean,
): RawProgramme | undefined {
  const rows = lines.map(({ record, line }) => ({
    line,
    cells: record.map((cell) => (/^[-–—.\s]*$/.test(cell) ? '' : cell.trim())),
  }))
  refuseTooManyLines(rows)
  const columns = findTimeColumns(rows)
  if (!columns) return undefined
  const grid: Grid = {
    columns,
    days: createGridDays(rows, columns, hints),
    mayNameRoom,
    isTwelveHours: isTwelveHourClock(rows, columns),
    entries: [],
    warnings: [],
    line: 0,
    dayOfColumn: [],
    previousStart: -1,
    open: [],
  }
  for (const row of rows) if (row.cells.some((cell) => cell !== '') && !readRow(grid, row)) return undefined
  return grid.entries.length === 0 ? undefined : programmeOf(grid, hints)
}

/** Before any cell is matched: a hundred thousand lines would take seconds. */
function refuseTooManyLines(rows: Row[]) {
  const filledLines = rows.filter(({ cells }) => cells.some((cell) => cell !== '')).length
  if (filledLines > limits.programmeTalks)
    throw unreadable(
      `The table has ${filledLines} lines, and at most ${limits.programmeTalks} can be read where they begin with times: leave out what is no programme. If each line is a talk, name the column of the titles: title`,
    )
}

function isColumnOfTimes(rows: Row[], at: number): boolean {
  const filled = rows.flatMap(({ cells }) => cells[at] || [])
  const times = filled.filter((cell) => timesOfCell(cell)).length
  return times >= minTimes && times * 3 >= filled.length
}

/** Undefined if the table has no such columns. A column that repeats the times at the other end is emptied. */
function findTimeColumns(rows: Row[]): TimeColumns | undefined {
  const startAt = [0, 1, 2].findIndex((at) => isColumnOfTimes(rows, at))
  if (startAt < 0) return undefined
  const endAt = isColumnOfTimes(rows, startAt + 1) ? startAt + 1 : undefined
  const contentAt = (endAt ?? startAt) + 1
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  for (let at = contentAt; at < width; at++) {
    if (!isColumnOfTimes(rows, at)) continue
    // Rooms with times of their own are another kind of table.
    if (rows.some(({ cells }) => cells[at] && cells[at] !== cells[startAt])) return undefined
    for (const { cells } of rows) cells[at] = ''
  }
  return { startAt, endAt, contentAt }
}

function isTwelveHourClock(rows: Row[], { startAt, contentAt }: TimeColumns): boolean {
  const times = rows.flatMap(({ cells }) =>
    cells.slice(startAt, contentAt).flatMap((cell) => timesOfCell(cell) ?? []),
  )
  return (
    times.every(({ start, end = 0 }) => Math.max(start, end) < 13 * 60) &&
    !rows.some(({ cells }) => /\d\s*[ap]\.?m\b/i.test(cells[startAt] ?? ''))
  )
}

type GridDays = ReturnType<typeof createGridDays>

function createGridDays(rows: Row[], { startAt }: TimeColumns, hints: DayHints) {
  const cells = rows.flatMap(({ cells }) => {
    const when = timesOfCell(cells[startAt])
    const dayCells = when ? [...cells.slice(0, startAt), when.day ?? ''] : cells
    return dayCells.map((cell) => cell.slice(0, longestWhen))
  })
  const days = createDayReader(cells, hints)
  // "Saturday" and "Day 2" name a day also where nobody knows which.
  const shape = createDayReader(cells, { ...hints, first_day: hints.first_day ?? '2000-01-01' })
  const isDay = (cell: string) => !/^\d{1,2}$/.test(cell) && shape.dayOf(cell) !== undefined
  /** What names a day best: with its year, and else so that it can be read. */
  const bestDay = (cells: string[]) => {
    const dayCells = cells.filter(isDay)
    return (
      dayCells.find((cell) => /\d{4}/.test(cell)) ?? dayCells.find((cell) => days.dayOf(cell)) ?? dayCells[0]
    )
  }
  /** The day of a cell, perhaps beside a heading: "Day 1: Saturday, 2 May 2026". */
  const dayIn = (cell: string) =>
    cell.length > longestWhen ? undefined : bestDay([cell, ...cell.split(/\s*[:|–—()]\s*|\s-\s/)])
  return { ...days, isDay, bestDay, dayIn }
}

function warnOnce({ warnings, line: current }: Grid, code: string, text: string, line = current) {
  if (!warnings.some((warning) => warning.code === code)) warnings.push({ code, key: `line ${line}`, text })
}

function beginDay(grid: Grid, day: string | undefined, dayOfColumn: Grid['dayOfColumn'] = []) {
  grid.day = day
  grid.dayOfColumn = dayOfColumn
  grid.previousStart = -1
  grid.open = []
}

function addEntry(grid: Grid, text: string, at: number, times: Pick<Entry, 'start' | 'end'>): Entry {
  const { line, entries, header, day, dayOfColumn } = grid
  const isOfDay = (name: string, column: number) => name !== '' && dayOfColumn[column] === dayOfColumn[at]
  const columnsOfDay = header?.names.filter(isOfDay).length ?? 0
  const ofDay = dayOfColumn[at] ?? day
  const entry = { ...times, line, texts: [text], day: ofDay, columns: [at], header, columnsOfDay }
  entries.push(entry)
  return entry
}

/** Returns false where the row shows that the table is of another kind. */
function readRow(grid: Grid, { line, cells }: Row): boolean {
  grid.line = line
  const { columns, days, mayNameRoom } = grid
  const texts = cells.slice(columns.contentAt).map((cell, at) => (isNote(grid.header?.cells[at]) ? '' : cell))
  const when = timesOfCell(cells[columns.startAt])
  if (!when || (when.day && !days.isDay(when.day))) {
    const lead = cells.slice(0, columns.contentAt).filter((cell) => cell !== '')
    readRowWithoutTime(grid, lead, texts)
    return true
  }
  const { header } = grid
  if (!header && grid.dayOfColumn.length === 0) return false
  if (header && !header.names.every((name) => name === '' || mayNameRoom(name))) return false
  if (header) header.isUsed = true
  const lead = cells.slice(0, columns.startAt).filter((cell) => cell !== '')
  const day = when.day ?? lead.map(days.dayIn).find((dayCell) => dayCell !== undefined)
  if (day && day !== grid.day) beginDay(grid, day)
  const unread = lead.find((cell) => !days.dayIn(cell))
  if (unread)
    warnOnce(
      grid,
      'LINE_NOT_READ',
      `The cells before the times were not read, such as "${unread.slice(0, 100)}"`,
    )
  const clock = clockOf(grid, cells, when)
  grid.previousStart = clock.start
  readTexts(grid, texts, clock)
  return true
}

function readRowWithoutTime(grid: Grid, lead: string[], texts: string[]) {
  const { days } = grid
  const filled = texts.filter((text) => text !== '')
  const distinct = [...new Set([...lead, ...filled])]
  if (new Set(filled).size > 1 && filled.every((text) => days.dayIn(text) !== undefined))
    return beginDayColumns(grid, texts)
  const dayCells = distinct.flatMap((cell) => days.dayIn(cell) ?? [])
  // "Saturday, 2 May" without quotes is two cells.
  if (dayCells.length === distinct.length)
    return beginDay(grid, days.bestDay([distinct.join(' '), ...dayCells]))
  const leadDay = lead.map(days.dayIn).find((dayCell) => dayCell !== undefined)
  if (leadDay) beginDay(grid, leadDay)
  const label = lead.at(-1)
  if (filled.length > 0) {
    if (grid.previousStart >= 0 && (label === undefined || label !== grid.header?.label))
      return readRowBelow(grid, label, texts)
    // Of several lines the one in which the times have a name. Others say more of the rooms.
    if (label || !grid.header?.label || grid.header.isUsed) return readHeader(grid, label, texts)
  }
  // What stands above the table is its title.
  if (grid.header && !leadDay)
    warnOnce(
      grid,
      'LINE_NOT_READ',
      `"${distinct.join(', ').slice(0, 100)}" was not read: there is no time in its line`,
    )
}

/** A row that names a day for each column. */
function beginDayColumns(grid: Grid, texts: string[]) {
  if (grid.header?.isUsed) grid.header = undefined
  // A merged cell stands in the first of its columns.
  const mergedCell = (at: number) => texts.slice(0, at + 1).findLast((text) => text !== '') ?? ''
  beginDay(
    grid,
    undefined,
    texts.map((_, at) => grid.days.dayIn(mergedCell(at))),
  )
}

function readHeader(grid: Grid, label: string | undefined, cells: string[]) {
  const names = cells.map((cell) => (isNote(cell) ? '' : cell))
  if (names.join('\n') !== grid.header?.names.join('\n')) beginDay(grid, grid.day, grid.dayOfColumn)
  grid.header = { label, cells, names, isUsed: false }
  const notes = cells.filter(isNote)
  if (notes.length > 0) warnOnce(grid, 'UNKNOWN_COLUMN', `These columns were not read: ${notes.join(', ')}`)
}

/** Below a row with a time: what has a label has that in place of a time, the rest belongs to the entries above. */
function readRowBelow(grid: Grid, label: string | undefined, texts: string[]) {
  for (const [at, text] of texts.entries())
    if (text === '') continue
    else if (label && grid.mayNameRoom(label)) addEntry(grid, text, at, { start: label })
    else addBelow(grid, text, at)
}

/** A merged cell has its time in the first of its lines. */
function addBelow(grid: Grid, text: string, at: number) {
  const above = grid.open[at]
  if (above?.start !== grid.previousStart || isTitleOfBreak(text)) {
    grid.open[at] = addEntry(grid, text, at, { start: grid.previousStart })
    return
  }
  above.texts.push(text)
  warnOnce(
    grid,
    'MORE_BELOW',
    `"${text.slice(0, 100)}" was read as more about "${above.texts[0]}", since there is no time in its line`,
  )
}

type Clock = { start: number; end?: number }

/** When a row begins and ends, in minutes that go on over midnight. */
function clockOf(grid: Grid, cells: string[], when: When): Clock {
  const { columns, isTwelveHours, previousStart } = grid
  const written = cells[columns.startAt]
  let { start } = when
  if (isTwelveHours && start < previousStart && start >= afternoon.from && start < afternoon.to) {
    warnOnce(
      grid,
      'AFTERNOON',
      `"${written}" was read as an hour after noon, since it follows ${asClock(previousStart)}`,
    )
    start += dayMinutes / 2
  } else if (start < previousStart && start < nightEnds) start += dayMinutes
  if (start < previousStart)
    throw unreadable(
      `The times begin again at "${written}", and no day is named there: write the day, such as 2026-05-01, in a line of its own above (line ${grid.line})`,
    )
  let end = columns.endAt === undefined ? when.end : timesOfCell(cells[columns.endAt])?.start
  for (const half of isTwelveHours ? [1, 2] : [2])
    if (end !== undefined && end <= start && end + (half * dayMinutes) / 2 > start)
      end += (half * dayMinutes) / 2
  if (end === undefined || end - start <= dayMinutes / 2) return { start, end }
  warnOnce(grid, 'BAD_END', `"${written}" ends before it begins: the entries of its line have no end`)
  return { start }
}

function readTexts(grid: Grid, texts: string[], { start, end }: Clock) {
  const { open } = grid
  const filled = texts.filter((text) => text !== '')
  // A break in the first room alone is for all; a line without entries ends what goes on.
  const isForAll = filled.length === 0 || (filled.length === 1 && isTitleOfBreak(texts[0] ?? ''))
  // A merged cell may be repeated in each of its lines and columns.
  const continues = open.map((last) => last && (last.end ?? start) === start)
  const hasEnded = open.map((last) => last?.end === start)
  const entriesByText = new Map<string, Entry>()
  for (let at = 0; at < Math.max(texts.length, open.length); at++) {
    const [text = '', last] = [texts[at], open[at]]
    if (last && continues[at] && last.texts[0] === text) {
      last.end = end
      continue
    }
    if (last && text === '' && !isForAll) {
      if (last.end === undefined) continue
      if (hasEnded[at])
        warnOnce(
          grid,
          'EMPTY_BELOW',
          `The cell below "${last.texts[0]}" is empty: it was read as ending at ${asClock(start % dayMinutes)}. Write what goes on into each of its lines`,
          last.line,
        )
    }
    if (last) last.end ??= start
    open[at] = undefined
    if (text === '') continue
    const key = `${grid.dayOfColumn[at] ?? grid.day}\n${text}`
    const mergedEntry = entriesByText.get(key)
    if (mergedEntry) mergedEntry.columns.push(at)
    const entry = mergedEntry ?? addEntry(grid, text, at, { start, end })
    if (isForAll) entry.columns = []
    open[at] = entry
    entriesByText.set(key, entry)
  }
}

function programmeOf(grid: Grid, hints: DayHints): RawProgramme {
  const { entries, header, warnings } = grid
  checkDays(grid, hints)
  const nameLine = createNameLine(entries.map(linesOf))
  const talks = entries.map((entry) => talkOf(entry, nameLine, grid.days.dayOf, hints))
  const names = [...new Set(entries.flatMap((entry) => entry.header?.names ?? []))].filter(
    (name) => name !== '',
  )
  const kind = areTracks(header) ? 'track' : 'room'
  const columns = names.length === 0 ? 'day' : `${kind} (${names.join(', ').slice(0, 200)})`
  warnings.unshift({
    code: 'READ_AS_GRID',
    key: `line ${entries[0]!.line}`,
    text: `The table was read with a line for each time and a column for each ${columns}`,
  })
  const withSpeakers = talks.filter(({ people }) => people?.length)
  if (withSpeakers[0])
    warnings.push({
      code: 'SPEAKERS_IN_TITLES',
      key: withSpeakers[0].where,
      text: `Speakers were read from ${count(withSpeakers.length, 'cell', 'cells')} with several lines: "${withSpeakers[0].title}" is by ${withSpeakers[0].people!.map(({ name }) => name).join(' and ')}`,
    })
  warnings.push(...takeSpeakersFromTitles(talks))
  return { conference: {}, tracks: areTracks(header) ? names : [], talks, people: [], warnings }
}

function checkDays(grid: Grid, { first_day }: DayHints) {
  const { entries, days } = grid
  const firstLine = entries[0]!.line
  const withoutDay = entries.find((entry) => !entry.day)
  if (withoutDay && (entries.some((entry) => entry.day) || !first_day))
    throw unreadable(
      `The table names times, and no day for them: write the day, such as 2026-05-01, in a line of its own above (line ${withoutDay.line})`,
    )
  if (withoutDay)
    warnOnce(grid, 'NO_DAYS', `The table names no days: all talks are listed on ${first_day}`, firstLine)
  if (days.guess) warnOnce(grid, 'AMBIGUOUS_DAY', days.guess, firstLine)
}

const linesOf = ({ texts }: Entry) =>
  texts.flatMap((text) => text.split(/[\r\n]+/)).flatMap((text) => text.trim() || [])

function talkOf(
  entry: Entry,
  nameLine: (lines: string[]) => number,
  dayOf: GridDays['dayOf'],
  { first_day }: DayHints,
): RawTalk {
  const { line, columns, start, end, header } = entry
  const lines = linesOf(entry)
  const nameAt = nameLine(lines)
  const [title, ...more] = lines.filter((_, at) => at !== nameAt)
  // What is in all columns alike is in no room of them.
  const isForAll = columns.length > 1 && columns.length >= entry.columnsOfDay
  const place = isForAll ? '' : columns.flatMap((at) => header?.names[at] || []).join(', ')
  return {
    where: `line ${line}`,
    title,
    abstract: more.join('\n'),
    people: nameAt < 0 ? [] : namesOfLine(lines[nameAt]!).map((name) => ({ name })),
    moment: entry.day ? (dayOf(entry.day) ?? entry.day) : first_day,
    start: typeof start === 'number' ? asClock(start) : start,
    end: end === undefined ? undefined : asClock(end),
    ...(areTracks(header) ? { track: place } : { room: place }),
  }
}

/** A column for those who make the table. */
const isNote = (header = '') =>
  /^(?:notes?|notizen?|comments?|kommentare?|remarks?|bemerkungen|anmerkungen)$/i.test(header)

const areTracks = (header: Header | undefined) =>
  header?.names.every((name) => name === '' || /\b(?:tracks?|streams?)\b/i.test(name)) ?? false

const namesOfLine = (line: string) =>
  namesIn(line.replace(/^(?:by|von|par|por|di|door|speakers?:)\s+/i, '')) ?? []

const isNames = (line = '') => namesOfLine(line).length > 0

/** Finds which of a cell's lines names its speakers: one after the title or, where most cells have them so, the first. */
function createNameLine(cells: string[][]): (lines: string[]) => number {
  const several = cells.filter(({ length }) => length > 1)
  const begin = several.filter(([first, ...rest]) => isNames(first) && !rest.some(isNames))
  const areFirst = begin.length > 2 && begin.length * 2 > several.length
  return (lines) => lines.findIndex((line, at) => lines.length > 1 && at > 0 !== areFirst && isNames(line))
}
