import { describe, expect, test } from 'vitest'
import { emptyProgramme } from '#tests/support/read-programme.ts'
import type { ProgrammeDocument } from '../reading/document.ts'
import { readProgramme } from '../reading/read-programme.ts'
import { compareProgramme } from './compare.ts'
import type { StoredProgramme, StoredTalk } from './programme-plan.ts'

// A file of each system comes in, two talks are edited by hand, and the next version of the file comes in: with a new talk,
// without one, and with one that moved and one that is called otherwise.

type Talk = {
  id: number
  title: string
  day?: string
  start: string
  end: string
  room?: string
  name?: string
}

const first: Talk[] = [
  { id: 11, title: 'Opening words', start: '08:00', end: '08:45', name: 'Ada Lovelace' },
  { id: 12, title: 'Engines of brass', start: '10:00', end: '10:45', name: 'Grace Hopper' },
  { id: 13, title: 'Knots for sailors', start: '11:00', end: '11:45', room: 'Attic', name: 'Mary Shelley' },
  { id: 14, title: 'Storage of grain', start: '12:00', end: '12:45', name: 'Jane Marple' },
  { id: 15, title: 'Owls at night', start: '13:00', end: '13:45', room: 'Attic', name: 'Mary Shelley' },
  { id: 16, title: 'Panel', start: '14:00', end: '14:45', name: 'Ada Lovelace' },
  { id: 17, title: 'Panel', day: '2027-05-04', start: '14:00', end: '14:45', name: 'Ada Lovelace' },
]
const second: Talk[] = [
  first[0]!,
  { id: 18, title: 'Bread from rye', start: '09:00', end: '09:45', room: 'Attic', name: 'Li Wei' },
  first[1]!,
  first[2]!,
  { ...first[3]!, title: 'Storage of grains and rice' },
  { ...first[5]!, start: '15:00', end: '15:45' },
  first[6]!,
]

const dayOf = ({ day = '2027-05-03' }: Talk) => day
const roomOf = ({ room = 'Hall' }: Talk) => room
const cellsOf = (talk: Talk) => [talk.title, dayOf(talk), talk.start, talk.end, roomOf(talk), talk.name!]
const at = (talk: Talk, time: string) => `${dayOf(talk)}T${time}:00`
const withZone = (talk: Talk, time: string) => `${at(talk, time)}+02:00`
const compact = (talk: Talk, time: string) => at(talk, time).replace(/[-:]/g, '')
const days = (talks: Talk[]) => [...Map.groupBy(talks, dayOf)]
const roomsIn = (talks: Talk[]) => [...Map.groupBy(talks, roomOf)]
const table =
  (columns: string, cells: (talk: Talk, index: number) => (string | number)[], separator = ',') =>
  (talks: Talk[]) =>
    [columns, ...talks.map((talk, index) => cells(talk, index).join(separator))].join('\n')
const json = (of: (talks: Talk[]) => unknown) => (talks: Talk[]) => JSON.stringify(of(talks))
const frabXml = (event: (talk: Talk) => string) => (talks: Talk[]) =>
  `<schedule><conference><title>C</title></conference>${days(talks)
    .map(
      ([day, some]) =>
        `<day date="${day}">${roomsIn(some)
          .map(([room, all]) => `<room name="${room}">${all.map(event).join('')}</room>`)
          .join('')}</day>`,
    )
    .join('')}</schedule>`
