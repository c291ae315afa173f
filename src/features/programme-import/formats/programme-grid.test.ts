import { describe, expect, test } from 'vitest'
import { readProgramme } from '../reading/read-programme.ts'

const firstDay = { first_day: '2026-05-01' }

function read(lines: string[], options: object = firstDay) {
  const { document, warnings } = readProgramme(Buffer.from(lines.join('\n')), options)
  const names = new Map(document.people.map(({ key, name }) => [key, name]))
  const entries = [
    ...document.talks.map((talk) => ({ ...talk, place: talk.location ?? talk.track ?? '-' })),
    ...document.breaks.map((entry) => ({ ...entry, place: 'break', speakers: [] })),
  ]
  return {
    shown: entries
      .map(({ day, start_time, end_time, place, title, speakers }) =>
        [day.slice(8), start_time, end_time, place, title, ...speakers.map((key) => names.get(key))].join(
          ' ',
        ),
      )
      .sort(),
    codes: warnings.map(({ code }) => code),
    warnings,
    document,
  }
}

describe('a table with rooms as columns', () => {
  test('an entry ends where the next of its room begins, with a break for all, or with a line without entries', () => {
    const { shown, warnings } = read([
      'Time,Main hall,Stage',
      '9:00,Opening,',
      '9:30,Rust,CSS',
      '10:00,,HTML',
      '10:30,Coffee break,',
      '11:00,Panel,Workshop',
      '12:00,,',
    ])
    expect(shown).toEqual([
      '01 09:00 09:30 Main hall Opening',
      '01 09:30 10:00 Stage CSS',
      '01 09:30 10:30 Main hall Rust',
      '01 10:00 10:30 Stage HTML',
      '01 10:30 11:00 break Coffee break',
      '01 11:00 12:00 Main hall Panel',
      '01 11:00 12:00 Stage Workshop',
    ])
    expect(warnings).toEqual([
      {
        code: 'READ_AS_GRID',
        key: 'line 2',
        text: 'The table was read with a line for each time and a column for each room (Main hall, Stage)',
      },
      {
        code: 'NO_DAYS',
        key: 'line 2',
        text: 'The table names no days: all talks are listed on 2026-05-01',
      },
    ])
  })

  test('merged cells that are repeated are one entry; what is in all columns is in no room', () => {
    const { shown, codes } = read([
      ';Saal A;Saal B;Saal C',
      '09:00 – 09:45;Eröffnung;Eröffnung;Eröffnung',
      '09:45 – 10:30;Netze;Werkstatt;Werkstatt',
      '10:30 - 11:00;Pause;Werkstatt;Werkstatt',
      '11:00-12:00;Rust;;CSS',
    ])
    expect(shown).toEqual([
      '01 09:00 09:45 - Eröffnung',
      '01 09:45 10:30 Saal A Netze',
      '01 09:45 11:00 Saal B, Saal C Werkstatt',
      '01 10:30 11:00 break Pause',
      '01 11:00 12:00 Saal A Rust',
      '01 11:00 12:00 Saal C CSS',
    ])
    expect(codes).toEqual(['READ_AS_GRID', 'EMPTY_BELOW', 'NO_DAYS'])
  })

  test.each([
    ['a line with the day', ['Friday 1 May 2026,,', 'Time,A,B', '9:00,O,P', 'Sat 2 May 2026,,', '9:00,Q,R']],
    [
      'a heading with the day',
      ['X,,', 'Day 1: Fri 1 May 2026,,', 'Time,A,B', '9:00,O,P', 'Day 2: Sat 2 May 2026,,', '9:00,Q,R'],
    ],
    [
      'two cells, for want of quotes',
      ['Friday, 1 May 2026', ',A,B', '9:00,O,P', 'Saturday, 2 May 2026', ',A,B', '9:00,Q,R'],
    ],
    ['the day above the times', ['2026-05-01,A,B', '9:00,O,P', '2026-05-02,A,B', '9:00,Q,R']],
    ['a column of days', ['Day,Time,A,B', '1/5/2026,9:00,O,P', '2/5/2026,9:00,Q,R', ',10:00,,']],
    ['a day beside each time', ['When,A,B', '2026-05-01 09:00,O,P', '2026-05-02 09:00,Q,R']],
    ['days above rooms', [',1 May 2026,,2 May 2026,', 'Time,A,B,A,B', '9:00,O,P,Q,R', '10:00,,,,']],
    [
      'Markdown',
      [
        '| 1 May 2026 | A | B |',
        '|---|---|---|',
        '| 9:00 | O | P |',
        '| 2 May 2026 | A | B |',
        '| 9:00 | Q | R |',
      ],
    ],
  ])('several days: %s', (_, lines) => {
    expect(read(lines, {}).shown.map((line) => line.replace(/ (?:10:00)? (?=[AB])/, ' '))).toEqual([
      '01 09:00 A O',
      '01 09:00 B P',
      '02 09:00 A Q',
      '02 09:00 B R',
    ])
  })

  test('days as columns, by number', () => {
    expect(read(['Time,Day 1,Day 2', '9:00-10:00,O,P', '10:00-11:00,Lunch,Lunch']).shown).toEqual([
      '01 09:00 10:00 - O',
      '01 10:00 11:00 break Lunch',
      '02 09:00 10:00 - P',
      '02 10:00 11:00 break Lunch',
    ])
  })

  test('speakers after a dash, in brackets or in a line of their own', () => {
    const cast = (cells: string[]) =>
      read(['Time,A', ...cells.map((cell, n) => `1${n}:00,"${cell}"`)]).shown.map(
        (line) => line.split(' A ')[1],
      )
    const expected = [
      'Zero downtime Ada Lovelace',
      'COBOL now Grace Hopper',
      'Panel',
      'Nets Li Wei Anna de la Cruz',
    ]
    const names = ['Ada Lovelace', 'Grace Hopper', '', 'Li Wei, Anna de la Cruz']
    const written = (write: (title: string, name: string) => string) =>
      ['Zero downtime', 'COBOL now', 'Panel', 'Nets'].map((title, n) =>
        names[n] ? write(title, names[n]) : title,
      )
    expect(cast(written((title, name) => `${title} - ${name}`))).toEqual(expected)
    expect(cast(written((title, name) => `${title} (${name})`))).toEqual(expected)
    expect(cast(written((title, name) => `${title}\n${name}`))).toEqual(expected)
    expect(
      cast(written((title, name) => `${name}\n${title.toLowerCase()}`)).map((line) => line?.toLowerCase()),
    ).toEqual(expected.map((line) => line.toLowerCase()))
  })

  test('speakers and further text below the title, in lines without a time', () => {
    const { shown, document, warnings } = read([
      'Time,A,B',
      '9:00,Rust,CSS',
      ',Ada Lovelace,',
      ',For beginners,',
      '10:00,Go,',
    ])
    expect(shown).toEqual(['01 09:00  B CSS', '01 09:00 10:00 A Rust Ada Lovelace', '01 10:00  A Go'])
    expect(document.talks[0]?.description).toBe('For beginners')
    expect(warnings.map(({ code, key }) => [code, key])).toContainEqual(['MORE_BELOW', 'line 3'])
  })

  test('tracks as columns, and a column of ends', () => {
    const { shown, document } = read([
      'Start,End,Web track,Data track',
      '9:00,9:45,O,P',
      '9:45,10:30,Q,P',
      '10:30,11:00,Break,',
    ])
    expect(shown).toEqual([
      '01 09:00 09:45 Web track O',
      '01 09:00 10:30 Data track P',
      '01 09:45 10:30 Web track Q',
      '01 10:30 11:00 break Break',
    ])
    expect(document.tracks).toEqual(['Web track', 'Data track'])
  })

  test('hours after noon of a clock with twelve of them, and the small hours', () => {
    const noon = read(['Time,A', '9:00,O', '11:30-12:30,P', '12:30-1:30,Lunch', '1:30,Q', '3:00,'])
    expect(noon.shown).toEqual([
      '01 09:00 11:30 A O',
      '01 11:30 12:30 A P',
      '01 12:30 13:30 break Lunch',
      '01 13:30 15:00 A Q',
    ])
    expect(noon.codes).toContain('AFTERNOON')
    const night = read(['Time,A', '18:00,O', '23:00,P', '0:30,Q', '2:00,'])
    expect(night.document.talks.map(({ day, date, start_time }) => [day, date, start_time])).toEqual([
      ['2026-05-01', '2026-05-01', '18:00'],
      ['2026-05-01', '2026-05-01', '23:00'],
      ['2026-05-01', '2026-05-02', '00:30'],
    ])
  })

  test('a line of speakers, a column of notes, and times on two lines', () => {
    const { shown, codes } = read([
      'Time,A,B,Notes',
      '"9:00\n9:45",Rust,CSS,bring coffee',
      'Speaker,Ada Lovelace,Grace Hopper,',
      '10:00 à 10:30,Go,,',
    ])
    expect(shown).toEqual([
      '01 09:00 09:45 A Rust Ada Lovelace',
      '01 09:00 09:45 B CSS Grace Hopper',
      '01 10:00 10:30 A Go',
    ])
    expect(codes).toEqual(['READ_AS_GRID', 'UNKNOWN_COLUMN', 'MORE_BELOW', 'NO_DAYS', 'SPEAKERS_IN_TITLES'])
  })

  test('what is in no place of the table is said', () => {
    const { shown, codes } = read([
      'Time,A,B',
      ',200 seats,80 seats',
      '9:00,O,P',
      'evening,Party,',
      '18:00,,',
      'Bring your badge,,',
    ])
    expect(shown).toEqual(['01   A Party', '01 09:00 18:00 A O', '01 09:00 18:00 B P'])
    expect(codes).toEqual(['READ_AS_GRID', 'LINE_NOT_READ', 'NO_DAYS', 'BAD_TIME', 'NO_TIME'])
  })

  test.each([
    [
      ['Time,A,B', '9:00,O,P', '14:00,Q,', '9:00,R,S'],
      firstDay,
      'The times begin again at "9:00", and no day is named there: write the day, such as 2026-05-01, in a line of its own above (line 4)',
    ],
    [
      ['Time,A,B', '9:00,O,P', '10:00,Q,R'],
      {},
      'The table names times, and no day for them: write the day, such as 2026-05-01, in a line of its own above (line 2)',
    ],
    [
      ['Saturday,A,B', '9:00,O,P', '10:00,Q,R'],
      {},
      'its day, "Saturday", could not be read. Write it as 2026-05-01 (line 2)',
    ],
    [
      ['Time,A,Time,B', '9:00,O,9:15,P', '10:00,Q,10:15,R'],
      firstDay,
      'or one with a line for each time and a column for each room; these are missing: title',
    ],
    [
      ['Start;Raum;Vortragende;Thema', '9:00;A;Ada Lovelace;X', '10:00;A;Grace Hopper;Y'],
      firstDay,
      'these are missing: title',
    ],
    [['Room,9:00,10:00,11:00', 'A,O,P,Q', 'B,R,S,T'], firstDay, 'these are missing: title'],
  ])('%j is refused', (lines, options, message) => {
    expect(() => read(lines, options)).toThrow(message)
  })
})

test('a line of a table is counted where it begins', () => {
  const { warnings } = readProgramme(Buffer.from('title,date,abstract\nA,2026-05-01,"one\ntwo"\nB,soon,'))
  expect(warnings.map(({ code, key }) => `${code} ${key}`)).toEqual(['NO_TIME line 2', 'NO_DAY line 4'])
})
