import { linkOptions } from '@tanstack/react-router'

/** The path of a talk's page. */
export const talkPath = (eventSlug: string, number: number) => `/conferences/${eventSlug}/talks/${number}`

/** The same for <Link>. */
export const talkLink = (eventSlug: string, number: number) =>
  linkOptions({ to: '/conferences/$slug/talks/$number', params: { slug: eventSlug, number: String(number) } })

/** Where the results of 'Find a talk' stand. */
export const resultsId = 'found'
