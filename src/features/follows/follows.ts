export const followKinds = ['event', 'series', 'topic', 'city', 'country', 'speaker', 'person'] as const
export type FollowKind = (typeof followKinds)[number]

export const followKindTitles: Record<FollowKind, string> = {
  event: 'Conferences',
  series: 'Series',
  topic: 'Topics',
  city: 'Cities',
  country: 'Countries',
  speaker: 'Speakers',
  person: 'People',
}

/** The page of what is followed; a key is the name of a topic, a city or a country, or the id of a conference, a series, a speaker or a person. */
export const followedPath = ({ kind, key }: { kind: FollowKind; key: string }) => {
  const folder = {
    event: 'conferences',
    series: 'series',
    topic: 'topics',
    city: 'cities',
    country: 'countries',
    speaker: 'speakers',
    person: 'u',
  }
  return `/${folder[kind]}/${encodeURIComponent(key)}`
}
