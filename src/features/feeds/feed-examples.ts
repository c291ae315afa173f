type ExampleEvent = { slug: string; location_name: string; country_name: string; tags: string[] }
export type FeedExample = { path: string; what: string; contentType: string }

/** Also the one sign that would end a quoted word of the shell. */
const forShell = (part: string) => encodeURIComponent(part).replaceAll("'", '%27')

/** Addresses of feeds and exports around an event that is listed, with the content type of each answer. */
export function feedExamples({ slug, location_name, country_name, tags }: ExampleEvent): FeedExample[] {
  const [topic = 'Rust'] = tags
  const [city, country, topicPart] = [location_name, country_name, topic].map(forShell)
  const conference = `/conferences/${slug}`
  const calendar = 'text/calendar'
  return [
    {
      path: `/conferences/feed.ics?country=${country}&topics=${topicPart}`,
      what: 'A calendar of the directory, with the filters of its page',
      contentType: calendar,
    },
    { path: '/conferences/feed.atom', what: 'The directory as Atom', contentType: 'application/atom+xml' },
    {
      path: '/conferences/feed.json?how=online',
      what: 'The directory as JSON Feed',
      contentType: 'application/feed+json',
    },
    ...(tags.length > 0
      ? [
          {
            path: `/topics/${topicPart}/feed.atom`,
            what: 'Conferences about a topic',
            contentType: 'application/atom+xml',
          },
        ]
      : []),
    { path: `/cities/${city}/feed.ics`, what: 'Conferences in a city', contentType: calendar },
    {
      path: `/countries/${country}/feed.json`,
      what: 'Conferences in a country',
      contentType: 'application/feed+json',
    },
    { path: '/online/feed.ics', what: 'Online conferences', contentType: calendar },
    { path: `${conference}/feed.ics`, what: 'The days of a conference', contentType: calendar },
    { path: `${conference}/schedule.ics`, what: 'Its talks, to subscribe to', contentType: calendar },
    {
      path: `${conference}/programme.ics`,
      what: 'Its programme as a calendar with whole texts and links',
      contentType: calendar,
    },
    { path: `${conference}/schedule.xml`, what: 'Its programme as frab XML', contentType: 'application/xml' },
    {
      path: `${conference}/schedule.json`,
      what: 'Its programme as frab JSON, with all that another Hallway needs',
      contentType: 'application/json',
    },
    { path: `${conference}/schedule.csv`, what: 'Its programme as a table', contentType: 'text/csv' },
    {
      path: `/embed${conference}`,
      what: 'Its programme for a frame on another site',
      contentType: 'text/html',
    },
    { path: `${conference}/qr.svg`, what: 'Its address as a QR code', contentType: 'image/svg+xml' },
  ]
}
