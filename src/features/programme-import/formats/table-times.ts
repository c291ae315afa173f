import { addMinutes, clockMinutes, isMoment, localTimeOf } from '#features/reading/programme-times.ts'

// Cells of a table that name days, times and lengths.

/** Of a cell with a day, a time or a length: longer ones are slow to match. */
export const maxWhenLength = 100

/** Days since 1899-12-30, as a spreadsheet keeps days (45678), moments (45678.4375) and times (0.4375). */
const serialDay = /^[2-7]\d{4}(?:[.,]\d+)?$/
/** 0.25 alone may also be 25 minutes past midnight. */
const serialTime = /^[01]?[.,](?:\d|\d{3,})$/
const minutesOfSerial = (cell: string) => Math.round(Number(cell.replace(',', '.')) * 1440)

/** What a spreadsheet shows for a cell that it wrote as a number. */
export function shownBySpreadsheet(cell: string, name: string): string {
  if (serialTime.test(cell) && name !== 'date' && name !== 'day') {
    const minutes = minutesOfSerial(cell)
    return name === 'duration' ? String(minutes) : addMinutes('1899-12-30', minutes).time
  }
  if (!serialDay.test(cell) || name === 'duration') return cell
  const { date, time } = addMinutes('1899-12-30', minutesOfSerial(cell))
  return /[.,]/.test(cell) ? `${date}T${time}` : date
}

/** "27/9/2026 9:30 AM" in its parts; either may be missing. */
export function momentOf(cell: string | undefined): { day?: string; time?: string } {
  const text = cell?.trim() ?? ''
  if (text === '') return {}
  if (clockMinutes(text) !== undefined) return { time: text }
  if (/^\d{4}-?\d{2}-?\d{2}T/.test(text)) return { day: text.slice(0, 10) }
  const time = text.match(
    /(?:[\s,]+(?:at|um|à))?[\s,]+(\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?)$/i,
  )
  const day = (time ? text.slice(0, time.index) : text).trim()
  return { ...(day && { day }), ...(time && { time: time[1] }) }
}

/** A beginning and an end, which may stand in one cell: "9:00 - 9:45", "1-2 pm", "11:30 to 1 pm". */
export function spanOf(start: string | undefined, end: string | undefined): [string?, string?] {
  if (!start || isMoment(start)) return [start, end]
  const [from = '', until = end] = start.split(
    /\s+(?:-|–|—|to|bis|à|a|til|tot)\s+|\s*[–—~～〜\r\n]\s*|(?<=\d|[ap]m|h)-(?=\d{1,2}(?:[:.h]\d{2}|\s*(?:[ap]m|uhr|h\b)))/i,
  )
  const half = until?.match(/[ap]\.?m\.?$/i)?.[0]
  // An hour alone is one in such a column.
  if (!half || !/^\d{1,2}(?:[:.]\d{2})?$/.test(from))
    return [from, until].map((time) => time?.replace(/^(?:1?\d|2[0-4])$/, '$&:00')) as [string, string?]
  const [before, after] = [`${from} ${half}`, until].map(clockMinutes)
  return [before! <= after! ? `${from} ${half}` : `${from} am`, until]
}

/** Whether a cell names a time, and nothing else but perhaps a day. */
export function isTimeCell(cell: string): boolean {
  if (cell === '' || cell.length > maxWhenLength || /^\d{1,2}$/.test(cell)) return false
  const [from] = spanOf(shownBySpreadsheet(cell, 'start'), undefined)
  const time = localTimeOf(from ?? '', null)?.time ?? momentOf(from).time
  return clockMinutes(time) !== undefined
}
