import type { Examples } from './examples.ts'

/** `find` is a search in the command menu, which has no page. */
export type Page = { name: string; path: string; isAdmins?: boolean; find?: string; redirects?: boolean }

const address = (path: string, filters: Record<string, string | string[]>) =>
  `${path}?${new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => [value].flat().map((item) => [name, item])))}`
export const directory = (filters: Record<string, string | string[]>) => address('/conferences', filters)
const speakers = (filters: Record<string, string | string[]>) => address('/speakers', filters)
const bigConference = (search: Record<string, string>) => address('/conferences/big-conference', search)
const year = String(new Date().getFullYear() - 2)

/** The public pages, with each kind of filter, search word (from words.ts) and depth that may perform differently. */
export function publicPages(examples: Examples): Page[] {
  const all = {
    home: '/',
    ...directories(examples),
    ...lists(examples),
    ...details(examples),
    ...speakerPages(examples),
  }
  return Object.entries(all).map(([name, path]) => ({ name, path, redirects: name.includes('redirect') }))
}

/** Searches of the command menu, by words that may perform differently. */
export function searches(): Page[] {
  const all = {
    'find, common word': 'conf',
    'find, topic': 'javascript',
    'find, word of one in 25': 'marmalade',
    'find, word of old events': 'flashback',
    'find, rare word': 'quokka',
    'find, city': 'lisbon',
    'find, continent and season': 'europe spring',
    'find, given name': 'maria',
    'find, two names': 'maria garcia',
    'find, word of talks': 'pipelines',
    'find, two words': 'javascript london',
    'find, one letter': 'a',
    'find, two letters': 'go',
    'find, two letters, none': 'qx',
    'find, two Japanese signs': '東京',
    'find, word of none': 'xylophone',
    'find, one wrong letter': 'javascritp',
    'find, wrong letter in a word of one in 25': 'marmelade',
    'find, wrong letter in a rare word': 'quoka',
    'find, two words with wrong letters': 'javascrpt londno',
  }
  return Object.entries(all).map(([name, find]) => ({
    name,
    path: address('/api/v1/find', { search: find }),
    find,
  }))
}

const adminEvents = (search: Record<string, string>) => address('/admin/events', search)

/** The lists of the admin pages: first, middle and last page. */
export function adminPages(events: number): Page[] {
  const middle = String(Math.ceil(events / 20))
  const all = {
    'admin, overview': '/admin',
    'admin, events': '/admin/events',
    'admin, events by name': adminEvents({ sort: 'name' }),
    'admin, events, middle page': adminEvents({ page: middle }),
    'admin, events by name, middle page': adminEvents({ sort: 'name', page: middle }),
    'admin, events, last page': adminEvents({ page: String(Math.ceil(events / 10)) }),
    'admin, events, common word': adminEvents({ search: 'conf' }),
    'admin, events, rare word': adminEvents({ search: 'quokka' }),
    'admin, events, word of none': adminEvents({ search: 'xylophone' }),
    'admin, topics': '/admin/topics',
    'admin, users': '/admin/users',
    'admin, users, middle page': address('/admin/users', { page: '250' }),
    'admin, users, common name': address('/admin/users', { search: 'member' }),
  }
  return Object.entries(all).map(([name, path]) => ({ name, path, isAdmins: true }))
}

