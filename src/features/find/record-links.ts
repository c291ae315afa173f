import { linkOptions } from '@tanstack/react-router'
import { talkLink } from '#features/programme/talk-link.ts'

/** The page of a record, by the name of the lists that it stands in. */
export const recordLinks = {
  events: ({ slug }: { slug: string }) => linkOptions({ to: '/conferences/$slug', params: { slug } }),
  series: ({ slug }: { slug: string }) => linkOptions({ to: '/series/$slug', params: { slug } }),
  talks: (talk: { event_slug: string; number: number }) => talkLink(talk.event_slug, talk.number),
  speakers: ({ id }: { id: string }) => linkOptions({ to: '/speakers/$id', params: { id } }),
  topics: ({ name }: { name: string }) =>
    linkOptions({ to: '/topics/$topicName', params: { topicName: name } }),
  places: ({ city, country }: { city: string | null; country: string }) =>
    city
      ? linkOptions({ to: '/cities/$locationName', params: { locationName: city } })
      : linkOptions({ to: '/countries/$countryName', params: { countryName: country } }),
}
