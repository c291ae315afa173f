import { describe, expect, test } from 'vitest'
import { read, testFiles } from '#tests/support/read-programme.ts'

// What files of other systems do that those in tests/fixtures do not: tables, and what spreadsheets and scripts write.

const header = 'Session Title,Speaker(s),Date,Start time (CET),End time,Location,Description'
const line = (day: string, start = '9:30 AM', end = '10:15 AM') =>
  `A,Ada Lovelace,${day},${start},${end},Hall,x`
const lines = (...all: string[]) => all.join('\n')
const short = lines(
  'title,date,start,end,abstract',
  'Café,2026-05-01,9:00,9:30,in the foyer',
  'Café,2026-05-01,15:00,15:30,in the foyer',
  'Lunch,2026-05-01,12:00,13:00,in the foyer',
)

testFiles([
  [
    'a day that may be two is read by its neighbours, with a warning',
    `${header}\r\n${line('03/04/2026')}\r\n${line('03/05/2026')}\r\n`,
    {
      times: ['A 2026-03-04 09:30 10:15', 'A 2026-03-05 09:30 10:15'],
      warnings: [
        {
          code: 'AMBIGUOUS_DAY',
          key: 'line 2',
          text: '"03/04/2026" was read as 2026-03-04. If it is 2026-04-03, write the days in this way',
        },
      ],
    },
  ],
  [
    'a day that may be two beside one without doubt',
    lines(header, line('2026-04-01'), line('4/1/2026')),
    {
      times: ['A 2026-04-01 09:30 10:15', 'A 2026-04-01 09:30 10:15'],
      codes: ['AMBIGUOUS_DAY', 'TWICE'],
    },
  ],
  [
    'a day that may be two is read by the country',
    lines(header, line('03/04/2026')),
    { times: ['A 2026-03-04 09:30 10:15'], codes: ['AMBIGUOUS_DAY'] },
    { country: 'United States' },
  ],
  [
    'a day that is none is left out with its words, and never taken for the first day',
    lines(header, line('soon'), line('2026-09-27')),
    {
      times: ['A 2026-09-27 09:30 10:15'],
      warnings: [{ text: '"A" was left out: its day, "soon", could not be read. Write it as 2026-05-01' }],
    },
    { first_day: '2026-09-26' },
  ],
  [
    'an end before the beginning and a line that is there twice are said',
    lines(
      header,
      line('2026-09-27', '2026-09-27 14:00', '2026-09-27 13:00'),
      line('2026-09-27'),
      line('2026-09-27'),
    ),
    { talks: [{}, {}, {}], codes: ['BAD_END', 'TWICE'] },
  ],
  [
    'a time that is none is said',
    lines(header, line('2026-09-27', 'TBA', '')),
    { codes: ['BAD_TIME', 'NO_TIME'] },
  ],
  [
    '"Diaz, Cara" is Cara Diaz where both are in the file',
    lines(
      'Title,Date,Start,Speakers',
      'A,2026-09-27,9:00,Cara Diaz;Ada Lovelace',
      'B,2026-09-28,9:00,"Diaz, Cara"',
      'C,2026-09-28,9:00,"Hopper, Grace"',
    ),
    {
      places: ['Cara Diaz; Ada Lovelace', 'Cara Diaz', 'Hopper, Grace'],
      warnings: [
        {
          code: 'TURNED_NAME',
          key: 'line 3',
          text: '"Diaz, Cara" was read as Cara Diaz, as the file has it elsewhere',
        },
      ],
    },
  ],
  [
    'columns of Sessionize and of calendars; who was declined does not speak',
    lines(
      'Session Id,Title,Owner Email,Session format,Status,Scheduled At,Scheduled Duration,Room,Speaker 1,Speaker 2',
      '1,A,a@example.org,Talk,Accepted,27 Sep 2026 09:00 AM,45,Blue,Ada Lovelace,Grace Hopper',
      '2,B,b@example.org,Talk,Declined,,,,Mary Shelley,',
    ),
    {
      times: ['A 2026-09-27 09:00 09:45'],
      places: ['@Blue Ada Lovelace; Grace Hopper'],
      talks: [{ key: '1', type: 'Talk' }],
      codes: ['UNKNOWN_COLUMN', 'NOT_ACCEPTED'],
    },
  ],
  [
    'spaces before quotes, a bar between names',
    'title, date, speakers\n"A, b", 2026-05-01, "Ada Lovelace / Grace Hopper"',
    { times: ['A, b 2026-05-01 - -'], places: ['Ada Lovelace; Grace Hopper'] },
  ],
  [
    'quotes after a backslash, before a space',
    'title,date\n"A \\"b\\" c",2026-05-01',
    { talks: [{ title: 'A "b" c' }] },
  ],
  ['quotes after a backslash', 'title,date\n"A \\"b\\"",2026-05-01', { talks: [{ title: 'A "b"' }] }],
  ['quotes in a value mean themselves', 'title,date\n5" disk,2026-09-27', { talks: [{ title: '5" disk' }] }],
  [
    'a line with more values than columns is said',
    'title,date\nHello, world,2026-09-27\nOK,2026-09-27',
    { warnings: [{ code: 'TOO_MANY_CELLS' }, { code: 'NO_DAY' }, { code: 'NO_TIME' }] },
  ],
  [
    'line breaks in the names of columns, below a title with one',
    '"My\nconference",,,\n"Session\nTitle","Start\nDate",Start Time,Presenter(s)\nA,1 May 2026,9:00 AM,Ada Lovelace\nB,soon,,\n',
    {
      times: ['A 2026-05-01 09:00 -'],
      places: ['Ada Lovelace'],
      warnings: [{ code: 'NO_DAY', key: 'line 7' }],
    },
  ],
  [
    'times with the name of their schedule, as the hub of the CCC writes them',
    [
      {
        ...{ name: 'A', room: 'B', schedule_duration: '00:45:00' },
        ...{ schedule_start: '2026-05-01T10:00:00+02:00', schedule_end: '2026-05-01T10:45:00+02:00' },
      },
      { name: 'C', room: 'B', schedule_start: '2026-05-01T12:00:00+02:00', schedule_duration: '01:00:00' },
    ],
    { times: ['A 2026-05-01 10:00 10:45', 'C 2026-05-01 12:00 13:00'] },
  ],
  [
    'a column for each speaker, also in other languages',
    'Titel;Datum;Referent 1;Referent 2;Referent 3\nA;2026-05-01;Ada Lovelace;Grace Hopper;',
    { places: ['Ada Lovelace; Grace Hopper'], codes: ['NO_TIME'] },
  ],
  [
    'columns in one word; names beside titles are speakers; bars between them',
    'Name,SessionTitle,StartTime,EndTime,Date\n7:Ada Lovelace|8:Grace Hopper,Engines,9:00,9:30,2026-05-01',
    { times: ['Engines 2026-05-01 09:00 09:30'], places: ['Ada Lovelace; Grace Hopper'], codes: [] },
  ],
  [
    'names in two columns, a title "of the talk"',
    'Title of the talk,First Name,Last name,Date\nEngines,Ada,Lovelace,2026-05-01\nPanel,,,2026-05-01',
    { talks: [{ title: 'Engines' }, { title: 'Panel' }], places: ['Ada Lovelace', ''] },
  ],
  [
    'titles in two languages',
    'title_de,title_en,date\nMaschinen,Engines,2026-05-01',
    { talks: [{ title: 'Engines' }], codes: ['UNKNOWN_COLUMN', 'NO_TIME'] },
  ],
  [
    'days by number',
    'day,time,title\n1,9:00,A\n2,9:00,B',
    { times: ['A 2026-05-01 09:00 -', 'B 2026-05-02 09:00 -'] },
    { first_day: '2026-05-01' },
  ],
  [
    'a day that is written once',
    'day,time,title\n2026-05-01,9:00,A\n,10:00,B\n2026-05-02,9:00,C\n,10:00,D',
    {
      times: ['A 2026-05-01 09:00 -', 'B 2026-05-01 10:00 -', 'C 2026-05-02 09:00 -', 'D 2026-05-02 10:00 -'],
      codes: ['DAY_AS_BEFORE'],
    },
  ],
  [
    'no day at all',
    'time,title\n9:00,A',
    { times: ['A 2026-05-01 09:00 -'], codes: ['NO_DAYS'] },
    { first_day: '2026-05-01' },
  ],
  [
    'neither days nor times',
    'title,speakers\nA,Ada Lovelace',
    { times: ['A 2026-05-01 - -'], codes: ['NO_DAYS', 'NO_TIME'] },
    { first_day: '2026-05-01' },
  ],
  [
    'columns with the name of what they are of',
    'Proposal title,Session start,Session end,Session room,Talk format,Your name,Speaker bio\nA,2026-05-01 09:00,2026-05-01 09:45,Hall,Panel,Ada Lovelace,Counts.',
    {
      times: ['A 2026-05-01 09:00 09:45'],
      places: ['@Hall Ada Lovelace'],
      talks: [{ type: 'Panel' }],
      people: [{ name: 'Ada Lovelace', bio: 'Counts.' }],
      codes: [],
    },
  ],
  [
    'columns in French',
    'Titre de la session;Jour;Heure\nA;3 février 2027;9 h 00',
    { times: ['A 2027-02-03 09:00 -'], places: [''] },
  ],
  [
    'times in Spanish and Japanese',
    'title,date,start,end\nA,2027-02-03,9:00 a. m.,1:15\u00a0p.\u00a0m.\nB,2027-02-03,14時30分,15時',
    { times: ['A 2027-02-03 09:00 13:15', 'B 2027-02-03 14:30 15:00'] },
  ],
  [
    'moments with a word between day and time',
    '"Event Name","Start Date & Time","End Date & Time"\n"A","May 3, 2027 at 9:00 AM","May 3, 2027 at 9:45 AM"',
    { times: ['A 2027-05-03 09:00 09:45'] },
  ],
  [
    'a day above a line that has neither day nor time',
    'title,day,start\nA,2027-02-03,9:00\nB,,\nC,,11h15',
    { times: ['A 2027-02-03 09:00 -', 'B 2027-02-03 - -', 'C 2027-02-03 11:15 -'] },
  ],
  [
    'names that are turned',
    'title,date,speakers\nA,2027-02-03,"Lovelace, Ada; Hopper, Grace"\nB,2027-02-03,Mary Shelley',
    { places: ['Ada Lovelace; Grace Hopper', 'Mary Shelley'] },
  ],
  [
    'nothing and lists of a database',
    'title,date,room,speakers\nA,2027-02-03,\\N,"{""Ada Lovelace"",""Grace Hopper""}"\nB,2027-02-03,\\N,{}',
    { places: ['Ada Lovelace; Grace Hopper', ''] },
  ],
  [
    'a list of a script',
    `title,date,speakers\nA,2027-02-03,"['Ada Lovelace', ""Sinéad O'Connor""]"`,
    { places: ["Ada Lovelace; Sinéad O'Connor"] },
  ],
  [
    'a line for each speaker is one talk',
    'id,title,start,first name,last name\n5,A,2026-05-01 09:00,Ada,Lovelace\n5,A,2026-05-01 09:00,Grace,Hopper',
    { times: ['A 2026-05-01 09:00 -'], places: ['Ada Lovelace; Grace Hopper'] },
  ],
  [
    'affiliations are no names',
    'title,date,authors\nA,2026-05-01,"Ada Lovelace (Initech, Paris), Hang Su (Acme)"\nB,2026-05-01,Hang Su (Acme)',
    { places: ['Ada Lovelace; Hang Su', 'Hang Su'] },
  ],
  [
    'numbers are no names, the last name may stand first',
    'title;date;authors\nA;2026-05-01;"Lovelace, Ada (1); Hopper, Grace (1,2)"',
    { places: ['Ada Lovelace; Grace Hopper'] },
  ],
  [
    'a line without a title is called by its type; a session with a line for each paper is one',
    lines(
      'id,title,type,date,start,room',
      '1,,Break,2026-05-01,10:00,Blue',
      '2,,Poster pitches,2026-05-01,11:00,Blue',
      '3,Markets,,2026-05-01,12:00,Blue',
      '4,Markets,,2026-05-01,12:00,Blue',
      '5,Markets,,2026-05-01,12:00,Red',
    ),
    {
      breaks: [{ title: 'Break' }],
      talks: [
        { key: '2', title: 'Poster pitches' },
        { key: '3', title: 'Markets' },
        { key: '5', title: 'Markets' },
      ],
    },
  ],
  [
    'what is called like a break is a talk if somebody speaks',
    'title,date,start,speakers\nBreak,2026-05-01,09:00,Ada Lovelace\nBreak,2026-05-01,10:00,',
    { talks: [{}], breaks: [{}] },
  ],
  [
    'what is drunk in a break is one, which is said once',
    short,
    { breaks: [{ title: 'Café' }, { title: 'Café' }, { title: 'Lunch' }], codes: ['READ_AS_BREAK'] },
  ],
  [
    'what is drunk in a break is a talk with a long text',
    short.replaceAll('in the foyer', 'where people meet '.repeat(20)),
    { talks: [{ title: 'Café' }, { title: 'Café' }], breaks: [{ title: 'Lunch' }] },
  ],
  [
    'days and times as the numbers of a spreadsheet',
    'title,date,start,end\nOpening,46143,0.375,0.40625\nDoors,46143,"0,5",0.53125\nWindows,,46144.5,46144.53125',
    {
      times: [
        'Opening 2026-05-01 09:00 09:45',
        'Doors 2026-05-01 12:00 12:45',
        'Windows 2026-05-02 12:00 12:45',
      ],
      codes: [],
    },
  ],
  [
    'a length as the number of a spreadsheet',
    'title,date,start,duration\nDoors,46143,0.375,0.03125',
    { times: ['Doors 2026-05-01 09:00 09:45'] },
  ],
  [
    'two decimals are minutes after midnight, as before',
    'title,date,start\nNight,2026-05-01,0.25',
    { times: ['Night 2026-05-01 00:25 -'] },
  ],
])

