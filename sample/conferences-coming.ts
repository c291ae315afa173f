import type { Conference } from './types.ts'

/** Conferences of this year and the next that are held once, from the one that is on today. */
export const comingConferences: Conference[] = [
  {
    name: 'Canal Web Week',
    place: 'Utrecht NL',
    day: -2,
    days: 5,
    tags: ['JavaScript', 'Accessibility', 'CSS', 'Performance'],
    owner: 'Ilse Bakkerveld',
    website: true,
    about:
      'A whole week of the web along one canal: a talk on every bridge at lunchtime, workshops in the wharf cellars, and a boat that is slower than any build.',
  },
  {
    name: 'The Ship Room',
    place: 'Glasgow GB',
    day: 9,
    days: 2,
    tags: ['DevOps', 'Cloud', 'Testing'],
    owner: 'Nadia Serrault',
    about: 'Deployment stories from people who build actual ships, and from the rest of us.',
  },
  {
    name: 'Accessible by Default',
    place: 'Ghent BE',
    day: 27,
    days: 1,
    tags: ['Accessibility', 'Design', 'TypeScript', 'JavaScript'],
    website: true,
    about:
      'What if the easy way were the right one? A day about components, defaults and the quiet decisions in a design system that nobody has to remember later.',
  },
  {
    name: 'Quiet Systems',
    place: 'Ljubljana SI',
    day: 38,
    days: 2,
    tags: ['Observability', 'Systems', 'DevOps', 'Open Source'],
    owner: 'Ada Sample',
    website: true,
    about: `Two days in one room about software that does its work and says little.

Quiet Systems is small on purpose: one track, long breaks, no sponsors on the stage. We talk about what to measure, what to leave alone, and how to sleep while a machine is on call for you. Every talk is followed by as many minutes of questions as it took.`,
  },
  {
    name: 'Generics <T> & Friends',
    place: 'Tallinn EE',
    day: 56,
    days: 1,
    tags: ['TypeScript', 'Rust', 'Compilers'],
    owner: 'Pavel Jablonský',
    website: true,
    about:
      'A day on type parameters, variance & inference, for everybody who has ever written Array<Array<unknown>> and sighed.',
  },
  {
    name: 'Type Theory for Cooks',
    place: 'Lyon FR',
    day: 98,
    days: 2,
    tags: ['TypeScript', 'Rust'],
    owner: 'Marcel Dubosquet',
    website: true,
    about:
      'A recipe is a function, mise en place is dependency injection, and a soufflé has no retry. Talks in the morning, a kitchen in the afternoon, and everybody eats what they compiled.',
  },
  {
    name: 'Datos al Sur',
    place: 'Córdoba AR',
    day: 110,
    days: 2,
    tags: ['Data Engineering', 'Databases', 'Python'],
    owner: 'Rosa Quintanilla-Bay',
    about:
      'Dos días de datos en la ciudad de las campanas: tuberías, almacenes, calidad y mate. Talks in Spanish, slides in English, arguments in both.',
  },
  {
    name: '京都データベース茶会',
    slug: 'kyoto-db-chakai',
    place: 'Kyoto JP',
    day: 134,
    days: 1,
    tags: ['Databases', 'Postgres'],
    website: true,
    about:
      '静かな部屋で、データベースについてゆっくり話す一日です。A tea gathering for people who keep data: six guests speak, everybody else listens, nobody hurries.',
  },
  {
    name: 'The Maintainers’ Table',
    place: 'Ghent BE',
    day: 149,
    days: 2,
    tags: ['Open Source', 'Security', 'JavaScript'],
    about:
      'For the person who answers the issues. Funding, saying no, handing over, and coming back. Seats are at round tables and lunch takes two hours.',
  },
  {
    name: 'Table Bay Script',
    place: 'Cape Town ZA',
    day: 163,
    days: 2,
    tags: ['JavaScript', 'TypeScript', 'Performance', 'Mobile'],
    website: true,
    about: 'JavaScript under the mountain. Slow networks, cheap phones, fast pages.',
  },
  {
    name: 'Far North Databases',
    place: 'Tromsø NO',
    day: 178,
    days: 2,
    tags: ['Databases', 'Performance', 'Postgres'],
    owner: 'Leif Nordtangen',
    website: true,
    about:
      'Two days about storage engines where the road ends. There is stew, a sauna, and a benchmark that runs all night.',
  },
  {
    name: 'The Second International Gathering on Slow Software, Long-Lived Data and the People Who Look After Both of Them',
    place: 'Graz AT',
    day: 192,
    days: 2,
    tags: ['Open Source', 'Databases', 'Systems'],
    about:
      'The first one took place nine years ago. We meet when there is something to say about software that is older than its users, and data that must be read in a hundred years.',
  },
  {
    name: 'ملتقى الويب',
    slug: 'multaqa-al-web',
    place: 'Amman JO',
    day: 230,
    days: 2,
    tags: ['JavaScript', 'Design', 'Accessibility'],
    owner: 'Samir Lahloud',
    website: true,
    about:
      'يومان عن الويب باللغة العربية. Two days about the web in Arabic: type, direction, forms, and everything that a left-to-right mind forgets.',
  },
  {
    name: 'Nube y Café',
    place: 'Medellín CO',
    day: 252,
    days: 2,
    tags: ['Cloud', 'DevOps', 'Go', 'Observability'],
    website: true,
    about:
      'Cloud engineering at 1,500 metres, with the coffee grown outside the door. Every talk shows its bill.',
  },
  {
    name: 'Ship It Quietly',
    place: 'Wellington NZ',
    day: 270,
    days: 2,
    tags: ['DevOps', 'Testing', 'CI/CD'],
    owner: 'Tui Harakeke',
    about: 'Releases that nobody notices. Feature switches, slow roll-outs, and the courage to undo.',
  },
  {
    name: 'Night Market Engineering',
    place: 'Taipei TW',
    day: 327,
    days: 2,
    tags: ['API', 'Cloud', 'Design'],
    website: true,
    about:
      'Forty stalls, forty demonstrations, ten minutes each. You walk, you eat, you ask. There is a programme, but it is printed on paper bags.',
  },
]
