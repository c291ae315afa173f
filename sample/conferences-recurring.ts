import type { Conference } from './types.ts'

/** Recurring conferences: `editions` are earlier years, in addition to the one of `day`. */
export const recurringConferences: Conference[] = [
  {
    name: 'Northern Query Days',
    place: 'Bergen NO',
    day: 12,
    days: 3,
    editions: [-3, -2, -1],
    tags: ['Databases', 'Postgres'],
    owner: 'Ada Sample',
    website: true,
    about: `Three days by the harbour about asking data good questions: planners, storage, time, and the people who are woken when one of them gives up.

Talks in the morning, workshops all day, waffles at half past ten. The evening of the second day belongs to whoever brings an instrument.

The venue is an old rope factory. It is long, narrow and mostly dry; bring a jacket for the walk between the rooms.`,
  },
  {
    name: 'Script & Serif {year}',
    place: 'Leipzig DE',
    day: -40,
    days: 2,
    editions: [-2, -1],
    tags: ['JavaScript', 'TypeScript', 'Design', 'CSS'],
    owner: 'Ada Sample',
    website: true,
    about:
      'Where people who set type meet people who write types. Four tracks in the city of books, with a printing press in the foyer that anybody may use.',
  },
  {
    name: 'Small Screens',
    place: 'Porto PT',
    day: 6,
    days: 1,
    editions: [-2, -1],
    tags: ['CSS', 'Design', 'JavaScript'],
    owner: 'Yara Cordeiro',
    website: true,
    about:
      'One day, one room, everything that fits in a hand. We look at interfaces for watches, ticket machines, kitchen scales and the phone with the cracked corner that most of the world uses.',
  },
  {
    name: 'RustHarbour',
    place: 'Rotterdam NL',
    day: 19,
    days: 3,
    editions: [-2, -1],
    tags: ['Rust', 'Systems', 'Performance'],
    owner: 'Ilse Bakkerveld',
    website: true,
    about:
      'Ownership, borrowing and very large cranes. Two days of talks about Rust in things that must not stop, and a third on a boat where the laptops stay ashore.',
  },
  {
    name: 'Winter of APIs {year}',
    place: 'Kraków PL',
    day: 45,
    days: 3,
    editions: [-3, -2, -1],
    tags: ['API', 'Go', 'Cloud', 'Security'],
    owner: 'Maja Brzozka',
    website: true,
    about:
      'The conference for people whose users are other programs. Contracts, versions, limits, errors that help, and the long goodbye to an endpoint that somebody still calls every night at three.',
  },
  {
    name: 'Testing in Good Company',
    place: 'Leeds GB',
    day: 24,
    days: 2,
    editions: [-1],
    tags: ['Testing', 'JavaScript'],
    owner: 'Petra Sandsteiner',
    website: true,
    about: 'Tests that read like sentences, and the sentences we say when they fail.',
  },
  {
    name: 'Interface Nagoya',
    place: 'Nagoya JP',
    day: 68,
    days: 2,
    editions: [-1],
    tags: ['JavaScript', 'Design', 'Accessibility'],
    owner: 'Hana Plum',
    website: true,
    about:
      'Buttons, levers, dials and the web. Interface Nagoya puts people who build machines and people who build pages in front of the same question: how does it feel to use this on a bad day?',
  },
  {
    name: 'Distributed Weekend',
    place: 'Valparaíso CL',
    day: 77,
    days: 3,
    editions: [-2, -1],
    tags: ['Systems', 'Databases', 'Cloud', 'Go', 'Observability'],
    owner: 'Rosa Quintanilla-Bay',
    website: true,
    about:
      'Consensus is hard, so we do it in a city of forty-two hills. Replication, clocks, queues and partial failure, with a funicular between the two halves of the programme.',
  },
  {
    name: 'PyMonsoon {year}',
    place: 'Pune IN',
    day: 215,
    days: 2,
    editions: [-2, -1],
    tags: ['Python', 'Machine Learning', 'Data Engineering'],
    owner: 'Vikram Palashpur',
    website: true,
    about:
      'Python under a tin roof in the rain: notebooks that became services, services that should have been notebooks, and hot chai between the two. Beginners sit in front.',
  },
  {
    name: 'Model Behaviour',
    place: 'Montréal CA',
    day: 121,
    days: 2,
    editions: [-1],
    tags: ['Machine Learning', 'Python', 'Testing'],
    about:
      'What a model does when nobody is looking. Evaluation, failure, consent and cost, in French and English, with people who deploy as well as people who publish.',
  },
  {
    name: 'Security by the Sea',
    place: 'Málaga ES',
    day: 303,
    days: 2,
    editions: [-2, -1],
    tags: ['Security', 'Open Source'],
    owner: 'Lucía Montearagón',
    website: true,
    about:
      'Threat models with a view. Practical security for teams without a security team: secrets, dependencies, sessions, and how to read a report that was written in anger.',
  },
  {
    name: 'Accessibility Assembly',
    place: 'Aarhus DK',
    day: -96,
    days: 2,
    editions: [-1],
    tags: ['Accessibility', 'Design', 'Testing'],
    owner: 'Ebba Stillman',
    website: true,
    about:
      'Half of the speakers use assistive technology every day, and all of the demonstrations are live. Captions in three languages, a quiet room, and no talk without a question that was asked by a user.',
  },
]
