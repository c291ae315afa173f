import { fold } from '#lib/text.ts'
import { samplePassword } from '#server/accounts/passwords.ts'
import type { NewPerson } from '#tests/support/factories/people.ts'
import { addDays } from './calendar.ts'
import { idOf, numberOf } from './stable.ts'

type SamplePerson = Pick<NewPerson, 'name' | 'email' | 'isAdmin' | 'profile'> & {
  name: string
  isAccount?: boolean
}

const people: SamplePerson[] = [
  {
    name: 'Robin Warden',
    email: 'admin@example.com',
    isAccount: true,
    isAdmin: true,
    profile: { bio: 'Keeps the directory tidy. Write to me when two entries are the same conference.' },
  },
  {
    name: 'Ada Sample',
    email: 'owner@example.com',
    isAccount: true,
    profile: {
      bio: 'I organise conferences that have long breaks. Northern Query Days since the beginning, Script & Serif since the printing press, Quiet Systems because somebody had to. If a programme leaves you no time to talk to the person next to you, it is not finished.',
      website: 'https://example.com/ada',
      github_handle: 'ada-hallway-sample',
      mastodon_handle: '@ada@social.example',
    },
  },
  {
    name: 'Mika Guest',
    email: 'member@example.com',
    isAccount: true,
    profile: {
      bio: 'Third row, left, next to the socket. I go for the databases and stay for the waffles.',
      bluesky_handle: 'mika.bsky.example',
    },
  },
  {
    name: 'Noor Specimen',
    email: 'speaker@example.com',
    isAccount: true,
    profile: {
      bio: 'I teach databases by letting people build one. Ask me about railways.',
      website: 'https://example.com/noor-specimen',
      github_handle: 'noor-specimen-hallway-sample',
      linkedin_handle: 'noor-specimen-hallway-sample',
    },
  },
  {
    name: 'Ilse Bakkerveld',
    profile: {
      bio: 'Boats, bridges, borrow checkers. Organiser of RustHarbour.',
      website: 'https://example.com/ilse',
    },
  },
  { name: 'Pavel Jablonský', profile: { bio: 'Compiles.', github_handle: 'pavel-hallway-sample' } },
  {
    name: 'Greta Undset-Moe',
    profile: {
      bio: 'Editor. I collect change logs that made me laugh.',
      mastodon_handle: '@greta@social.example',
    },
  },
  {
    name: 'Samir Lahloud',
    profile: {
      bio: 'أنظّم لقاءات عن الويب. I run meetings about the web in Arabic.',
      website: 'https://example.com/samir',
    },
  },
  {
    name: 'Chiamaka Obidike',
    profile: {
      bio: 'Community organiser between Lagos, Nairobi and Kigali. I have a list of every venue with a generator.',
      linkedin_handle: 'chiamaka-hallway-sample',
      twitch_handle: 'chiamaka_hallway_sample',
    },
  },
  { name: 'Rosa Quintanilla-Bay', profile: { bio: 'Sistemas distribuidos, empanadas concentradas.' } },
  { name: 'Hugo Lampion' },
  {
    name: 'Yara Cordeiro',
    profile: { bio: 'One day, one room. Small Screens, Porto.', website: 'https://example.com/yara' },
  },
  {
    name: 'Tilda Frostvik',
    profile: {
      bio: 'Lighthouse keeper’s granddaughter. Local first.',
      github_handle: 'tilda-hallway-sample',
    },
  },
  {
    name: 'Oleh Kalyna',
    profile: { bio: 'Student. First conference was by video, second will be by train.' },
  },
  { name: 'Nadia Serrault', profile: { bio: 'I book the rooms and then find out what they are for.' } },
  {
    name: 'Petra Sandsteiner',
    profile: { bio: 'QA lead. Yes, also on holiday.', bluesky_handle: 'petra.bsky.example' },
  },
  { name: 'Dario Tramonti', profile: { bio: 'Rehearses everything twice.' } },
  {
    name: 'Sana Mirzadeh',
    profile: {
      bio: 'Data journalist; here for the people behind the tables.',
      website: 'https://example.com/sana',
    },
  },
  { name: 'Leif Nordtangen', profile: { bio: 'There is not much to do here in winter, so we benchmark.' } },
  {
    name: 'Maja Brzozka',
    profile: { bio: 'Winter of APIs, Wątki, and a lot of soup.', github_handle: 'maja-hallway-sample' },
  },
  { name: 'Kofi Amberley', profile: { bio: 'Python and strong coffee.' } },
  {
    name: 'Lucía Montearagón',
    profile: { bio: 'Seguridad, patios y mar.', website: 'https://example.com/lucia' },
  },
  {
    name: 'Hana Plum',
    profile: { bio: 'Interpreter at conferences. I have translated the word “simply” four thousand times.' },
  },
  { name: 'Ebba Stillman', profile: { bio: 'Quiet rooms, good captions.' } },
  {
    name: 'Vikram Palashpur',
    profile: { bio: 'Organises in the rain.', linkedin_handle: 'vikram-hallway-sample' },
  },
  { name: 'Tui Harakeke' },
  { name: 'Marcel Dubosquet', profile: { bio: 'Jardinier de composants.' } },
  // A person without a name: 'Anonymous User' on a profile, 'Unnamed User' in the list of users.
  { name: '', email: 'nobody@example.com' },
  { name: 'Mira Example', profile: { bio: 'Bergen. Query plans.' } },
  { name: 'Žiga Potočan', profile: { bio: 'Two alerts left.', website: 'https://example.com/ziga' } },
  { name: 'Fiammetta Rondini' },
  { name: 'Kenji Hoshigaki', profile: { bio: 'お茶とデータベース。' } },
]

const addressOf = (name: string) => `${fold(name).replace(/[^a-z]+/g, '.')}@example.com`

const codeOf = (name: string) => idOf('invitation', name).replaceAll('-', '').slice(0, 12).toUpperCase()

/** The people in order of joining: the first one's code has no creator, the others were invited by earlier people. */
export function samplePeople(today: string): (NewPerson & { id: string; name: string; joined: Date })[] {
  const hosts = people.slice(0, 2).map(({ name }) => ({ id: idOf('person', name) }))
  return people.map(({ isAccount, ...person }, index) => ({
    ...person,
    id: idOf('person', person.name),
    email: person.email ?? addressOf(person.name),
    password: isAccount ? samplePassword : undefined,
    joined: new Date(`${addDays(today, -1200 + index * 30)}T10:00:00Z`),
    code: codeOf(person.name),
    invitedBy: index === 0 ? undefined : hosts[index === 1 ? 0 : numberOf(person.name, 2)],
  }))
}
