import { dateRange } from '#lib/dates.ts'
import {
  conferencePath,
  profilePath,
  sampleEvent,
  seriesPath,
  speakerPath,
  today,
} from '#tests/support/sample-facts.ts'

const bergen = conferencePath('Northern Query Days')
const { start_date, end_date } = sampleEvent('Northern Query Days')

/** Every kind of public page, with what it says of itself: its title and the types of its structured data. */
export const pages = [
  { path: '/', title: 'The conference directory', types: ['ItemList'] },
  { path: '/conferences', title: 'Conferences', types: ['ItemList', 'BreadcrumbList'] },
  {
    path: bergen,
    title: `Northern Query Days · Bergen, ${dateRange(start_date, end_date)}`,
    types: ['Event', 'BreadcrumbList'],
  },
  { path: '/speakers', title: 'Speakers', types: ['BreadcrumbList'] },
  { path: speakerPath('Noor Specimen'), title: 'Noor Specimen', types: ['Person', 'BreadcrumbList'] },
  { path: '/topics', title: 'Topics', types: ['BreadcrumbList'] },
  { path: '/topics/CI%2FCD', title: 'Conferences about CI/CD', types: ['ItemList', 'BreadcrumbList'] },
  { path: '/places', title: 'Places', types: ['BreadcrumbList'] },
  { path: '/trends', title: 'Trends', types: ['BreadcrumbList'] },
  { path: '/places/europe', title: 'Conferences in Europe', types: ['BreadcrumbList'] },
  { path: '/cities/Bergen', title: 'Conferences in Bergen', types: ['ItemList', 'BreadcrumbList'] },
  { path: '/online', title: 'Online conferences', types: ['ItemList', 'BreadcrumbList'] },
  { path: '/countries/Norway', title: 'Conferences in Norway', types: ['ItemList', 'BreadcrumbList'] },
  { path: profilePath('Ada Sample'), title: 'Ada Sample', types: [] },
  { path: '/cfp', title: 'Calls for papers', types: [] },
  { path: '/coverage', title: 'New videos and slides', types: [] },
  { path: '/series', title: 'Conference series', types: ['BreadcrumbList'] },
  { path: seriesPath('Script & Serif'), title: 'Script & Serif', types: ['EventSeries', 'BreadcrumbList'] },
  { path: '/about', title: 'About', types: [] },
  { path: '/privacy', title: 'Privacy Policy', types: [] },
  { path: '/terms', title: 'Terms of Service', types: [] },
  { path: '/guides', title: 'Guides', types: [] },
  { path: '/guides/first-conference', title: 'Your first conference', types: [] },
  { path: '/developers', title: 'API, feeds and exports', types: [] },
]

/** The states of those pages that look different. */
export const states = [
  `/conferences?view=list&topics=Go&topics=Rust&year=${today.slice(0, 4)}`,
  '/conferences?search=nothing+at+all',
  '/conferences?filters=open&country=Norway&how=in-person',
  '/conferences?view=map&near=Bergen&within=500',
  '/conferences?near=Nowhere',
  '/topics?find=data',
  '/speakers?from=m',
  `${bergen}?tab=attendees`,
  `${bergen}?find=noor`,
  `${bergen}?find=zeppelin`,
  `${conferencePath('Script & Serif {year}')}?track=White+Space`,
  conferencePath('Quiet Systems'),
  conferencePath(
    'The Second International Gathering on Slow Software, Long-Lived Data and the People Who Look After Both of Them',
  ),
  '/speakers?view=list&topics=Compilers',
  '/speakers?search=nobody+at+all',
  '/cities/C%C3%B3rdoba',
  `${profilePath('Noor Specimen')}?tab=talks`,
  '/topics/Quantum%20Computing',
  `/report?path=${encodeURIComponent(bergen)}`,
  '/auth?tab=second-factor',
  '/nothing/here',
  '/conferences/nothing',
]
