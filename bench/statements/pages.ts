import { sql } from 'drizzle-orm'
import { type Database, rows } from '#server/db.ts'

export type Page = { name: string; path: string }

const directory = (...filters: string[][]) => `/conferences?${new URLSearchParams(filters)}`
const speakers = (...filters: string[][]) => `/speakers?${new URLSearchParams(filters)}`
const search = (words: string) => ['search', words]
const topic = (name: string) => ['topics', name]

/** The public pages with the kinds of search and place in a list that cost differently, as addresses into this data. */
export async function publicPages(db: Database): Promise<Page[]> {
  const one = async (text: string): Promise<string> =>
    (await rows<{ value: string }>(db, sql.raw(text)))[0]?.value ?? ''
  const named = (column: string, skip: string, table = 'events') =>
    one(`select ${column} as value from ${table} group by 1 order by count(*) desc, 1 ${skip} limit 1`)
  const subject = (skip: number) =>
    one(`select name as value from topics order by event_count desc, name offset ${skip} limit 1`)
  const after = (part: number, order: string) =>
    one(
      `select start_date || '_' || id as value from events order by start_date ${order}, id ${order}
        offset (select ${part} * count(*) from events)::integer limit 1`,
    )
  const [popular, second, third, rare] = await Promise.all([subject(0), subject(1), subject(2), subject(199)])
  const [city, rareCity, country, rareCountry] = await Promise.all([
    named('location_name', ''),
    named('location_name', 'offset 395'),
    named('country_name', ''),
    named('country_name', 'offset 58'),
  ])
  const speaker = (order: string) =>
    one(`select id as value from speakers order by events_spoken_at ${order}, id limit 1`)
  const small = await one(
    `select slug as value from events join talks on talks.event_id = events.id where slug <> 'big-conference' order by slug limit 1`,
  )
  const someTalk = await one(
    `select talks.id as value from talks join events on events.id = event_id where slug = 'big-conference' order by title limit 1`,
  )
  const owner = await one(
    `select created_by as value from events where created_by is not null group by 1 order by count(*) desc limit 1`,
  )
  const big = '/conferences/big-conference'
  const inTopic = `/topics/${encodeURIComponent(popular)}`
  const year = new Date().getFullYear() - 2
  const secondPage = await one(
    `select start_date || '_' || id as value from events where start_date >= current_date order by start_date, id offset 23 limit 1`,
  )
  const middleSpeaker = await one(
    `select id || '_' || name_key as value from speakers order by name_key, id offset (select count(*) / 2 from speakers) limit 1`,
  )
  const attendee = await one(
    `select user_events.created_at || '_' || user_id as value from user_events join events on events.id = event_id
      where slug = 'big-conference' order by user_events.created_at, user_id offset 2500 limit 1`,
  )
  const pages: Record<string, string> = {
    home: '/',
    directory: '/conferences',
    'directory, topics to choose from': '/conferences?browse=topics',
    'directory, common word': directory(search('conf')),
    'directory, word of one in 25': directory(search('marmalade')),
    'directory, word of old events': directory(search('flashback')),
    'directory, city as word': directory(search('lisbon')),
    'directory, two common words': directory(search('javascript conf')),
    'directory, rare word': directory(search('quokka')),
    'directory, two letters "go"': directory(search('go')),
    'directory, two letters, none': directory(search('qx')),
    'directory, one letter, none': directory(search('§')),
    'directory, word of none': directory(search('xylophone')),
    'directory, common syllables, none': directory(search('conf europe summit')),
    'directory, two signs of Japanese': directory(search('東京')),
    'directory, four signs of Japanese': directory(search('東京技術')),
    'directory, year': directory(['year', `${year}`]),
    'directory, year of few': directory(['year', '2002']),
    'directory, popular topic': directory(topic(popular)),
    'directory, rare topic': directory(topic(rare)),
    'directory, three topics': directory(topic(popular), topic(second), topic(third)),
    'directory, popular topic + year': directory(topic(popular), ['year', `${year}`]),
    'directory, word + topic + year': directory(search('summit'), topic(popular), ['year', `${year}`]),
    'directory, word + rare topic': directory(search('summit'), topic(rare)),
    'directory, rare word + rare topic': directory(search('quokka'), topic(rare)),
    'directory, two letters + rare topic': directory(search('go'), topic(rare)),
    'directory, word + year of few': directory(search('marmalade'), ['year', '2002']),
    'directory, page 2': directory(['later', secondPage]),
    'directory, deep page': directory(['earlier', await after(0.8, 'desc')]),
    'directory, word, deep page': directory(search('marmalade'), ['earlier', await after(0.8, 'desc')]),
    'directory, popular topic, deep page': directory(topic(popular), ['earlier', await after(0.8, 'desc')]),
    'topic, popular': inTopic,
    'topic, popular, deep page': `${inTopic}?after=${await after(0.7, 'desc')}`,
    'topic, rare': `/topics/${encodeURIComponent(rare)}`,
    'city, popular': `/cities/${encodeURIComponent(city)}`,
    'city, rare': `/cities/${encodeURIComponent(rareCity)}`,
    'country, popular': `/countries/${encodeURIComponent(country)}`,
    'country, popular, deep page': `/countries/${encodeURIComponent(country)}?after=${await after(0.8, 'desc')}`,
    'country, rare': `/countries/${encodeURIComponent(rareCountry)}`,
    'event, 8 talks': `/conferences/${small}`,
    'event, 900 talks': big,
    'event, 900 talks, one open': `${big}?talk=${someTalk}`,
    'event, 900 talks, find a word': `${big}?find=queues`,
    'event, 900 talks, find none': `${big}?find=xylophone`,
    'event, speaker popup': `${big}?speaker=${await speaker('desc')}`,
    'attendees, 5,000': `${big}?tab=attendees`,
    'attendees, deep page': `${big}?${new URLSearchParams({ tab: 'attendees', after: attendee })}`,
    speakers: '/speakers',
    'speakers, common word': speakers(search('maria')),
    'speakers, two words': speakers(search('maria lopez')),
    'speakers, rare word': speakers(search('quokkasen')),
    'speakers, two letters "ng"': speakers(search('ng')),
    'speakers, two letters, none': speakers(search('qx')),
    'speakers, word of none': speakers(search('xylophone')),
    'speakers, common syllables, none': speakers(search('maria berlin london')),
    'speakers, one sign of Japanese': speakers(search('東')),
    'speakers, popular topic': speakers(topic(popular)),
    'speakers, rare topic': speakers(topic(rare)),
    'speakers, word + popular topic': speakers(search('maria'), topic(popular)),
    'speakers, rare word + popular topic': speakers(search('quokkasen'), topic(popular)),
    'speakers, deep page': speakers(['after', middleSpeaker]),
    'speaker, most talks': `/speakers/${await speaker('desc')}`,
    'speaker, no talks': `/speakers/${await speaker('asc')}`,
    'topic cloud': '/topics',
    'profile of an owner': `/u/${owner}`,
    'profile with talks': `/u/${await one(`select id as value from profiles where full_name = 'Member 1'`)}?tab=talks`,
  }
  return Object.entries(pages).map(([name, path]) => ({ name, path }))
}
