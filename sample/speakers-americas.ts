import type { SampleSpeaker } from './types.ts'

export const speakersOfTheAmericas: SampleSpeaker[] = [
  {
    name: 'Odalys Brandvold',
    place: 'Minneapolis US',
    bio: 'Keeps a database alive that is older than she is.',
    links: ['github'],
  },
  {
    name: 'Theo Marrowbone',
    place: 'Pittsburgh US',
    bio: 'Compiler writer. Of his nine languages, three have users and one has fans. Theo is interested in the sentence that a compiler says when it gives up, and has rewritten the same forty diagnostics for every language he has met since 2009. He will happily rewrite yours over lunch if you bring the lunch.',
    links: ['website', 'github'],
  },
  {
    name: 'June Castellanos-Wu',
    place: 'Portland US',
    bio: 'Measures things, then measures the measuring. Runs a dashboard amnesty every spring.',
    links: ['twitter'],
  },
  { name: 'Desmond Achebe-Clark', place: 'Atlanta US', bio: 'Platform teams and how to leave one well.' },
  { name: 'Wren Halvorsen-Diaz', place: 'Santa Fe US', bio: 'Paints, and writes CSS for museums.' },
  {
    name: 'Marguerite Sansouci',
    place: 'Montréal CA',
    bio: 'Évalue des modèles. She designs evaluations for language models used by public libraries, and publishes every question that she can no longer use.',
    links: ['website'],
  },
  {
    name: 'Callum Fundy',
    place: 'Halifax CA',
    bio: 'Incident reviewer. Believes there is no root cause, only roots.',
  },
  {
    name: 'Xóchitl Arrieta-Luna',
    place: 'Oaxaca MX',
    bio: 'Data engineer; pipelines for seed banks and weather stations.',
    links: ['github', 'twitter'],
  },
  {
    name: 'Emiliano Tresguerras',
    place: 'Guadalajara MX',
    bio: 'Ships mobile applications to telephones from 2014.',
  },
  { name: 'Valentina Quebrada', place: 'Medellín CO', bio: 'Cloud networks on steep hills.' },
  {
    name: 'Joaquín Cerroalto',
    place: 'Valparaíso CL',
    bio: 'Clocks, quorums and funiculars.',
    links: ['website'],
  },
  {
    name: 'Antonella Piedrabuena',
    place: 'Córdoba AR',
    bio: 'Warehouses for data, including one that used to be a real one. Edits a newsletter on column names.',
  },
  { name: 'Thiago Marés', place: 'Florianópolis BR' },
  {
    name: 'Iracema Duarte-Sol',
    place: 'São Paulo BR',
    bio: 'Free software in public schools: 1,200 laboratories, one image, no budget.',
    links: ['twitter'],
  },
  { name: 'Renata Jatobá', place: 'São Paulo BR', bio: 'Python, statistics, samba schools.' },
  { name: 'Solange Beaubrun', place: 'Port-au-Prince HT', bio: 'Maps for places that maps forgot.' },
  { name: 'Marisol Ttito', place: 'Cusco PE', bio: 'Interfaces in Quechua, Spanish and pictograms.' },
]