test.each([
  ['27/09/2026', '2026-09-27'],
  ['9/27/2026', '2026-09-27'],
  ['27.09.2026', '2026-09-27'],
  ['27.9.26', '2026-09-27'],
  ['2026/9/27', '2026-09-27'],
  ['Sunday 27 September 2026', '2026-09-27'],
  ['"Sep 27th, 2026"', '2026-09-27'],
  ['27-Sep-2026', '2026-09-27'],
  ['27. Oktober 2026', '2026-10-27'],
  ['Day 2', '2026-09-27', '2026-09-26'],
  ['Sunday', '2026-09-27', '2026-09-26'],
  ['27 Sep', '2026-09-27', '2026-09-26'],
  ['09/10/2026', '2026-10-09', '2026-10-08'],
])('the day %s', async (written, day, first_day?: string) => {
  const { times, codes } = await read(lines(header, line(written)), { first_day })
  expect([times, codes]).toEqual([[`A ${day} 09:30 10:15`], []])
})

test.each([
  ['2026-May-09 10:00', '2026-05-09 10:00'],
  ['9 May 10:00', '2026-05-09 10:00'],
  ['Sa, 9.5. 10:00', '2026-05-09 10:00'],
  ['9. 5. 26 10:00', '2026-05-09 10:00'],
  ['9 mei 2026 10:00', '2026-05-09 10:00'],
])('the start %j, beside a line with its year', async (start, moment) => {
  const { times } = await read(`title;start\nA;${start}\nB;2026-05-09 11:00`)
  expect(times).toEqual([`A ${moment} -`, 'B 2026-05-09 11:00 -'])
})

