import { eventOfProgramme } from '#features/programme-import/syncs/new-event.server.ts'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { OutboundError } from '#platform/fetch-safely.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import type { PageField, PageValues } from './page-reading.schemas.ts'
import { readPageInThread } from './reading/read-in-thread.server.ts'
import type { ReadPage } from './reading/read-page.server.ts'

type Reading = Pick<Context, 'fetchSafely' | 'today'>

/** Fetches the page of a conference, or its calendar or programme, and reads what it says. */
export async function readConference(context: Reading, url: string): Promise<ReadPage> {
  const { body, contentType, finalUrl } = await context.fetchSafely(url, { maxBytes: serverLimits.pageFile })
  const isPage = /html/i.test(contentType ?? '') || /^\s*<(?:!doctype html|html)/i.test(start(body))
  if (!isPage) {
    const values = await valuesOfProgramme(body)
    return { values, guesses: fieldsOf(values) }
  }
  const page = await readPageInThread({ content: body, contentType, url: finalUrl, today: context.today })
  const programme = page.calendar ?? page.programme
  const needsMore =
    !page.values.start_date || page.guesses.includes('start_date') || !page.values.location_name
  return programme && needsMore ? withProgramme(context, page, programme) : page
}

const start = (body: Buffer) => body.toString('latin1', 0, 1000)
const fieldsOf = (values: PageValues) => Object.keys(values) as PageField[]

async function valuesOfProgramme(content: Uint8Array): Promise<PageValues> {
  const { name, start_date, end_date, location_name, country_name, website } = await eventOfProgramme({
    content,
  })
  const values = { name, start_date, end_date, location_name, country_name, website }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value))
}

/** Fills in what the page does not say from the calendar or programme that it links. */
async function withProgramme(context: Reading, page: ReadPage, url: string): Promise<ReadPage> {
  try {
    const { body } = await context.fetchSafely(url, { maxBytes: serverLimits.pageFile })
    const { start_date, end_date, location_name, country_name } = await valuesOfProgramme(body)
    const days = start_date && end_date && { start_date, end_date }
    const place = !page.values.location_name &&
      location_name &&
      country_name && { location_name, country_name }
    const further = { ...days, ...place }
    return {
      ...page,
      values: { ...page.values, ...further },
      guesses: [...new Set([...page.guesses, ...fieldsOf(further)])],
    }
  } catch (error) {
    // The page itself was read: what it links may be missing, or something else.
    if (isUnreadable(error) || error instanceof OutboundError) return page
    throw error
  }
}
