/** Words as they stand in the names of real conferences: with capitals inside, with signs, with short words inside of long ones. */
const subjects =
  'Java JavaScript Rust Go Python Kotlin Swift Ruby PHP Scala Elixir Vue.js Node.js React Angular C++ C# .NET iOS Android DevOps GenAI TypeScript MongoDB PostgreSQL GraphQL Kubernetes Docker Cloud-Native Security Data BigData Testing UX Accessibility WebAssembly Linux Trust Canal Analysis Robotics Haskell Drupal WordPress K8s CLOUDxAI Agile Serverless Audio'.split(
    ' ',
  )
const forms = [
  '{s}Conf',
  '{s} Conf {c}',
  '{s}Zone',
  '{s}Land {y}',
  'Euro{s}',
  '{s} Days {c} {y}',
  '{c}{s}',
  'All Day {s}: {c}',
  'Women in {s}',
  '({s}) World Summit',
  'Festival of {s} and Design',
  '{s}Con/{c}',
  'droidcon {c}, {s} edition',
]
const cities = [
  ['Busan', 'South Korea'],
  ['Austin', 'United States'],
  ['Oslo', 'Norway'],
  ['Rio de Janeiro', 'Brazil'],
  ['Göteborg', 'Sweden'],
  ['Lausanne', 'Switzerland'],
  ['Madrid', 'Spain'],
  ['Bordeaux', 'France'],
  ['München', 'Germany'],
  ['São Paulo', 'Brazil'],
  ['Kyiv', 'Ukraine'],
  ['Online', 'Online'],
] as const

/** 3,000 conferences with names, places and topics as real ones have them; each name stands once. */
export const conferencesOfAllNames = () => {
  const all = subjects.flatMap((subject, nth) =>
    forms.flatMap((form, index) =>
      cities.map(([city, country], at) => ({
        name: form
          .replace('{s}', subject)
          .replace('{c}', city.replaceAll(' ', ''))
          .replace('{y}', String(2018 + ((nth + at) % 10))),
        location_name: city,
        country_name: country,
        tags: (nth + index + at) % 3 === 0 ? [subject] : [],
        start_date: new Date(Date.UTC(2018, 0, 1 + ((nth * 131 + index * 29 + at * 317) % 3500)))
          .toISOString()
          .slice(0, 10),
      })),
    ),
  )
  return [...new Map(all.map((event) => [event.name, event])).values()].slice(0, 3000)
}