test.each([
  ['Tag;Beginn;Ende;Raum;Titel;Referent:in;Beschreibung;Thema', 'Fr 12.06.2026'],
  ['Datum;Uhrzeit;Bis;Saal;Vortrag;Referent*innen;Zusammenfassung;Kategorie', 'Freitag, 12.06.2026'],
  ['Jour;Heure de début;Fin;Salle;Titre;Intervenant·e·s;Résumé;Thématique', 'vendredi 12 juin 2026'],
  ['Día;Inicio;Fin;Sala;Título;Ponente(s);Descripción;Tema', 'viernes, 12 de junio de 2026'],
  ['Jour;Horaire;Fin;Salle;Intitulé;Par;Résumé;Parcours', '12/06/2026', '2026-06-12'],
  ['Date;Time Start;Time End;Room;Talk;By;Description;Track', '2026-06-12'],
  ['Data;Początek;Koniec;Sala;Tytuł;Prelegenci;Opis;Ścieżka', '12.06.2026'],
  ['Дата;Начало;Конец;Зал;Название;Спикеры;Описание;Трек', '12.06.2026'],
  ['日付;開始;終了;会場;タイトル;講演者;概要;トラック', '2026年6月12日(金)'],
  ['日期;开始时间;结束时间;地点;题目;演讲者;简介;分会场', '2026年6月12日'],
])('columns of other languages: %s', async (columns, day, first_day?: string) => {
  expect(await read(`${columns}\n${day};09:30;10:15;A1;B;Ada Lovelace;x;Web`, { first_day })).toMatchObject({
    times: ['B 2026-06-12 09:30 10:15'],
    places: ['@A1 #Web Ada Lovelace'],
    talks: [{ description: 'x' }],
    codes: [],
  })
})

