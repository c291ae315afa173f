import { expect, test } from 'vitest'
import { read } from '#tests/support/read-programme.ts'
import { readProgramme } from './read-programme.ts'

const frab = (conference: string, event: string, day = '2027-03-27') =>
  `<schedule><conference><title>C</title>${conference}</conference><day date="${day}"><room name="Hall"><event id="1"><title>T</title>${event}</event></room></day></schedule>`
const refusalOf = (content: string) => {
  try {
    readProgramme(Buffer.from(content))
  } catch (error) {
    return (error as Error).message
  }
}

test('an unknown time zone of the file, and a clock that contradicts the moment beside it, are warned about', async () => {
  const time = '<start>10:00</start><duration>00:30</duration>'
  const mars = await read(frab('<time_zone_name>Mars/Olympus</time_zone_name>', time))
  expect(mars.warnings.map(({ text }) => text)).toEqual([
    'The time zone "Mars/Olympus" is not known: its times are listed as written. Please check them',
  ])
  const berlin = '<time_zone_name>Europe/Berlin</time_zone_name>'
  const other = await read(frab(berlin, `<date>2027-03-27T10:00:00-08:00</date>${time}`))
  expect(other.times).toEqual(['T 2027-03-27 19:00 19:30'])
  expect(other.warnings.map(({ code, text }) => [code, text])).toEqual([
    [
      'OTHER_CLOCK',
      '"T" begins at 10:00 and at 2027-03-27T10:00:00-08:00, which is 19:00 there: it is listed at 19:00. Correct one of them in the source',
    ],
  ])
  for (const date of ['2027-03-27T10:00:00+01:00', '2027-03-27T09:00:00Z', '2027-03-27'])
    expect((await read(frab(berlin, `<date>${date}</date>${time}`))).codes).toEqual([])
  // Times of a file in another zone than the conference's are converted, as the notice says.
  const abroad = await read(frab(berlin, `<date>2027-03-27T10:00:00+01:00</date>${time}`), {
    time_zone: 'America/New_York',
  })
  expect([abroad.times, abroad.codes]).toEqual([['T 2027-03-27 05:00 05:30'], ['OTHER_TIME_ZONE']])
})

test('a length is real time in the night in which the clock changes', async () => {
  const berlin = '<time_zone_name>Europe/Berlin</time_zone_name>'
  const timesOn = async (zone: string, day: string) => {
    const talk = `<date>${day}T01:30:00</date><duration>02:00</duration>`
    return (await read(frab(zone, talk, day))).times
  }
  expect(await timesOn(berlin, '2027-03-28')).toEqual(['T 2027-03-28 01:30 04:30'])
  expect(await timesOn(berlin, '2027-03-27')).toEqual(['T 2027-03-27 01:30 03:30'])
  expect(await timesOn('', '2027-03-28')).toEqual(['T 2027-03-28 01:30 03:30'])
})

test('spaces without width around a name, and brackets in an address, are taken out', async () => {
  const { names, talks } = await read(
    frab(
      '',
      '<persons><person id="7">&#8203;محمد&#8203;</person></persons><links><link href="https://example.com/a?list[]=1#[x]">One</link></links>',
    ),
  )
  expect(names).toEqual(['محمد'])
  expect(talks[0]?.links.map(({ url }) => url)).toEqual(['https://example.com/a?list%5B%5D=1#%5Bx%5D'])
})

test('sessions whose texts stand under their languages are read; rooms may be a list', async () => {
  const sessions = await read({
    sessions: [
      {
        ...{ id: 'A', room: 'R1', start: '2027-08-03T10:00:00+08:00', end: '2027-08-03T10:30:00+08:00' },
        zh: { title: '開場', description: '歡迎' },
        en: { title: 'Opening', description: 'Welcome' },
        speakers: ['s1'],
      },
      { id: 'B', room: 'R1', start: '2027-08-03T11:00:00+08:00', zh: { title: '午後' }, speakers: [] },
    ],
    speakers: [
      { id: 's1', avatar: 'https://example.com/a.png', zh: { name: '阿達' }, en: { name: 'Ada Lin' } },
    ],
    rooms: [{ id: 'R1', zh: { name: '一樓' }, en: { name: 'First floor' } }],
  })
  expect(sessions.times).toEqual(['Opening 2027-08-03 10:00 10:30', '午後 2027-08-03 11:00 -'])
  expect(sessions.places).toEqual(['@First floor Ada Lin', '@First floor'])
  const event = { title: 'T', start: '10:00', duration: '00:30' }
  for (const room of [
    { Hall: [event] },
    { name: 'Hall', talks: [event] },
    { name: 'Hall', events: [event] },
  ]) {
    const days = [{ date: '2027-03-01', rooms: [room] }]
    expect((await read({ schedule: { conference: { title: 'C', days } } })).places).toEqual(['@Hall'])
  }
})

test('a file without a readable talk says how many entries it has and what they need', () => {
  expect(refusalOf(JSON.stringify({ sessions: [{ id: '1', label: 'One' }, { id: '2' }] }))).toBe(
    'The file has 2 entries, and none can be read as a talk: each needs a title and a day. An entry without a title was left out (sessions[0])',
  )
  expect(refusalOf(JSON.stringify({ sessions: [] }))).toMatch(/^The file contains no talks: publish/)
})

test('sessions that are not accepted are counted', async () => {
  const session = (id: string, status: string) => ({ id, status, title: id, startsAt: '2027-03-01T10:00' })
  const { warnings, talks } = await read({
    sessions: [session('A', 'Accepted'), session('B', 'Declined'), session('C', 'Nominated')],
    speakers: [],
  })
  expect(talks.map(({ title }) => title)).toEqual(['A'])
  expect(warnings.map(({ text }) => text)).toEqual([
    '2 sessions were left out, because they are not accepted, such as "B" (Declined)',
  ])
})
