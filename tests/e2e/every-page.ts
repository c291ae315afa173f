import { dateRange } from '#lib/dates.ts'
import { idOf } from '#sample/stable.ts'
import { pagePaths } from '#tests/support/page-paths.ts'
import { conferencePath, profilePath, sampleEvent, seriesPath, today } from '#tests/support/sample-facts.ts'

const bergen = conferencePath('Northern Query Days')
const { start_date, end_date } = sampleEvent('Northern Query Days')

/** What pages say of themselves: the title, and the types of the structured data. */
const facts: Record<string, { title: string; types: string[] }> = {
  '/': { title: 'The conference directory', types: ['ItemList'] },
  '/conferences': { title: 'Conferences', types: ['ItemList', 'BreadcrumbList'] },
  '/conferences/$slug': {
    title: `Northern Query Days · Bergen, ${dateRange(start_date, end_date)}`,
    types: ['Event', 'BreadcrumbList'],
  },
  '/speakers': { title: 'Speakers', types: ['BreadcrumbList'] },
  '/speakers/$id': { title: 'Noor Specimen', types: ['Person', 'BreadcrumbList'] },
  '/topics': { title: 'Topics', types: ['BreadcrumbList'] },
  '/topics/$topicName': { title: 'Conferences about CI/CD', types: ['ItemList', 'BreadcrumbList'] },
  '/places': { title: 'Places', types: ['BreadcrumbList'] },
  '/data': { title: 'Open data', types: [] },
  '/trends': { title: 'Trends', types: ['BreadcrumbList'] },
  '/places/$region': { title: 'Conferences in Europe', types: ['BreadcrumbList'] },
  '/cities/$locationName': { title: 'Conferences in Bergen', types: ['ItemList', 'BreadcrumbList'] },
  '/online': { title: 'Online conferences', types: ['ItemList', 'BreadcrumbList'] },
  '/countries/$countryName': { title: 'Conferences in Norway', types: ['ItemList', 'BreadcrumbList'] },
  '/u/$id': { title: 'Ada Sample', types: [] },
  '/cfp': { title: 'Calls for papers', types: [] },
  '/coverage': { title: 'New videos and slides', types: [] },
  '/series': { title: 'Conference series', types: ['BreadcrumbList'] },
  '/series/$slug': { title: 'Script & Serif', types: ['EventSeries', 'BreadcrumbList'] },
  '/about': { title: 'About', types: [] },
  '/privacy': { title: 'Privacy Policy', types: [] },
  '/terms': { title: 'Terms of Service', types: [] },
  '/guides': { title: 'Guides', types: [] },
  '/guides/$guide': { title: 'Your first conference', types: [] },
  '/developers': { title: 'API, feeds and exports', types: [] },
}

/** Every listed page, with an example of each parameter. A page that is new is looked at without a word here. */
export const pages = pagePaths({
  slug: sampleEvent('Northern Query Days').slug,
  // Given by the database: visitor-finds-talk.spec.ts looks at one.
  number: 0,
  id: idOf('speaker', 'Noor Specimen'),
  personId: idOf('person', 'Ada Sample'),
  topicName: 'CI/CD',
  locationName: 'Bergen',
  countryName: 'Norway',
})
  .filter(({ isListed, pattern }) => isListed && !pattern.includes('$number'))
  .map(({ pattern, path }) => {
    const plain = (text: string) => text.replace(/(?<=.)\/$/, '')
    const isSeries = pattern === '/series/$slug'
    const isSingle = !pattern.includes('$')
    return { path: isSeries ? seriesPath('Script & Serif') : plain(path), isSingle, ...facts[plain(pattern)] }
  })

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
