/** The path of a talk's page. */
export const talkPath = (eventSlug: string, number: number) => `/conferences/${eventSlug}/talks/${number}`

/** The same for <Link>; without its types, because the server reads this file and has no React. */
export const talkLink = (eventSlug: string, number: number) =>
  ({ to: '/conferences/$slug/talks/$number', params: { slug: eventSlug, number: String(number) } }) as const

/** Where the results of 'Find a talk' stand. */
export const resultsId = 'found'
