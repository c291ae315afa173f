import { z } from 'zod'
import { listedFor } from '#features/events/listed-match.ts'
import { webAddress } from '#features/reading/plain-text.ts'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { OutboundError } from '#platform/fetch-safely.ts'
import { post, signedIn } from '#platform/procedures/procedure.ts'
import { consume, programmeFetchLimit } from '#platform/rate-limits.ts'
import { limits } from '#src/limits.ts'
import { askAboutPage } from './check-own-pages.server.ts'
import { findListed } from './find-listed.server.ts'
import { pageReading } from './page-reading.schemas.ts'
import { readConference } from './page-reading.server.ts'
import { isSameSite } from './sync-source.server.ts'

const read = signedIn
  .route(post('/events/from-page', 'What the page of a conference says, for the form'))
  .errors({
    UNREADABLE: { status: 422, message: 'Nothing about a conference was found at this address' },
    TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a minute.' },
  })
  .input(z.object({ url: z.string().trim().min(1).max(limits.url) }))
  .output(pageReading)
  .handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    if ((await consume(db, programmeFetchLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
    const url = webAddress(input.url)
    try {
      const page = await readConference(context, url)
      const { values, guesses, programme = null } = page
      const match = await findListed(db, values, [url, values.website])
      if (match && isSameSite(match.event.website ?? null, url))
        await askAboutPage(db, match.event.id, page, { site: context.site })
      return { values, guesses, programme, listed: match ? listedFor(viewer, match) : null }
    } catch (error) {
      if (isUnreadable(error) || error instanceof OutboundError)
        throw errors.UNREADABLE({ message: error.message })
      throw error
    }
  })

export const pageReadingApi = { read }