const directories = (examples: Examples) => ({
  directory: '/conferences',
  'directory, topics to choose from': directory({ browse: 'topics' }),
  'directory, common word': directory({ search: 'conf' }),
  'directory, word of one in 25': directory({ search: 'marmalade' }),
  'directory, word of old events': directory({ search: 'flashback' }),
  'directory, city as word': directory({ search: 'lisbon' }),
  'directory, year as word': directory({ search: year }),
  'directory, two common words': directory({ search: 'javascript conf' }),
  'directory, rare word': directory({ search: 'quokka' }),
  'directory, word of none': directory({ search: 'xylophone' }),
  'directory, common syllables, none': directory({ search: 'conf europe summit' }),
  'directory, two letters': directory({ search: 'go' }),
  'directory, two letters with another name': directory({ search: 'ml' }),
  'directory, continent': directory({ search: 'europe' }),
  'directory, continent of few': directory({ search: 'oceania' }),
  'directory, season': directory({ search: `summer ${Number(year) + 3}` }),
  'directory, word + continent + season': directory({ search: `summit europe spring ${Number(year) + 3}` }),
  'directory, rare word + continent + season': directory({ search: 'quokka asia next spring' }),
  'directory, two letters, none': directory({ search: 'qx' }),
  'directory, one letter, none': directory({ search: '§' }),
  'directory, two Japanese signs': directory({ search: '東京' }),
  'directory, four Japanese signs': directory({ search: '東京技術' }),
  'directory, year': directory({ year }),
  'directory, year of few': directory({ year: '2002' }),
  'directory, popular topic': directory({ topics: examples.popularTopic }),
  'directory, rare topic': directory({ topics: examples.rareTopic }),
  'directory, three topics': directory({
    topics: [examples.popularTopic, examples.secondTopic, examples.thirdTopic],
  }),
  'directory, topic + year': directory({ topics: examples.popularTopic, year }),
  'directory, word + topic + year': directory({ search: 'summit', topics: examples.popularTopic, year }),
  'directory, word + rare topic': directory({ search: 'summit', topics: examples.rareTopic }),
  'directory, two letters + rare topic': directory({ search: 'go', topics: examples.rareTopic }),
  'directory, word + year of few': directory({ search: 'marmalade', year: '2002' }),
  'directory, country': directory({ country: examples.country }),
  'directory, two countries': directory({ country: [examples.country, examples.rareCountry] }),
  'directory, country + topic + in person': directory({
    country: examples.country,
    topics: examples.popularTopic,
    how: 'in-person',
  }),
  'directory, rare country + rare topic': directory({
    country: examples.rareCountry,
    topics: examples.rareTopic,
  }),
  'directory, past month + word': directory({ month: `${year}-05`, search: 'conf' }),
  'directory, online': directory({ how: 'online' }),
  'directory, two words that no event has together': directory({ search: 'quokka xylophone' }),
  'directory, page 2': directory({ later: examples.secondPage }),
  'directory, deep page': directory({ earlier: examples.someEvents }),
  'directory, word, deep page': directory({ search: 'marmalade', earlier: examples.someEvents }),
  'directory, topic, deep page': directory({ topics: examples.popularTopic, earlier: examples.someEvents }),
})

const lists = (examples: Examples) => {
  const topic = (name: string) => `/topics/${encodeURIComponent(name)}`
  const city = (name: string) => `/cities/${encodeURIComponent(name)}`
  const country = (name: string) => `/countries/${encodeURIComponent(name)}`
  return {
    'topic cloud': '/topics',
    'topic, popular': topic(examples.popularTopic),
    'topic, popular, deep page': address(topic(examples.popularTopic), { earlier: examples.someEvents }),
    'topic, rare': topic(examples.rareTopic),
    'city, popular': city(examples.city),
    'city, rare': city(examples.rareCity),
    'country, popular': country(examples.country),
    'country, popular, deep page': address(country(examples.country), { earlier: examples.someEvents }),
    'country, rare': country(examples.rareCountry),
    online: '/online',
  }
}

const details = (examples: Examples) => ({
  'event, 10 talks': `/conferences/${examples.smallEvent}`,
  'event, 900 talks': bigConference({}),
  'event, 900 talks, chosen tracks': bigConference({ tracks: 'Track 1' }),
  'event, a redirect to a talk': bigConference({ talk: examples.talk }),
  'talk, in a room with others': `/conferences/big-conference/talks/${examples.talkNumber}`,
  'event, 900 talks, find a word': bigConference({ find: 'queues' }),
  'event, 900 talks, find none': bigConference({ find: 'xylophone' }),
  'event, speaker popup': bigConference({ speaker: examples.speaker }),
  'attendees, 5,000': bigConference({ tab: 'attendees' }),
  'attendees, deep page': bigConference({ tab: 'attendees', after: examples.attendee }),
  'profile of an owner': `/u/${examples.owner}`,
  'profile with talks': `/u/${examples.speakingMember}?tab=talks`,
})

const speakerPages = (examples: Examples) => ({
  speakers: '/speakers',
  'speakers, first name': speakers({ search: 'maria' }),
  'speakers, country': speakers({ search: 'germany' }),
  'speakers, two words': speakers({ search: 'maria lopez' }),
  'speakers, rare word': speakers({ search: 'quokkasen' }),
  'speakers, word of none': speakers({ search: 'xylophone' }),
  'speakers, common syllables, none': speakers({ search: 'maria berlin london' }),
  'speakers, two letters': speakers({ search: 'ng' }),
  'speakers, two letters, none': speakers({ search: 'qx' }),
  'speakers, one Japanese sign': speakers({ search: '東' }),
  'speakers, popular topic': speakers({ topics: examples.popularTopic }),
  'speakers, rare topic': speakers({ topics: examples.rareTopic }),
  'speakers, three topics': speakers({
    topics: [examples.popularTopic, examples.secondTopic, examples.thirdTopic],
  }),
  'speakers, word + topic': speakers({ search: 'maria', topics: examples.popularTopic }),
  'speakers, rare word + topic': speakers({ search: 'quokkasen', topics: examples.popularTopic }),
  'speakers, two letters + topic': speakers({ search: 'qx', topics: examples.popularTopic }),
  'speakers, deep page': speakers({ after: examples.middleSpeaker }),
  'speaker, most talks': `/speakers/${examples.speaker}`,
  'speaker, no talks': `/speakers/${examples.newSpeaker}`,
})
