import { expect, test } from 'vitest'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { countryOf } from '#lib/country-names.ts'
import { usualTopicName } from '#lib/topic-names.ts'

// Spellings that people and lists use, each of which finds its one thing.

const countries = {
  DE: 'Germany,Deutschland,Allemagne,Alemania,Germania,Alemanha,Duitsland,Niemcy,Německo,Германия,ドイツ,德国,DE,DEU,Federal Republic of Germany',
  US: 'United States,USA,U.S.A.,us,United States of America,the United States,Vereinigte Staaten,États-Unis,Estados Unidos,Stati Uniti,Verenigde Staten,Stany Zjednoczone,アメリカ合衆国',
  GB: 'United Kingdom,UK,U.K.,Great Britain,England,Scotland,Vereinigtes Königreich,Royaume-Uni,Reino Unido,Regno Unito,GBR,United Kingdom of Great Britain and Northern Ireland',
  CH: 'Switzerland,Schweiz,Suisse,Suiza,Svizzera,Suíça,Zwitserland,Szwajcaria,Swiss Confederation',
  CZ: 'Czechia,Czech Republic,the Czech Republic,Česko,Tschechien',
  NL: 'Netherlands,The Netherlands,Holland,Nederland,Pays-Bas,Niederlande,Kingdom of the Netherlands',
  TR: 'Turkey,Türkiye,Turkiye,Türkei,Republic of Türkiye',
  KR: 'South Korea,Korea,Republic of Korea,"Korea, Republic of",대한민국,Südkorea',
  RU: 'Russia,Russian Federation,Россия,Russland',
  VN: 'Vietnam,Viet Nam,VNM,Socialist Republic of Vietnam',
  CI: "Ivory Coast,Côte d’Ivoire,Cote d'Ivoire",
  XK: 'Kosovo,XK,Republic of Kosovo',
  HK: 'Hong Kong,Hong Kong SAR China,Hongkong,HKG',
  MO: 'Macau,Macao,Macao SAR China',
  TW: 'Taiwan,"Taiwan, Province of China",Chinese Taipei',
  MK: 'North Macedonia,Macedonia,FYROM',
  SZ: 'Eswatini,Swaziland',
  MM: 'Myanmar,Burma,Myanmar (Burma)',
  BA: 'Bosnia and Herzegovina,Bosnia & Herzegovina,Bosnien und Herzegowina',
  CD: 'Congo - Kinshasa,Democratic Republic of the Congo,DR Congo',
  IR: 'Iran,"Iran, Islamic Republic of",Iran (Islamic Republic of)',
  ES: 'Spain,España,Espagne,Spanien,スペイン',
  JP: 'Japan,日本,Japon,Japón,Giappone',
  BR: 'Brazil,Brasil,Brésil,Federative Republic of Brazil',
}
const namesIn = (text: string) =>
  Array.from(text.matchAll(/"([^"]+)"|([^,]+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')

test.each(Object.entries(countries).flatMap(([code, text]) => namesIn(text).map((name) => [name, code])))(
  'the country %s is %s',
  (name, code) => {
    expect(countryOf(name)?.code).toBe(code)
  },
)

test.each(['Congo', 'Nowhere', 'Online', '', 'constructor'])('the country %s is none', (name) => {
  expect(countryOf(name)).toBeUndefined()
})

const cities: [id: string, country: string, names: string][] = [
  ['munich;DE', 'Germany', 'Munich,München,Munchen'],
  ['koln;DE', 'Germany', 'Cologne,Köln'],
  ['nurnberg;DE', 'Germany', 'Nuremberg,Nürnberg'],
  ['bengaluru;IN', 'India', 'Bengaluru,Bangalore'],
  ['kyiv;UA', 'Ukraine', 'Kyiv,Kiev'],
  ['odessa;UA', 'Ukraine', 'Odesa,Odessa'],
  ['ho chi minh city;VN', 'Vietnam', 'Ho Chi Minh City,Saigon'],
  ['new york city;US-NY', 'USA', 'New York,NYC,New York City,New York NY,New York - NY'],
  ['portland;US-ME', 'United States', 'Portland ME,"Portland, ME",Portland - ME,"Portland, Maine"'],
  ['portland;US-OR', 'United States', 'Portland,Portland OR,"Portland, OR"'],
  ['pasadena;US-CA', 'United States', 'Pasadena CA,"Pasadena, CA",Pasadena California'],
  ['washington, d.c.;US-DC', 'United States', 'Washington,Washington DC,"Washington, DC"'],
  ['antwerpen;BE', 'Belgium', 'Antwerp,Antwerpen,Anvers'],
  ['brussels;BE', 'Belgium', 'Brussels,Bruxelles,Brussel'],
  ['the hague;NL', 'Netherlands', 'The Hague,Den Haag'],
  ['copenhagen;DK', 'Denmark', 'Copenhagen,København,Kobenhavn'],
  ['toronto;CA', 'Canada', 'Toronto,Toronto ON,"Toronto, ON"'],
  ['sydney;AU', 'Australia', 'Sydney,Sydney NSW'],
  ['kuala lumpur;MY', 'Malaysia', 'Kuala Lumpur,KLCC'],
  ['clearwater;US-FL', 'United States', '"Clearwater, FL",Clear Water FL'],
  ['sankt gallen;CH', 'Switzerland', 'St. Gallen,St Gallen,Saint Gallen,Sankt Gallen'],
]
test.each(cities.flatMap(([id, country, text]) => namesIn(text).map((name) => [name, country, id] as const)))(
  'the city %s, %s is %s',
  async (name, country, id) => {
    expect((await findPlace(name, country))?.city_id).toBe(id)
  },
)

const topics = {
  iOS: 'ios,IOS',
  AWS: 'aws,Amazon Web Services',
  Kubernetes: 'k8s,kubernetes',
  Go: 'golang,go',
  'C++': 'cpp,c++',
  'C#': 'csharp,c#',
  '.NET': 'dotnet,.net',
  JavaScript: 'js,javascript,java-script',
  TypeScript: 'ts,typescript',
  'Node.js': 'nodejs,node.js,node-js',
  Postgres: 'postgres,postgresql',
  'Machine Learning': 'ml,machine-learning',
  AI: 'ai,artificial-intelligence',
  Databases: 'database,databases',
  'Big Data': 'bigdata,big-data',
  'Open Source': 'opensource,open-source,oss,foss',
  SRE: 'sre,site-reliability',
  'Domain-Driven Design': 'ddd,domain-driven-design',
  'Google Cloud': 'gcp,google-cloud',
  LLM: 'llm,large-language-models',
  IoT: 'iot,internet-of-things',
  Accessibility: 'a11y,accessibility',
}
test.each(Object.entries(topics).flatMap(([name, text]) => namesIn(text).map((tag) => [tag, name])))(
  'the topic %s is %s',
  (tag, name) => {
    expect(usualTopicName(tag)).toBe(name)
  },
)
