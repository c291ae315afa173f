import { CsvError, parse } from 'csv-parse/sync'
import { linkKinds } from '#features/programme/link-kinds.ts'
import {
  isCancelledState,
  isRefusedState,
  mayNameSeveral,
  namesIn,
  normaliseUrl,
  withoutAffiliation,
} from '#features/reading/plain-text.ts'
import { addMinutes, clockMinutes, dayOf, isMoment } from '#features/reading/programme-times.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { withoutFormulaGuard } from '#lib/formula-guard.ts'
import { count, fold } from '#lib/text.ts'
import { type ProgrammeWarning, refuseTooMany, type SourceLink } from '../reading/document.ts'
import type { RawPerson, RawProgramme, RawTalk } from '../reading/raw-programme.ts'
import { isObject } from './json-values.ts'
import type { programmeColumns } from './our-export.ts'
import { createDayReader, type DayHints } from './table-days.ts'
import { isTimeCell, maxWhenLength, momentOf, shownBySpreadsheet, spanOf } from './table-times.ts'

type Column = (typeof programmeColumns)[number] | 'duration' | 'end_date' | 'first_name' | 'last_name' | 'bio'

/** What else people call them, without accents, in a dozen languages. */
const aliases: Record<Column, string> = {
  key: 'id guid uid code session_id',
  title:
    'event_name event_title subject session talk presentation activity titel vortrag vortragstitel titre titulo charla titolo palestra name sujet intitule nom_de_la_session nom_de_la_conference sesion sessione sessao sessie onderwerp rubrik foredrag tytul nazev название тема タイトル 題名 演題 标题 题目 主题 제목',
  subtitle: 'untertitel sous_titre subtitulo sottotitolo ondertitel 副題 副标题',
  day: 'tag jour dia giorno dag dzien den день 일차',
  date: 'start_date startdate event_date session_date datum fecha data dato 日付 日にち 日期 날짜 дата fecha_y_hora',
  start:
    'start_date_time start_datetime datetime date_time date_and_time start_time starttime starts starts_at begin begins begin_time from time hour scheduled_at event_start beginn anfang uhrzeit zeit von startzeit debut heure heure_de_debut inicio hora hora_de_inicio comienzo ora ora_inizio inizio starttijd aanvang tijd van time_start start_at horaire horaires ora_di_inizio horario hora_inicio startdatum_uhrzeit starttid klockslag tid poczatek godzina zacatek начало время 開始 開始時間 開始時刻 时间 時間 开始 开始时间 시작 시작시간 시간',
  end: 'end_date_time end_datetime end_time endtime ends ends_at finish finish_time to until event_end ende bis endzeit fin heure_de_fin hora_de_fin ora_fine fine fim eindtijd einde tot time_end end_at hora_fin hora_final termino ora_di_fine slut slutt sluttid koniec konec конец окончание 終了 終了時間 終了時刻 结束 结束时间 종료 종료시간',
  end_date: 'enddate enddatum date_de_fin fecha_de_fin',
  duration:
    'length minutes duration_minutes scheduled_duration dauer duree duracion durata duracao duur langde varighed varighet trvani czas_trwania длительность 所要時間 时长',
  room: 'microlocation location venue hall stage room_name place raum saal ort salle lieu sala lugar aula zaal ruimte salon auditorio lokal sted sal rum mistnost зал место 会場 部屋 場所 地点 会议室 教室 장소',
  track:
    'tracks category stream theme track_name thema kategorie thematique categorie tema categoria parcours filiere piste pista percorso trilha strang sektion themenbereich schwerpunkt spor sciezka трек секция トラック 分会场 트랙',
  type: 'format event_type typ art tipo 種別 类型 유형',
  language: 'lang sprache langue idioma lingua taal jezyk jazyk sprak sprog язык 言語 语言 언어',
  speakers:
    'speaker speaker_name speaker_names presenter presenters presenter_name presenter_names author authors fullname full_name referent referentin referenten referentinnen sprecher sprecherin vortragende vortragender intervenant intervenante intervenants intervenantes intervenant_e intervenant_e_s orateur oratrice orateurs conferencier conferenciere ponente ponentes orador oradora oradores relatore relatrice relatori palestrante palestrantes spreker sprekers by presented_by par given_by redner rednerin expositor expositores conferenciante conferenciantes apresentador apresentadores presentateur presentatrice talare foredragsholder foredragsholdere prelegent prelegenci prelegentka prednasejici спикер спикеры докладчик докладчики 講演者 登壇者 発表者 スピーカー 讲者 演讲者 演讲人 嘉宾 발표자 연사',
  bio: 'biography speaker_bio speaker_biography biografie biographie biografia vita',
  abstract:
    'description summary short_abstract long_abstract details body abstract_plain beschreibung zusammenfassung inhalt resume descripcion resumen descrizione descricao resumo omschrijving samenvatting kurzbeschreibung opis popis beskrivelse beskrivning описание 概要 简介 摘要 소개 설명',
  slides: 'slides_url slides_link presentation_url folien diapositives diapositivas',
  video: 'video_url video_link recording recording_url aufzeichnung',
  url: 'link website session_url talk_url webseite lien enlace',
  feedback: 'feedback_url',
  status: 'state decision acceptance_status statut estado stato',
  first_name: 'firstname vorname prenom nombre nome voornaam',
  last_name: 'lastname surname nachname nom apellido apellidos cognome sobrenome achternaam',
  recorded: '',
  links: '',
  topics: 'tags',
}
const columnsByName = new Map(
  Object.entries(aliases).flatMap(([column, names]) =>
    [column, ...names.split(' ')].map((name) => [fold(name), column as Column]),
  ),
)