test.each([
  'Titolo;Data;Ora inizio;Ora fine;Aula;Relatore\nA;1 maggio 2026;9:00;9:45;B;Ada Lovelace',
  'Título;Data;Início;Fim;Sala;Palestrante\nA;1 de maio de 2026;9h00;9h45;B;Ada Lovelace',
  'Titel;Datum;Starttijd;Eindtijd;Zaal;Spreker\nA;1 mei 2026;9:00;9:45;B;Ada Lovelace',
  '| Title | Date | Start | End | Room | Speaker |\n|---|---|:--|---|---|---|\n| A | 2026-05-01 | 9:00 | 9:45 | B | Ada Lovelace |',
])('Italian, Portuguese, Dutch and Markdown: %j', async (table) => {
  const { times, places, codes } = await read(table)
  expect([times, places, codes]).toEqual([['A 2026-05-01 09:00 09:45'], ['@B Ada Lovelace'], []])
})

test.each([
  ['12:00 PM', '1:00 PM', '12:00 13:00'],
  ['11:30 pm', '12:30 am', '23:30 00:30'],
  ['9am', '10 a.m.', '09:00 10:00'],
  ['9h30', '10.15', '09:30 10:15'],
  ['09:30 - 10:15', '', '09:30 10:15'],
  ['9:30 AM-10:15 AM', '', '09:30 10:15'],
  ['2026-09-27 14:00', '2026-09-27 15:00', '14:00 15:00'],
  ['27.09.2026 14:00', '27.09.2026 15:00', '14:00 15:00'],
  ['noon', '12:45 PM', '12:00 12:45'],
  ['11 PM', 'Midnight', '23:00 00:00'],
  ['0:00 a.m.', '14:00 PM', '00:00 14:00'],
  ['0930', '1015', '09:30 10:15'],
  ['9', '10', '09:00 10:00'],
  ['14h', '15h30', '14:00 15:30'],
  ['10 Uhr', '10.45 Uhr', '10:00 10:45'],
  ['1:00-2:30 pm', '', '13:00 14:30'],
  ['11–1 pm', '', '11:00 13:00'],
  ['10-11 Uhr', '', '10:00 11:00'],
  ['12-1 pm', '', '12:00 13:00'],
])('from %j to %j', async (start, end, clock) => {
  const { times, codes } = await read(lines(header, line('2026-09-27', start, end)))
  expect([times, codes]).toEqual([[`A 2026-09-27 ${clock}`], []])
})