const calendar = (lines: (talk: Talk) => string[]) => (talks: Talk[]) =>
  [
    'BEGIN:VCALENDAR',
    ...talks.flatMap((talk) => [
      'BEGIN:VEVENT',
      ...lines(talk),
      `SUMMARY:${talk.title}`,
      `LOCATION:${roomOf(talk)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n')
const inner = (talk: Talk) =>
  `<title>${talk.title}</title><start>${talk.start}</start><duration>00:45</duration><persons><person>${talk.name}</person></persons>`

const files: Record<string, (talks: Talk[]) => string> = {
  'frab XML with guids': frabXml(
    (talk) =>
      `<event id="${talk.id}" guid="6b0a6c8e-0000-4000-8000-0000000000${talk.id}">${inner(talk)}</event>`,
  ),
  'frab XML with numbers': frabXml((talk) => `<event id="${talk.id}">${inner(talk)}</event>`),
  'frab XML without any': frabXml((talk) => `<event>${inner(talk)}</event>`),
  'frab JSON': json((talks) => ({
    schedule: {
      conference: {
        days: days(talks).map(([date, some]) => ({
          date,
          rooms: Object.fromEntries(
            roomsIn(some).map(([room, all]) => [
              room,
              all.map((talk) => ({
                id: talk.id,
                title: talk.title,
                start: talk.start,
                duration: '00:45',
                persons: [{ name: talk.name }],
              })),
            ]),
          ),
        })),
      },
    },
  })),
  'frab JSON of the second version': json((talks) => ({
    schedule: {
      conference: { title: 'C', days: [] },
      events: talks.map((talk) => ({
        guid: `e${talk.id}`,
        title: talk.title,
        start: withZone(talk, talk.start),
        end: withZone(talk, talk.end),
        room: { name: roomOf(talk) },
        persons: [{ name: talk.name }],
      })),
    },
  })),
  'the page of pretalx': json((talks) => ({
    talks: talks.map((talk) => ({
      code: `T${talk.id}`,
      title: talk.title,
      room: roomOf(talk),
      start: withZone(talk, talk.start),
      end: withZone(talk, talk.end),
      speakers: [talk.name],
    })),
    speakers: [...new Set(talks.map(({ name }) => name))].map((name) => ({ code: name, name })),
  })),
  'slots of pretalx': json((talks) => ({
    slots: talks.map((talk) => ({
      room: { name: { en: roomOf(talk) } },
      start: withZone(talk, talk.start),
      end: withZone(talk, talk.end),
      submission: {
        code: `T${talk.id}`,
        title: talk.title,
        speakers: [{ code: talk.name, name: talk.name }],
      },
    })),
  })),
  'talks in JSON': json((talks) => ({
    talks: talks.map((talk) => ({
      title: talk.title,
      date: dayOf(talk),
      start_time: talk.start,
      end_time: talk.end,
      room: roomOf(talk),
      speakers: [talk.name],
    })),
  })),
  'events of schema.org': json((talks) => ({
    name: 'C',
    startDate: '2027-05-03',
    subEvent: talks.map((talk) => ({
      '@type': 'Event',
      name: talk.title,
      startDate: withZone(talk, talk.start),
      endDate: withZone(talk, talk.end),
      location: { name: roomOf(talk) },
      performer: { name: talk.name },
    })),
  })),
  Indico: json((talks) => ({
    results: [
      {
        title: 'C',
        contributions: talks.map((talk) => ({
          id: String(talk.id),
          title: talk.title,
          startDate: { date: dayOf(talk), time: `${talk.start}:00`, tz: 'Europe/Zurich' },
          endDate: { date: dayOf(talk), time: `${talk.end}:00` },
          room: roomOf(talk),
          speakers: [{ fullName: talk.name?.split(' ').reverse().join(', ') }],
        })),
      },
    ],
  })),
  Sessionize: json((talks) => ({
    sessions: talks.map((talk) => ({
      id: String(talk.id),
      title: talk.title,
      startsAt: at(talk, talk.start),
      endsAt: at(talk, talk.end),
      roomId: roomOf(talk),
      speakers: [talk.name],
    })),
    speakers: [...new Set(talks.map(({ name }) => name))].map((name) => ({ id: name, fullName: name })),
    rooms: ['Hall', 'Attic'].map((name) => ({ id: name, name })),
  })),
  'a calendar with ids': calendar((talk) => [
    `UID:${talk.id}@c`,
    `DTSTART:${compact(talk, talk.start)}`,
    `DTEND:${compact(talk, talk.end)}`,
  ]),
  'a calendar without ids': calendar((talk) => [
    `DTSTART:${compact(talk, talk.start)}`,
    `DTEND:${compact(talk, talk.end)}`,
  ]),
  'a calendar as XML': (talks) =>
    `<iCalendar><vcalendar>${talks.map((talk) => `<vevent><uid>${talk.id}</uid><dtstart>${compact(talk, talk.start)}</dtstart><dtend>${compact(talk, talk.end)}</dtend><summary>${talk.title}</summary><location>${roomOf(talk)}</location><attendee>${talk.name}</attendee></vevent>`).join('')}</vcalendar></iCalendar>`,
  'a table with keys': table('key,title,date,start,end,room,speakers', (talk) => [talk.id, ...cellsOf(talk)]),
  'a table without keys': table('title,date,start,end,room,speakers', cellsOf),
  'a table of numbered lines': table('id,title,date,start,end,room,speakers', (talk, index) => [
    index + 1,
    ...cellsOf(talk),
  ]),
  Eventbrite: table('Event ID,Event Name,Start Date & Time,End Date & Time,Venue', (talk) => [
    talk.id,
    talk.title,
    `"${dayOf(talk)} at ${talk.start}"`,
    `"${dayOf(talk)} at ${talk.end}"`,
    roomOf(talk),
  ]),
  'Open Event': table('Session Title,Session Starts At,Session Ends At,Microlocation,Speaker(s)', (talk) => [
    talk.title,
    at(talk, talk.start),
    at(talk, talk.end),
    roomOf(talk),
    talk.name!,
  ]),
  'pasted cells': table(
    'Title\tDay\tFrom\tTo\tRoom\tWho',
    (talk) => [talk.title, dayOf(talk), talk.start, talk.end, roomOf(talk), talk.name!],
    '\t',
  ),
  'numbers of a spreadsheet': table('title,date,start,end,room', (talk) => [
    talk.title,
    46510 + (talk.day ? 1 : 0),
    fraction(talk.start),
    fraction(talk.end),
    roomOf(talk),
  ]),
  'JSON lines': (talks) =>
    talks
      .map((talk) =>
        JSON.stringify({
          title: talk.title,
          start: at(talk, talk.start),
          end: at(talk, talk.end),
          room: roomOf(talk),
          speakers: [talk.name],
        }),
      )
      .join('\n'),
}
const fraction = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours! / 24 + minutes! / 1440).toFixed(6)
}

const read = (file: string, programme?: StoredProgramme) =>
  readProgramme(Buffer.from(file), {
    first_day: '2027-05-03',
    talk_titles: programme?.talks.flatMap(({ source_values }) => source_values?.title ?? []),
  }).document

/** What the database has after a plan is applied; a speaker's id is the key of the person. */
function applyDocument(programme: StoredProgramme, document: ProgrammeDocument): StoredProgramme {
  const plan = compareProgramme(programme, document)
  const talks = new Map(programme.talks.map((talk) => [talk.id, talk]))
  for (const { id, key, after, base, removal, old, title } of plan.talks) {
    if (removal === 'deleted') {
      talks.delete(id!)
      continue
    }
    const { speakers, ...values } = after
    const row = old ?? {
      id: `${title} ${talks.size}`,
      version: '',
      track_id: null,
      saved: 0,
      linked: 0,
      speaker_ids: [],
    }
    talks.set(row.id, {
      ...(row as StoredTalk),
      ...values,
      source_key: key,
      source_values: { ...base!, speaker_ids: base!.speakers },
      ...(speakers && { speaker_ids: speakers }),
    })
  }
  return {
    ...programme,
    talks: [...talks.values()],
    knownPeople: document.people.map(({ key, name }) => ({
      key,
      name,
      speaker_id: key,
      speaker_name: name,
      is_claimed: false,
      source_fields: [],
      has: [],
    })),
  }
}

const talkLines = ({ talks }: StoredProgramme) =>
  talks
    .map(({ title, date, start_time, end_time, location, status }) =>
      [title, date.slice(8), start_time, end_time, location, status === 'cancelled' ? status : '']
        .join(' ')
        .trim(),
    )
    .sort()

describe.each(Object.entries(files))('%s', (_, file) => {
  const imported = applyDocument(emptyProgramme, read(file(first)))
  const edit = (title: string, fields: Partial<StoredTalk>) => (talk: StoredTalk) =>
    talk.title === title ? { ...talk, ...fields } : talk
  const edited = {
    ...imported,
    talks: imported.talks
      .map(edit('Engines of brass', { title: 'Engines of brass and steam' }))
      .map(edit('Knots for sailors', { start_time: '11:15', end_time: '12:00' })),
  }

  test('comes in once, and again without a change', () => {
    expect(imported.talks).toHaveLength(first.length)
    expect(compareProgramme(imported, read(file(first), imported)).talks).toEqual([])
  })

  test('a changed file changes what it changed, and keeps what was edited here', () => {
    const document = read(file(second), edited)
    const plan = compareProgramme(edited, document)
    const titles = (kind: string) =>
      plan.talks.filter((change) => change.kind === kind).map(({ title }) => title)
    expect({
      added: titles('added'),
      removed: titles('removed'),
      moved: titles('moved'),
      changed: titles('changed'),
      kept: plan.talks.filter(({ kept }) => kept.length > 0),
    }).toEqual({
      added: ['Bread from rye'],
      removed: ['Owls at night'],
      moved: ['Panel'],
      changed: ['Storage of grains and rice'],
      kept: [],
    })
    expect(talkLines(applyDocument(edited, document))).toEqual([
      'Bread from rye 03 09:00 09:45 Attic',
      'Engines of brass and steam 03 10:00 10:45 Hall',
      'Knots for sailors 03 11:15 12:00 Attic',
      'Opening words 03 08:00 08:45 Hall',
      'Panel 03 15:00 15:45 Hall',
      'Panel 04 14:00 14:45 Hall',
      'Storage of grains and rice 03 12:00 12:45 Hall',
    ])
  })

  test('where the file and somebody here changed the same, what stands here stays and is shown', () => {
    const both = first.map((talk) =>
      talk.id === 12
        ? { ...talk, title: 'Engines of brass 2' }
        : talk.id === 13
          ? { ...talk, start: '11:30', end: '12:15' }
          : talk,
    )
    const plan = compareProgramme(edited, read(file(both), edited))
    expect(plan.talks.map(({ kind, kept }) => [kind, ...kept.map(({ field }) => field)]).sort()).toEqual([
      ['kept', 'start_time', 'end_time'],
      ['kept', 'title'],
    ])
  })
})