/** A longer cell names no column, and is slow to match. */
const maxHeaderLength = 200
/** "Speaker(s)", "Start time (CET)", "StartTime", "Speaker 2" and "Referent:in" as words with "_" between them. */
const headerName = (header: string) =>
  fold(header.slice(0, maxHeaderLength).replace(/(?<=[a-z])(?=[A-Z])/g, '_'))
    .replace('(s)', 's')
    .replace(/[:*_/]in(?:nen)?$/, '')
    .replace(/\(.*?\)/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .replace(/^(?:what_is_)?(?:the|your)_/, '')
    .replace(/_(?:of_(?:(?:the|your)_)?(?:talk|session|presentation)|en|english)$/, '')
    .replace(/(?<=^tit\p{L}*)_(?:de_la|de_l|des?|du|del|della|der|do|da|van_de)_\p{L}+$/u, '')
    .replace(/^(speaker|presenter)_?\d+(?=_)/, '$1')

/** "Session Title" and "Proposal title" are columns like "Title". */
const columnOf = (header: string): Column | undefined => {
  const name = headerName(header)
  if (name === '') return undefined
  const ofTalk = name.replace(/^(?:session|talk|presentation|paper|proposal|contribution|schedule)_/, '')
  const column = columnsByName.get(name) ?? columnsByName.get(ofTalk)
  // "Speaker 2", "Referent 2"
  const numbered = columnsByName.get(name.replace(/_?\d+$/, ''))
  return column ?? (numbered === 'speakers' ? numbered : undefined)
}

const delimiters = [',', ';', '\t', '|']
/** A title or "sep=;" may stand above the columns' names. */
const linesBeforeHeader = 10

/** Stands for a line break within a cell. */
const breakInCell = '\u0001'
const firstLines = (text: string) =>
  text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, (cell) => cell.replace(/\r\n|\n|\r/g, breakInCell))
    .split(/\r\n|\n|\r/)

const isTime = (cell: string) =>
  isTimeCell(
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll(breakInCell, '\n'),
  )

type Header = { delimiter: string; line: number }

