import { expect, test } from 'vitest'
import { daysInText, daysOfConference } from './days-in-text.ts'

test.each([
  ['October 12–14, 2026', '2026-10-12', '2026-10-14'],
  ['Oct 30 - Nov 2, 2026', '2026-10-30', '2026-11-02'],
  ['Monday, October 12 – Wednesday, October 14, 2026', '2026-10-12', '2026-10-14'],
  ['12-14 October 2026', '2026-10-12', '2026-10-14'],
  ['12th to 14th of October, 2026', '2026-10-12', '2026-10-14'],
  ['30 Oct – 2 Nov 2026', '2026-10-30', '2026-11-02'],
  ['December 29, 2026 – January 2, 2027', '2026-12-29', '2027-01-02'],
  ['December 29 – January 2, 2027', '2026-12-29', '2027-01-02'],
  ['12.–14. Oktober 2026', '2026-10-12', '2026-10-14'],
  ['vom 30. März bis 1. April 2026', '2026-03-30', '2026-04-01'],
  ['12.-14.10.2026', '2026-10-12', '2026-10-14'],
  ['30.03. - 01.04.2026', '2026-03-30', '2026-04-01'],
  ['Du 12 au 14 octobre 2026', '2026-10-12', '2026-10-14'],
  ['le 1er février 2026', '2026-02-01', '2026-02-01'],
  ['del 12 al 14 de octubre de 2026', '2026-10-12', '2026-10-14'],
  ['12 y 13 de agosto de 2026', '2026-08-12', '2026-08-13'],
  ['28 e 29 de Novembro de 2026', '2026-11-28', '2026-11-29'],
  ['11 dicembre 2026', '2026-12-11', '2026-12-11'],
  ['2026年10月30日〜11月2日', '2026-10-30', '2026-11-02'],
  ['2026 年 10 月 12 - 14 日', '2026-10-12', '2026-10-14'],
  ['2026年10月12日', '2026-10-12', '2026-10-12'],
  ['2026-10-12 – 2026-10-14', '2026-10-12', '2026-10-14'],
  ['Sept. 9, 2026', '2026-09-09', '2026-09-09'],
  ['9 Sep 2026', '2026-09-09', '2026-09-09'],
])('%s', (text, start, end) => {
  expect(daysInText(text)).toMatchObject([{ start, end }])
})

test.each([
  'February 30, 2026',
  'version 1.2.2026.4',
  '10-14 2026',
  'October',
  'October 12',
  'May 1, 9999',
  'Sold out 24',
])('%s is no day', (text) => expect(daysInText(text)).toEqual([]))

test('a day without a year is in the year of the title', () => {
  const text = 'PyExample\nMay 4-6\nBerlin'
  expect(daysOfConference({ title: 'PyExample 2027', text, marked: [] }, '2026-11-24')).toMatchObject({
    start: '2027-05-04',
    end: '2027-05-06',
  })
})

test('the days of the conference are told from its deadlines and from former editions', () => {
  const text =
    'Call for papers closes on January 10, 2027\nEarly bird until February 1, 2027\nJune 3–5, 2027 in Oslo\nLast edition: May 12-13, 2026\nPosted November 1, 2026'
  expect(daysOfConference({ title: 'ExampleConf', text, marked: [] }, '2026-11-24')).toMatchObject({
    start: '2027-06-03',
    end: '2027-06-05',
  })
})

test.each([
  ['June 3, 2027\nWorkshops and talks\nJune 4, 2027', '2027-06-04'],
  ['Starts on June 3, 2027\nAll days: June 3-5, 2027', '2027-06-05'],
  ['June 3, 2027\nSubmissions until June 4, 2027', '2027-06-03'],
])('one day goes on where the page names the days after it: %j', (text, end) => {
  expect(daysOfConference({ title: 'ExampleConf', text, marked: [] }, '2026-11-24')).toMatchObject({
    start: '2027-06-03',
    end,
  })
})

test('the text near the days begins with their own sentence', () => {
  const text = 'It was in Oslo, Norway, May 4-6, 2025. It will be in Bergen, Norway, May 3-5, 2027. Welcome!'
  const days = daysOfConference({ title: 'ExampleConf', text, marked: [] }, '2026-11-24')
  expect(days?.near).toMatch(/^It will be in Bergen/)
})

test('a long text without dates takes no time', () => {
  const start = performance.now()
  for (const part of ['1', '12 ', 'may ', '12.', 'october 1 - ', '2026-', ' \n', 'de de '])
    daysInText(part.repeat(60_000 / part.length))
  expect(performance.now() - start).toBeLessThan(2000)
})