test.each([
  ['1.5h', '10:30'],
  ['1,5 Std.', '10:30'],
  ['1 Std. 15 Min.', '10:15'],
  ['1:30 h', '10:30'],
  ['45 Minuten', '09:45'],
  ["45'", '09:45'],
  ['45.0', '09:45'],
])('the length %j', async (length, end) => {
  const { times } = await read(`title;date;start;duration\nA;2026-05-01;9:00;${length}`)
  expect(times).toEqual([`A 2026-05-01 09:00 ${end}`])
})

test.each([
  ['Ada Lovelace; Grace Hopper', ['Ada Lovelace; Grace Hopper'], []],
  ['Ada Lovelace\nGrace Hopper', ['Ada Lovelace; Grace Hopper'], []],
  [
    'Ada Lovelace; Grace Hopper"\nB,2026-09-27,9:00,"Acme, Inc.',
    ['Ada Lovelace; Grace Hopper', 'Acme, Inc.'],
    [],
  ],
  [
    'Ada Lovelace, Grace Hopper and Mary Shelley',
    ['Ada Lovelace; Grace Hopper; Mary Shelley'],
    ['SEVERAL_NAMES'],
  ],
  ['Jane Doe, Google', ['Jane Doe, Google'], ['SEVERAL_NAMES']],
])(
  'several speakers in one cell, by ; or line, by commas between full names: %j',
  async (cell, expected, ambiguities) => {
    const { places, codes } = await read(`Title,Date,Start,Speakers\nA,2026-09-27,9:00,"${cell}"`)
    expect([places, codes]).toEqual([expected, ambiguities])
  },
)