/** Where the columns' names stand: in the first line of a text that looks like a table, if no line has two that are known. */
function headerOf(text: string): Header | undefined {
  const lines = firstLines(text).slice(0, linesBeforeHeader)
  const columns = (line: string, delimiter: string) => {
    const cells = line.split(delimiter)
    return cells.some(isTime) ? 0 : cells.filter((header) => columnOf(header)).length
  }
  const numberOf = (index: number) => index + lines.slice(0, index).join('').split(breakInCell).length
  const [best] = lines
    .flatMap((line, index) =>
      delimiters.map((delimiter) => ({ delimiter, line: numberOf(index), n: columns(line, delimiter) })),
    )
    .sort((a, b) => b.n - a.n)
  return best && best.n > 1 ? best : firstColumns(lines)
}

/** The first line, if it and the next have the same number of cells, three or more. */
function firstColumns([first = '', second = '']: string[]): Header | undefined {
  const cells = (line: string, delimiter: string) => line.split(delimiter).length
  const delimiter = delimiters.find(
    (sign) => cells(first, sign) > 2 && cells(first, sign) === cells(second, sign),
  )
  // A file of another kind holds zeros.
  return delimiter && !first.includes('\0') ? { delimiter, line: 1 } : undefined
}

/** Whether one of the first lines names columns of a programme, or they look like a table. */
export const isProgrammeTable = (text: string) => headerOf(text) !== undefined

const cellOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(cellOf).join('; ')
    : isObject(value)
      ? String(value.name ?? value.title ?? '')
      : String(value ?? '')

/** Each object has a cell for each: of twenty thousand with a key of their own that would be 400 million. */
const maxColumns = 1000

