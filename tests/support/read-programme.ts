import { expect, test } from 'vitest'
import type { StoredProgramme } from '#features/programme-import/merging/programme-plan.ts'
import { readProgramme } from '#features/programme-import/reading/read-programme.ts'

/** Of a conference that has no programme yet. */
export const emptyProgramme: StoredProgramme = {
  tracks: [],
  talks: [],
  breaks: [],
  deletedKeys: [],
  knownPeople: [],
  candidates: [],
  isNear: false,
}

/** A programme in a form that a test can compare. */
export const read = async (content: string | Uint8Array | object, options = {}) => {
  const bytes =
    content instanceof Uint8Array
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  const { document, warnings } = readProgramme(bytes, options)
  const nameOf = new Map(document.people.map(({ key, name }) => [key, name]))
  return {
    ...document,
    names: [...nameOf.values()],
    /** Title, day, date where it is another, start and end. */
    times: document.talks.map(({ title, day, date, start_time, end_time }) =>
      [title, day, ...(date === day ? [] : [date]), start_time ?? '-', end_time ?? '-'].join(' '),
    ),
    /** Where, in which track and by whom, as far as the file says it: '@Hall #Web Ada; Grace'. */
    places: document.talks.map(({ location, track, speakers }) =>
      [
        ...(location ? [`@${location}`] : []),
        ...(track ? [`#${track}`] : []),
        ...(speakers.length > 0 ? [speakers.map((key) => nameOf.get(key)).join('; ')] : []),
      ].join(' '),
    ),
    codes: warnings.map(({ code }) => code),
    warnings,
  }
}

/** What a file is, the file, and what is found in it; a list is all of it. */
type Case = [what: string, file: string | Uint8Array | object, found: object, options?: object]

/** Each file is a test. */
export const testFiles = (cases: Case[]) =>
  test.each(cases)('%s', async (_, file, expected, options) => {
    expect(await read(file, options)).toMatchObject(expected)
  })

/** A day of frab's XML with talks by their titles. */
export const frabXml = (talks: Record<string, string>, { conference = '', day = 'date="2026-05-01"' } = {}) =>
  `<schedule><conference><title>C</title>${conference}</conference><day ${day}><room name="A"/><room name="B">${Object.entries(
    talks,
  )
    .map(([title, inner]) => `<event><title>${title}</title>${inner}</event>`)
    .join('')}</room></day></schedule>`