test.each([
  ['Go; Rust', ['Go', 'Rust']],
  ['Go;Rust', ['Go', 'Rust']],
  ['"Go, Rust"', ['Go', 'Rust']],
  ['Go | Rust', ['Go', 'Rust']],
  ['"C, C++; Go"', ['C, C++', 'Go']],
  // Characters that the database refuses.
  ['G\u0000o; \u0000; Ru\u0007st', ['Go', 'Rust']],
])('the topics %j', async (cell, expected) => {
  expect((await read(`title,date,tags\nA,2026-05-01,${cell}`)).talks[0]?.topics).toEqual(expected)
})

test.each(['Pausa caffè', 'Almoço', 'Koffiepauze'])('%j is a break', async (title) => {
  const { breaks } = await read(`title,date,start\n${title},2026-05-01,9:00\nT,2026-05-01,10:00`)
  expect(breaks.map((entry) => entry.title)).toEqual([title])
})

const tabs = 'Title\tDate\tStart\r\nGröße\t27.09.2026\t09:30\r\n'
test.each([
  ['UTF-16', Buffer.from(`\ufeff${tabs}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(tabs, 'utf16le')],
  ['Latin-1', Buffer.from(tabs, 'latin1')],
  [
    'sep=, a day with a time of its own',
    'sep=;\r\nTitle;Date;Start\r\nGröße;2026-09-27 00:00:00;09:30:00\r\n',
  ],
  ['CR alone', 'Title,Date,Start\rGröße,2026-09-27,09:30\r'],
  ['a comma at each end', 'My conference,,,\nTitle,Date,Start,\n\nGröße,2026-09-27,09:30,\n'],
])('of Excel: %s', async (_, content) => {
  const { times, codes } = await read(content)
  expect([times, codes]).toEqual([['Größe 2026-09-27 09:30 -'], []])
})

const objects = [
  { title: 'Opening', start: '2026-05-01T09:00', end: '2026-05-01T09:45', speakers: ['Ada Lovelace'] },
  { title: 'Of "doors"\nand windows', start: '2026-05-01T10:00', speakers: [{ name: 'Grace Hopper' }] },
]
test.each([
  ['JSON lines', objects.map((row) => JSON.stringify(row)).join('\n')],
  ['a list of objects', JSON.stringify(objects, null, 2)],
])('%s are a table', async (_, content) => {
  expect(await read(content)).toMatchObject({
    times: ['Opening 2026-05-01 09:00 09:45', 'Of "doors" and windows 2026-05-01 10:00 -'],
    places: ['Ada Lovelace', 'Grace Hopper'],
    format: 'csv',
  })
})

describe('what is refused', () => {
  test.each([
    ['a day that is none', lines(header, line('soon')), 'its day, "soon", could not be read'],
    ['no day', 'title,speakers\nA,Ada Lovelace', 'these are missing: date'],
    [
      'columns that nobody knows',
      'Wann;Wo;Was\n12.06.2026;A1;B',
      /^Expected a table .* such as title,date,.*; these are missing: title, date; these are there: Wann, Wo, Was \(line 1\)$/,
    ],
    [
      'a quote without an end',
      'title,date\nA,2026-05-01\n"B,2026-05-01\nC,2026-05-02\n',
      'a quote is opened and never closed. Close it, and write "" for a quote within a value (line 3)',
    ],
    [
      'a line of JSON that is broken',
      '{"title":"A"}\n{"title":',
      'This line is not valid JSON: fix it, or export the file again (line 2)',
    ],
    ['objects without titles', '[{"x":1},{"x":2}]', 'This JSON has neither "schedule" nor "sessions"'],
    [
      'a line for each time and a column for each room',
      'Time,Red,Blue\n9:00,Opening,\n10:00,Engines,COBOL',
      /^Expected a table with a line for each talk.* such as title,date,start.*; these are missing: title; these are there: Time, Red, Blue \(line 1\)$/,
    ],
    [
      'a line for each time and its title',
      '9:00,Opening\n10:00,Engines',
      'write it into a table with the columns title, date, start, end, room and speakers (line 1)',
    ],
  ])('%s', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message)
  })
})

test('a line of a table is counted where it begins', async () => {
  const { warnings } = await read('title,date,abstract\nA,2026-05-01,"one\ntwo"\nB,soon,')
  expect(warnings.map(({ code, key }) => `${code} ${key}`)).toEqual(['NO_TIME line 2', 'NO_DAY line 4'])
})