/** A table of objects whose keys are names of columns; undefined for others. */
export function tableOfObjects(list: unknown[]): string | undefined {
  if (list.length === 0 || !list.every(isObject)) return undefined
  const names = [...new Set(list.flatMap((entry) => Object.keys(entry)))]
  if (names.length > maxColumns) return undefined
  if (!names.map(columnOf).includes('title')) return undefined
  return [names, ...list.map((entry) => names.map((name) => cellOf(entry[name])))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n')
}

function linkOf(line: string): SourceLink[] {
  const [, name, address, title] = line.trim().match(/^(\w+)\s+(\S+)\s*(.*)$/) ?? []
  const url = normaliseUrl(address)
  return url ? [{ kind: linkKinds.find((kind) => kind === name) ?? 'other', url, title: title || null }] : []
}

type Value = (name: Column, nth?: number) => string | undefined

type QuoteOptions = { relax_quotes?: boolean; escape?: string }

/** The lines of a table, with quotes as the standard has them or as others write them. */
function recordsOf(text: string, header: Header, options: QuoteOptions = {}): Line[] {
  let last = header.line
  try {
    const records = parse(text, {
      bom: true,
      delimiter: header.delimiter,
      from_line: header.line,
      relax_column_count: true,
      skip_empty_lines: true,
      // A space before a quote: "A", "B".
      trim: true,
      info: true,
      on_record(record, { lines }) {
        last = lines
        return record
      },
      ...options,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => {
      // It counts up to the end of a record.
      const within = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0
      return { record, line: info.lines - within }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { code } = error
    // Quotes in a value without quotes around it mean themselves.
    if (code === 'INVALID_OPENING_QUOTE' && !options.relax_quotes)
      return recordsOf(text, header, { ...options, relax_quotes: true })
    const goesOn = code.endsWith('CLOSING_QUOTE')
    if (goesOn && !options.escape && text.includes('\\"'))
      return recordsOf(text, header, { ...options, escape: '\\' })
    const fault = goesOn
      ? 'a value goes on after its closing quote. Put all of it within the quotes'
      : 'a quote is opened and never closed. Close it'
    throw unreadable(
      `This is not a valid table: ${fault}, and write "" for a quote within a value (line ${last + 1})`,
    )
  }
}

const expected =
  'Expected a table with a line for each talk, whose first line names its columns, such as title,date,start,end,room,speakers'

/** `line` is its number in the file, from 1. */
type Line = { line: number; record: string[] }
/** A line with a talk; its record as written, and the cells of its columns. */
type Row = Line & { value: Value; nameCells: string[] }
type WarnOfLine = (code: string, line: number, text: string) => void

/** Reads a table with one talk a line. Values may be quoted; `;` separates speakers; the type "break" makes a break. */
export function parseProgrammeCsv(text: string, hints: DayHints = {}): RawProgramme {
  const header = headerOf(text)
  if (!header) throw unreadable(`${expected} (line 1)`)
  const [headerLine, ...lines] = recordsOf(text, header)
  const names = headerLine?.record ?? []
  const columns = columnsOf(names)
  refuseMissingColumns(names, columns, header, hints)
  const rows = rowsOf(names, columns, lines)
  refuseTooMany(rows.filter(({ value }) => !isRefusedState(value('status'))).length)
  const warnings: ProgrammeWarning[] = []
  const warn: WarnOfLine = (code, line, text) => warnings.push({ code, key: `line ${line}`, text })
  const ignored = names.filter((name, index) => name.trim() !== '' && !columns[index])
  if (ignored.length > 0)
    warn('UNKNOWN_COLUMN', header.line, `These columns were not read: ${ignored.join(', ').slice(0, 200)}`)
  const days = createRowDays(rows, header, hints, warn)
  const peopleOf = createPeopleReader(rows, warn)
  const talks = rows.flatMap((row): RawTalk[] => {
    if (!isAccepted(row, columns.length, header, warn)) return []
    const topics = topicsOf(row.value('topics'))
    return [{ ...talkOf(row.value, days.dayOf, `line ${row.line}`), topics, people: peopleOf(row) }]
  })
  warnings.push(...days.fillDays(talks))
  return { conference: {}, tracks: [], talks, people: [], warnings }
}

function columnsOf(names: string[]): (Column | undefined)[] {
  const columns = names.map(columnOf)
  // Beside the titles, names are those of the speakers.
  const isName = (at: number) => headerName(names[at] ?? '') === 'name'
  const hasTitles = columns.some((column, at) => column === 'title' && !isName(at))
  return columns.includes('speakers') || !hasTitles
    ? columns
    : columns.map((column, at) => (isName(at) ? 'speakers' : column))
}

function refuseMissingColumns(
  names: string[],
  columns: (Column | undefined)[],
  header: Header,
  { first_day }: DayHints,
) {
  const hasDays = first_day || columns.some((column) => /^(?:date|day|start)$/.test(column ?? ''))
  const missing = [...(columns.includes('title') ? [] : ['title']), ...(hasDays ? [] : ['date'])]
  if (missing.length > 0)
    throw unreadable(
      `${expected}; these are missing: ${missing.join(', ')}; these are there: ${names
        .map((name) => name.trim())
        .join(', ')
        .slice(0, 200)} (line ${header.line})`,
    )
}

const timeColumns = new Set<Column>(['day', 'date', 'start', 'end', 'end_date', 'duration'])

function cellAs(column: Column, cell: string): string {
  // How databases write nothing.
  const text = cell.trim() === '\\N' ? '' : cell.trim()
  const isTime = timeColumns.has(column)
  return withoutFormulaGuard(isTime ? shownBySpreadsheet(text.slice(0, maxWhenLength).trim(), column) : text)
}

function rowsOf(names: string[], columns: (Column | undefined)[], lines: Line[]): Row[] {
  // "Title" comes before "Session", where a table has both.
  const places = columns
    .flatMap((column, at) =>
      column ? [{ column, at, isSame: names[at]?.trim().toLowerCase() === column }] : [],
    )
    .sort((a, b) => Number(b.isSame) - Number(a.isSame))
  return (
    lines
      // Of lines alone is what stands below the names of columns in Markdown.
      .filter(({ record }) => record.some((value) => /[^\s:-]/.test(value)))
      .map(({ record, line }) => {
        const cells = (name: Column) =>
          places.flatMap(({ column, at }) => (column === name && cellAs(name, record[at] ?? '')) || [])
        const value: Value = (name, nth = 0) => cells(name)[nth]
        const nameCells = columns.includes('speakers')
          ? cells('speakers').map(withoutBrackets)
          : [[value('first_name'), value('last_name')].filter(Boolean).join(' ')].filter(Boolean)
        return { line, record, value, nameCells }
      })
  )
}

/** Whether a row belongs to the programme. */
function isAccepted({ line, record, value }: Row, width: number, { delimiter }: Header, warn: WarnOfLine) {
  if (record.slice(width).some((cell) => cell.trim() !== ''))
    warn(
      'TOO_MANY_CELLS',
      line,
      `The line of "${value('title')}" has more values than there are columns: put a value with "${delimiter}" in it in quotes`,
    )
  if (isRefusedState(value('status')))
    warn('NOT_ACCEPTED', line, `"${value('title')}" was left out: its status is "${value('status')}"`)
  return !isRefusedState(value('status'))
}

function createRowDays(rows: Row[], { line }: Header, hints: DayHints, warn: WarnOfLine) {
  const { first_day } = hints
  const dayCells = rows.flatMap(({ value }) =>
    [value('date') ?? value('day'), value('start')].map((cell) => momentOf(cell).day),
  )
  const days = createDayReader(dayCells, hints)
  if (days.guess) warn('AMBIGUOUS_DAY', rows[0]!.line, days.guess)
  const hasDays = rows.some(
    ({ value }) => value('date') || value('day') || isMoment(value('start')) || momentOf(value('start')).day,
  )
  if (!hasDays && first_day)
    warn(
      'NO_DAYS',
      line,
      `The table names no days: all talks are listed on ${first_day}. Others need a column "date"`,
    )
  /** A cell for several rows is written in the first of them. */
  function fillDays(talks: RawTalk[]): ProgrammeWarning[] {
    let previous: Pick<RawTalk, 'moment' | 'day'> = { moment: hasDays ? undefined : first_day }
    const filled: RawTalk[] = []
    for (const talk of talks)
      if (!talk.moment && !talk.day && talk.start && previous.moment) {
        Object.assign(talk, previous)
        filled.push(talk)
      } else if (hasDays && (talk.moment || talk.day))
        previous = { moment: dayOf(talk.moment), day: talk.day }
    if (!hasDays || !filled[0]) return []
    const text = `${count(filled.length, 'line names', 'lines name')} no day: listed on the day of the line above`
    return [{ code: 'DAY_AS_BEFORE', key: filled[0].where, text }]
  }
  return { dayOf: days.dayOf, fillDays }
}

/** A name may have a comma in it, "C, C++". */
const topicsOf = (cell: string | undefined) => cell?.split(/[;|\n]/.test(cell) ? /[;|\n]/ : ',')

function createPeopleReader(rows: Row[], warn: WarnOfLine) {
  const namesOf = createNameReader(rows.flatMap(({ nameCells }) => nameCells))
  return ({ line, value, nameCells }: Row): RawPerson[] => {
    const names = nameCells.flatMap((cell) => {
      const { names, isGuess } = namesOf(cell)
      if (isGuess)
        warn(
          'SEVERAL_NAMES',
          line,
          `"${cell}" was read as ${names.length === 1 ? 'one speaker' : `${names.length} speakers`}: separate speakers by ;`,
        )
      return names
    })
    const bio = names.length === 1 ? value('bio') : undefined
    return names.map((name) => ({ name: withoutNumber(name), bio }))
  }
}

/** When a line begins and ends; the day may have a column of its own, or stand beside the time. */
function whenOf(value: Value, dayOf: (cell: string | undefined) => string | undefined): Partial<RawTalk> {
  const [from, until] = spanOf(value('start'), value('end'))
  const date = value('date') ?? value('day')
  const [dated, start, end] = [date, from, until].map(momentOf)
  const ends = end?.day && !isMoment(until) ? dayOf(end.day) : dayOf(value('end_date'))
  const endClock = clockMinutes(end?.time)
  return {
    day: value('date') ? (dayOf(value('day')) ?? undefined) : undefined,
    ...(isMoment(from) || (isMoment(date) && !from)
      ? { moment: from ?? date }
      : {
          moment: dayOf(dated?.day) ?? dayOf(start?.day) ?? date,
          start: start?.time ?? (from ? from : dated?.time),
        }),
    end: ends && endClock !== undefined ? Object.values(addMinutes(ends, endClock)).join('T') : until,
    duration: value('duration'),
  }
}

const talkOf = (
  value: Value,
  dayOf: (cell: string | undefined) => string | undefined,
  where: string,
): RawTalk => ({
  where,
  guid: value('key'),
  isBreak: /^breaks?$/i.test(value('type') ?? ''),
  isCancelled: isCancelledState(value('status')),
  title: value('title') ?? value('type'),
  subtitle: value('subtitle'),
  abstract: value('abstract'),
  description: value('abstract', 1),
  ...whenOf(value, dayOf),
  room: value('room'),
  track: value('track'),
  type: value('type'),
  language: value('language'),
  url: value('url'),
  feedback_url: value('feedback'),
  slides: value('slides'),
  video: value('video'),
  isUnrecorded: /^(?:no?|false|0)$/i.test(value('recorded') ?? ''),
  further: value('links')?.split('\n').flatMap(linkOf),
})

/** voctosched writes "12:Ada Lovelace". */
const withoutNumber = (name: string) => name.trim().replace(/^\d+:\s*(?=\S)/, '')

/** `{"Ada Lovelace","Grace Hopper"}` and `['Ada Lovelace']`, as databases and scripts write lists. */
const withoutBrackets = (cell: string) =>
  cell.length < maxListLength && /^(?:\{(?:".*")?\}|\[(?:["'].*["'])?\])$/s.test(cell)
    ? cell.slice(1, -1).replace(/(^|,\s*)(["'])(.*?)\2(?=\s*(?:,|$))/g, '$1$3')
    : cell
const maxListLength = 5000

const separators = /[;；、|\n]/
/** "Lovelace, Ada" */
const lastNameFirst = /^([^\s,]+), ([^\s,]+(?: [^\s,]+)?)$/

/** Who is named in a cell. Where no cell of the table has a semicolon, a bar or a line break, commas may separate people, too. */
function createNameReader(cells: string[]) {
  const isSeparated = cells.some((cell) => separators.test(cell))
  const partsOf = (cell: string) =>
    cell
      .split(isSeparated ? separators : /$^/)
      .map((part) => part.trim().replace(/ ?\(\d+(?:, ?\d+)*\)$/, ''))
      .filter((part) => part !== '')
  const all = cells.flatMap(partsOf)
  const isTurned = (part: string) => lastNameFirst.test(part)
  // "Lovelace, Ada; Hopper, Grace" says how the others are meant.
  const areTurned = cells.some((cell) => partsOf(cell).filter(isTurned).length > 1)
    ? all.every((part) => isTurned(part) || !part.includes(','))
    : all.length > 1 && all.every(isTurned)
  return (cell: string): { names: string[]; isGuess: boolean } => {
    const parts = partsOf(cell)
    if (areTurned)
      return {
        names: parts.map((part) => withoutAffiliation(part.replace(lastNameFirst, '$2 $1'))),
        isGuess: false,
      }
    if (isSeparated) return { names: parts.map(withoutAffiliation), isGuess: false }
    const names = namesIn(cell)
    if (names) return { names, isGuess: names.length > 1 }
    return { names: [cell], isGuess: mayNameSeveral(cell) }
  }
}
