import { linkLine, programmeColumns } from '#features/programme-import/formats/our-export.ts'
import { withFormulaGuard } from '#lib/formula-guard.ts'
import type { ExportedProgramme } from './exported-programme.ts'

type Row = Partial<Record<(typeof programmeColumns)[number], string | null>>

/** Without it spreadsheets take UTF-8 for the encoding of the system. */
export const byteOrderMark = '\ufeff'

/** A cell of a table. */
export const csvCell = (value: string) => {
  const text = withFormulaGuard(value)
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The columns that the import of programmes reads. Talks, then breaks, each in the order of time. */
export function programmeCsv({ talks, links, breaks }: ExportedProgramme): string {
  const lines: Row[] = [
    ...talks.map((talk) => ({
      key: talk.guid,
      title: talk.title,
      subtitle: talk.subtitle,
      day: talk.day,
      date: talk.date,
      start: talk.start_time,
      end: talk.end_time,
      room: talk.location,
      track: talk.track,
      type: talk.type,
      language: talk.language,
      speakers: talk.speakers.map(({ name }) => name.replaceAll(';', ',')).join('; '),
      abstract: talk.description,
      slides: talk.slides_url,
      video: talk.video_url,
      url: talk.url,
      feedback: talk.feedback_url,
      status: talk.status === 'cancelled' ? 'cancelled' : null,
      recorded: talk.recording === 'none' ? 'no' : null,
      links: (links.get(talk.id) ?? []).map(linkLine).join('\n'),
      topics: talk.topics.join('; '),
    })),
    ...breaks.map((breakRow) => ({
      key: breakRow.guid,
      title: breakRow.title,
      day: breakRow.date,
      date: breakRow.date,
      start: breakRow.start_time,
      end: breakRow.end_time,
      track: breakRow.track,
      type: 'break',
      abstract: breakRow.description,
    })),
  ]
  return [
    byteOrderMark + programmeColumns.join(','),
    ...lines.map((line) => programmeColumns.map((column) => csvCell(line[column] ?? '')).join(',')),
    '',
  ].join('\r\n')
}
