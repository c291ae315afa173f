import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editionKey } from '#features/identity/compare.ts'
import { formSlug, formSlugCandidates, importSlug, slugCandidates } from './slug.ts'

const isStorable = (slug: string) => /^[a-z0-9_-]{1,200}$/.test(slug) && slug !== 'new'
const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('new', 'New', ' NEW ', '', '-', '___', '東京', '2027', 'ﷺ'.repeat(200), 'ß'.repeat(200)),
)
const year = fc.integer({ min: 1900, max: 2200 })
const day = year.map((value) => `${value}-03-01`)

describe('the slug of a conference made with the form', () => {
  test.each([
    ['RubyConf', 'rubyconf-2027'],
    ['TDC - The Developer’s Conference', 'tdc-the-developers-conference-2027'],
    ['snake_case   and\tspaces', 'snake-case-and-spaces-2027'],
    ['Café Ångström Straße Łódź', 'cafe-angstrom-strasse-lodz-2027'],
    ["c't <webdev>", 'ct-webdev-2027'],
    ['C++ Days', 'c-days-2027'],
    ['C++ & C#', 'c-c-2027'],
    ['🎉 Party', 'party-2027'],
    ['🎉-Party - 🎉', 'party-2027'],
    ['_private_', 'private-2027'],
    ['New', 'new-2027'],
    ['DotNext СПб', 'dotnext-2027'],
    ['404', '404-2027'],
  ])('%s gives %s', (input, slug) => {
    expect(formSlug(input, '2027-03-01')).toBe(slug)
  })

  test('takes the year in which it starts', () => {
    expect(formSlug('New Year Conf', '2026-12-31')).toBe('new-year-conf-2026')
  })

  test.each(['東京', '東京 2027', 'عالم التطبيقات', '🎉', '!!!', '___'])(
    'a short id stands for %s',
    (input) => {
      expect(formSlug(input, '2027-03-01')).toMatch(/^[a-z0-9]{8}-2027$/)
    },
  )

  test('the id tells names apart and stays the same, so that a second one of a year is a clash', () => {
    expect(formSlug('東京', '2027-03-01')).toBe(formSlug('東京', '2027-09-01'))
    expect(formSlug('東京', '2027-03-01')).not.toBe(formSlug('京都', '2027-03-01'))
  })

  test('the database takes it, whatever the name', () => {
    fc.assert(fc.property(name, day, (input, start) => isStorable(formSlug(input, start))))
  })
})

describe('the slug of an imported conference', () => {
  test.each([
    ['RubyConf 2001', 'rubyconf-2001'],
    ['C++ Days', 'c-days'],
    ['C# Days!', 'c-days-'],
    ['../../admin', '-admin'],
    ['🎉 Party 🎉', 'party'],
    ['C++ & C#', 'c-c-'],
    ['EmTech الشرق الأوسط', 'emtech'],
    ['エンジニアフェス 2026 Fukuoka', '2026-fukuoka'],
    ['DotNext 2021 Пітер', 'dotnext-2021'],
    ['Go 大会 Days', 'go-days'],
    ['GDG DevFest São Paulo', 'gdg-devfest-sao-paulo'],
    ['Øredev', 'oredev'],
    ['snake_case', 'snake-case'],
  ])('%s gives %s', (input, slug) => {
    expect(importSlug(input)).toBe(slug)
  })

  test('goes on to the year, the city and an id', () => {
    const [bare, withYear, withCity, withId, ...more] = slugCandidates({
      name: 'C# Days!',
      start_date: '2027-03-01',
      location_name: 'Łódź, Poland',
    })
    expect([bare, withYear, withCity, more]).toEqual([
      'c-days-',
      'c-days-2027',
      'c-days-2027-lodz-poland',
      [],
    ])
    expect(withId).toMatch(/^c-days-2027-lodz-poland-[a-z0-9]{8}$/)
  })

  test.each(['new', 'New', '123e4567-e89b-12d3-a456-426614174000'])(
    '%s is an address of the site: the year is added',
    (input) => {
      const [first] = slugCandidates({ name: input, start_date: '2027-03-01', location_name: 'Berlin' })
      expect(first).toBe(`${input.toLowerCase()}-2027`)
    },
  )

  test('a city in another script gets an id too', () => {
    const slugs = slugCandidates({ name: 'Conf', start_date: '2027-03-01', location_name: '東京' })
    expect(slugs[2]).toMatch(/^conf-2027-[a-z0-9]{8}$/)
  })

  test('the database takes each of them, they differ, and they are the same every time', () => {
    fc.assert(
      fc.property(name, day, name, (input, start_date, location_name) => {
        const event = { name: input, start_date, location_name }
        const slugs = slugCandidates(event)
        expect(slugs.every(isStorable)).toBe(true)
        expect(new Set(slugs).size).toBe(slugs.length)
        expect(slugs.length).toBeGreaterThanOrEqual(3)
        expect(slugCandidates(event)).toEqual(slugs)
      }),
    )
  })
})

describe('two names', () => {
  const key = (name: string, location_name = 'Lima') =>
    editionKey({ name, start_date: '2027-03-01', location_name })

  test.each([
    ['8.8 unreal Perú', '8.8 Unreal  peru'],
    ['Mobilization Łódź', 'Mobilization Lodz'],
  ])('%s and %s are one conference', (one, other) => {
    expect(key(one)).toBe(key(other))
  })

  test.each([
    ['C++ Day', 'C# Day'],
    ['DotNext СПб', 'DotNext Мск'],
    ['KubeCon 中国', 'KubeCon 日本'],
  ])('%s and %s are two', (one, other) => {
    expect(key(one)).not.toBe(key(other))
  })

  test('one name in two cities is two conferences', () => {
    expect(key('Conf', 'Lima')).not.toBe(key('Conf', 'Rome'))
  })

  test('the database takes each slug that the form may give, and they differ', () => {
    fc.assert(
      fc.property(name, day, name, (input, start_date, location_name) => {
        const slugs = formSlugCandidates({ name: input, start_date, location_name })
        expect(slugs.every(isStorable)).toBe(true)
        expect(new Set(slugs).size).toBe(3)
      }),
    )
  })
})
