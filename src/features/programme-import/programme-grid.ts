import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { type ProgrammeWarning, unreadable } from './document.ts'
import { isTitleOfBreak, namesIn } from './plain-text.ts'
import type { RawProgramme, RawTalk } from './raw-programme.ts'
import { takeSpeakersFromTitles } from './speakers-in-titles.ts'
import { createDayReader, type KnownOfDays } from './table-days.ts'
import { longestWhen, timesOfCell, type When } from './table-times.ts'

// A table with a line for each time and a column for each room or day, whose cells are titles.

/** `line` is its number in the file, from 1. */
export type Line = { line: number; record: string[] }
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

function isColumnOfTimes(rows: { cells: string[] }[], at: number): boolean {
  const filled = rows.flatMap(({ cells }) => cells[at] || [])
  const times = filled.filter((cell) => timesOfCell(cell)).length
  return times >= minTimes && times * 3 >= filled.length
}

/** Reads such a table; undefined if it is none. `mayNameRoom` tells names of rooms from those of columns. */
export function parseProgrammeGrid(
  lines: Line[],
  known: KnownOfDays,
  mayNameRoom: (header: string) => boolean,
): RawProgramme | undefined {
  const rows = lines.map(({ record, line }) => ({
    line,
    cells: record.map((cell) => (/^[-–—.\s]*$/.test(cell) ? '' : cell.trim())),
  }))
  // Before anything is looked at: a tenth of a million lines would take seconds.
  const filledLines = rows.filter(({ cells }) => cells.some((cell) => cell !== '')).length
  if (filledLines > limits.programmeTalks)
    throw unreadable(
      `The table has ${filledLines} lines, and at most ${limits.programmeTalks} can be read where they begin with times: leave out what is no programme. If each line is a talk, name the column of the titles: title`,
    )
  const timeAt = [0, 1, 2].findIndex((at) => isColumnOfTimes(rows, at))
  if (timeAt < 0) return undefined
  const endAt = isColumnOfTimes(rows, timeAt + 1) ? timeAt + 1 : undefined
  const first = (endAt ?? timeAt) + 1
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  for (let at = first; at < width; at++) {
    if (!isColumnOfTimes(rows, at)) continue
    // Some repeat the times at the other end. Rooms with times of their own are another kind of table.
    if (rows.some(({ cells }) => cells[at] && cells[at] !== cells[timeAt])) return undefined
    for (const { cells } of rows) cells[at] = ''
  }

  const dayCells = rows.flatMap(({ cells }) => {
    const when = timesOfCell(cells[timeAt])
    return (when ? [...cells.slice(0, timeAt), when.day ?? ''] : cells).map((each) =>
      each.slice(0, longestWhen),
    )
  })
  const days = createDayReader(dayCells, known)
  // "Saturday" and "Day 2" name a day also where nobody knows which.
  const shape = createDayReader(dayCells, { ...known, first_day: known.first_day ?? '2000-01-01' })
  const isDay = (cell: string) => !/^\d{1,2}$/.test(cell) && shape.dayOf(cell) !== undefined
  /** What names a day best: with its year, and else so that it can be read. */
  const bestDay = (cells: string[]) => {
    const named = cells.filter(isDay)
    return named.find((each) => /\d{4}/.test(each)) ?? named.find((each) => days.dayOf(each)) ?? named[0]
  }
  /** The day of a cell, perhaps beside a heading: "Day 1: Saturday, 2 May 2026". */
  const dayNamed = (cell: string) =>
    cell.length > longestWhen ? undefined : bestDay([cell, ...cell.split(/\s*[:|–—()]\s*|\s-\s/)])

  const warnings: ProgrammeWarning[] = []
  const said = new Set<string>()
  const warnOnce = (code: string, line: number, text: string) => {
    if (!said.has(code)) warnings.push({ code, key: `line ${line}`, text })
    said.add(code)
  }
  const clocks = rows.flatMap(({ cells }) =>
    cells.slice(timeAt, first).flatMap((cell) => timesOfCell(cell) ?? []),
  )
  const isTwelveHours =
    clocks.every(({ start, end = 0 }) => Math.max(start, end) < 13 * 60) &&
    !rows.some(({ cells }) => /\d\s*[ap]\.?m\b/i.test(cells[timeAt] ?? ''))

  const entries: Entry[] = []
  let header: Header | undefined
  let day: string | undefined
  let dayOfColumn: (string | undefined)[] = []
  /** When the line before begins. */
  let before = -1
  /** The last entry of each column, until it ends. */
  let open: (Entry | undefined)[] = []
  const begin = (named: string | undefined, ofColumns: (string | undefined)[] = []) => {
    day = named
    dayOfColumn = ofColumns
    before = -1
    open = []
  }
  const add = (line: number, text: string, at: number, start: number | string, end?: number) => {
    const isOfDay = (name: string, other: number) => name !== '' && dayOfColumn[other] === dayOfColumn[at]
    const columnsOfDay = header?.names.filter(isOfDay).length ?? 0
    const ofDay = dayOfColumn[at] ?? day
    const entry: Entry = { line, texts: [text], day: ofDay, columns: [at], start, end, header, columnsOfDay }
    entries.push(entry)
    return entry
  }

  function readLineWithoutTime(line: number, lead: string[], rest: string[]) {
    const filled = rest.filter((cell) => cell !== '')
    const distinct = [...new Set([...lead, ...filled])]
    const daysBeside = filled.flatMap((cell) => dayNamed(cell) ?? [])
    if (daysBeside.length === filled.length && new Set(filled).size > 1) {
      if (header?.isUsed) header = undefined
      // A merged cell stands in the first of its columns.
      const upTo = (at: number) => rest.slice(0, at + 1).findLast((cell) => cell !== '')
      return begin(
        undefined,
        rest.map((_, at) => dayNamed(upTo(at) ?? '')),
      )
    }
    const named = distinct.flatMap((cell) => dayNamed(cell) ?? [])
    // "Saturday, 2 May" without quotes is two cells.
    if (named.length === distinct.length) return begin(bestDay([distinct.join(' '), ...named]))
    const beside = lead.map(dayNamed).find((each) => each !== undefined)
    const label = lead.at(-1)
    const isRepeated = label !== undefined && label === header?.label
    if (beside) begin(beside)
    if (filled.length > 0 && (before < 0 || isRepeated)) {
      // Of several lines the one in which the times have a name. Others say more of the rooms.
      if (label || !header?.label || header.isUsed) {
        const names = rest.map((cell) => (isNote(cell) ? '' : cell))
        if (names.join('\n') !== header?.names.join('\n')) begin(day, dayOfColumn)
        header = { label, cells: rest, names, isUsed: false }
        const notes = rest.filter(isNote)
        if (notes.length > 0)
          warnOnce('UNKNOWN_COLUMN', line, `These columns were not read: ${notes.join(', ')}`)
        return
      }
    } else if (filled.length > 0 && label && mayNameRoom(label)) {
      for (const [at, text] of rest.entries()) if (text) add(line, text, at, label)
      return
    } else if (filled.length > 0) {
      for (const [at, text] of rest.entries()) if (text) addBelow(line, text, at)
      return
    }
    // What stands above the table is its title.
    if (header && !beside)
      warnOnce(
        'LINE_NOT_READ',
        line,
        `"${distinct.join(', ').slice(0, 100)}" was not read: there is no time in its line`,
      )
  }

  /** What stands below an entry, in a line without a time: a merged cell has its time in the first line. */
  function addBelow(line: number, text: string, at: number) {
    const above = open[at]
    if (above?.start !== before || isTitleOfBreak(text)) {
      open[at] = add(line, text, at, before)
      return
    }
    above.texts.push(text)
    warnOnce(
      'MORE_BELOW',
      line,
      `"${text.slice(0, 100)}" was read as more about "${above.texts[0]}", since there is no time in its line`,
    )
  }

  /** When a line begins and ends, in minutes that go on over midnight. */
  function clockOf(line: number, cells: string[], when: When): { start: number; end?: number } {
    const written = cells[timeAt]
    let { start } = when
    if (isTwelveHours && start < before && start >= afternoon.from && start < afternoon.to) {
      warnOnce(
        'AFTERNOON',
        line,
        `"${written}" was read as an hour after noon, since it follows ${asClock(before)}`,
      )
      start += dayMinutes / 2
    } else if (start < before && start < nightEnds) start += dayMinutes
    if (start < before)
      throw unreadable(
        `The times begin again at "${written}", and no day is named there: write the day, such as 2026-05-01, in a line of its own above (line ${line})`,
      )
    let end = endAt === undefined ? when.end : timesOfCell(cells[endAt])?.start
    for (const half of isTwelveHours ? [1, 2] : [2])
      if (end !== undefined && end <= start && end + (half * dayMinutes) / 2 > start)
        end += (half * dayMinutes) / 2
    if (end === undefined || end - start <= dayMinutes / 2) return { start, end }
    warnOnce('BAD_END', line, `"${written}" ends before it begins: what is in its line has no end of its own`)
    return { start }
  }

  function readLine(line: number, rest: string[], start: number, end?: number) {
    const filled = rest.filter((cell) => cell !== '')
    // A break in the first room alone is for all; a line without entries ends what goes on.
    const isForAll = filled.length === 0 || (filled.length === 1 && isTitleOfBreak(rest[0] ?? ''))
    // A merged cell may be repeated in each of its lines and columns.
    const goesOn = open.map((last) => last && (last.end ?? start) === start)
    const hasEnded = open.map((last) => last?.end === start)
    const now = new Map<string, Entry>()
    for (let at = 0; at < Math.max(rest.length, open.length); at++) {
      const [text = '', last] = [rest[at], open[at]]
      if (last && goesOn[at] && last.texts[0] === text) {
        last.end = end
        continue
      }
      if (text === '' && !isForAll) {
        if (last && last.end === undefined) continue
        if (last && hasEnded[at])
          warnOnce(
            'EMPTY_BELOW',
            last.line,
            `The cell below "${last.texts[0]}" is empty: it was read as ending at ${asClock(start % dayMinutes)}. Write what goes on into each of its lines`,
          )
      }
      if (last) last.end ??= start
      open[at] = undefined
      if (text === '') continue
      const key = `${dayOfColumn[at] ?? day}\n${text}`
      const same = now.get(key)
      if (same) same.columns.push(at)
      const entry = same ?? add(line, text, at, start, end)
      if (isForAll) entry.columns = []
      open[at] = entry
      now.set(key, entry)
    }
  }

  for (const { line, cells } of rows) {
    if (cells.every((cell) => cell === '')) continue
    const rest = cells.slice(first).map((cell, at) => (isNote(header?.cells[at]) ? '' : cell))
    const when = timesOfCell(cells[timeAt])
    if (!when || (when.day && !isDay(when.day))) {
      readLineWithoutTime(
        line,
        cells.slice(0, first).filter((cell) => cell !== ''),
        rest,
      )
      continue
    }
    if (!header && dayOfColumn.length === 0) return undefined
    if (header && !header.names.every((name) => name === '' || mayNameRoom(name))) return undefined
    if (header) header.isUsed = true
    const beside = cells.slice(0, timeAt).filter((cell) => cell !== '')
    const dayCell = when.day ?? beside.map(dayNamed).find((each) => each !== undefined)
    if (dayCell && dayCell !== day) begin(dayCell)
    const unread = beside.find((cell) => !dayNamed(cell))
    if (unread)
      warnOnce(
        'LINE_NOT_READ',
        line,
        `What stands before the times was not read, such as "${unread.slice(0, 100)}"`,
      )
    const { start, end } = clockOf(line, cells, when)
    before = start
    readLine(line, rest, start, end)
  }
  if (entries.length === 0) return undefined

  const firstLine = entries[0]!.line
  const withoutDay = entries.find((entry) => !entry.day)
  if (withoutDay && (entries.some((entry) => entry.day) || !known.first_day))
    throw unreadable(
      `The table names times, and no day for them: write the day, such as 2026-05-01, in a line of its own above (line ${withoutDay.line})`,
    )
  if (withoutDay)
    warnOnce('NO_DAYS', firstLine, `The table names no days: all talks are listed on ${known.first_day}`)
  if (days.guess) warnOnce('AMBIGUOUS_DAY', firstLine, days.guess)

  const linesOf = ({ texts }: Entry) =>
    texts.flatMap((text) => text.split(/[\r\n]+/)).flatMap((text) => text.trim() || [])
  const nameLine = createNameLine(entries.map(linesOf))
  const talks = entries.map((entry): RawTalk => {
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
      moment: entry.day ? (days.dayOf(entry.day) ?? entry.day) : known.first_day,
      start: typeof start === 'number' ? asClock(start) : start,
      end: end === undefined ? undefined : asClock(end),
      ...(areTracks(header) ? { track: place } : { room: place }),
    }
  })
  const named = entries.flatMap((entry) => entry.header?.names ?? []).filter((name) => name !== '')
  const names = [...new Set(named)]
  const columns =
    names.length === 0 ? 'day' : `${areTracks(header) ? 'track' : 'room'} (${names.join(', ').slice(0, 200)})`
  warnings.unshift({
    code: 'READ_AS_GRID',
    key: `line ${firstLine}`,
    text: `The table was read with a line for each time and a column for each ${columns}`,
  })
  const inLines = talks.filter(({ people }) => people?.length)
  if (inLines[0])
    warnings.push({
      code: 'SPEAKERS_IN_TITLES',
      key: inLines[0].where,
      text: `Speakers were read from ${count(inLines.length, 'cell', 'cells')} with several lines: "${inLines[0].title}" is by ${inLines[0].people!.map(({ name }) => name).join(' and ')}`,
    })
  warnings.push(...takeSpeakersFromTitles(talks))
  const tracks = areTracks(header) ? names : []
  return { conference: {}, tracks, talks, people: [], warnings }
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
  const begin = several.filter(([first, ...others]) => isNames(first) && !others.some(isNames))
  const areFirst = begin.length > 2 && begin.length * 2 > several.length
  return (lines) => lines.findIndex((line, at) => lines.length > 1 && at > 0 !== areFirst && isNames(line))
}
