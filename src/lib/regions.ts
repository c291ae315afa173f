import { countries } from './countries.ts'
import { fold } from './text.ts'

/** Countries by continent; North America with Central America and the Caribbean, Türkiye on two. */
const continents = {
  Africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  Asia: 'AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  Europe:
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM TR UA VA XK',
  'North America':
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  'South America': 'AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE',
  Oceania: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
}

const { Africa, Asia, Europe, Oceania } = continents
const centralAmerica = 'BZ CR GT HN NI PA SV'
const latinAmerica = `${continents['South America']} ${centralAmerica} MX CU DO PR HT`
const middleEast = 'AE BH CY EG IL IQ IR JO KW LB OM PS QA SA SY TR YE'
const northAfrica = 'DZ EG LY MA TN'

/** Regions that people search for: their names and countries. Only those about which there is little doubt. */
const regions: [names: string[], codes: string][] = [
  [['Africa', 'African'], Africa],
  [['Asia', 'Asian'], Asia],
  [['Europe', 'European'], Europe],
  [['North America', 'North American'], continents['North America']],
  [['South America', 'South American'], continents['South America']],
  [['Central America'], centralAmerica],
  [['Latin America', 'LATAM', 'Latin American'], latinAmerica],
  [['the Americas', 'Americas', 'America'], `${continents['North America']} ${continents['South America']}`],
  [['Oceania', 'Australasia'], Oceania],
  [
    ['the European Union', 'EU', 'European Union'],
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
  ],
  [['the Nordics', 'Nordics', 'Nordic'], 'AX DK FI FO GL IS NO SE'],
  [['Scandinavia', 'Scandinavian'], 'DK NO SE'],
  [['the Baltics', 'Baltics', 'Baltic'], 'EE LT LV'],
  [['the Balkans', 'Balkans', 'Balkan'], 'AL BA BG GR HR ME MK RO RS SI'],
  [['Benelux'], 'BE LU NL'],
  [['Germany, Austria or Switzerland', 'DACH'], 'AT CH DE'],
  [['Iberia'], 'AD ES PT'],
  [['the Middle East', 'Middle East'], middleEast],
  [['the Middle East or North Africa', 'MENA'], `${middleEast} ${northAfrica}`],
  [['Southeast Asia', 'South East Asia', 'ASEAN'], 'BN ID KH LA MM MY PH SG TH TL VN'],
  [['Asia or Oceania', 'APAC', 'Asia Pacific', 'Asia-Pacific'], `${Asia} ${Oceania}`],
  [['Europe, the Middle East or Africa', 'EMEA'], `${Europe} ${middleEast} ${Africa}`],
]

export type Region = { name: string; codes: string[]; countryKeys: string[] }

const keyOfCode = new Map(countries.map(({ code, name }) => [code, fold(name)]))

const byName = new Map(
  regions.flatMap(([names, list]) => {
    const codes = [...new Set(list.split(' '))]
    const region: Region = { name: names[0]!, codes, countryKeys: codes.map((code) => keyOfCode.get(code)!) }
    return names.map((name) => [fold(name), region])
  }),
)

/** The region with this name, with its countries as `country_key` has them. */
export const findRegion = (name: string): Region | undefined => byName.get(fold(name))

/** The countries of the continents, for a test that none is missing. */
export const codesOfContinents = Object.values(continents).flatMap((codes) => codes.split(' '))

const southern = `${continents['South America']} ${Oceania} BW LS MG MU MZ NA RE SZ ZA ZM ZW`.split(' ')

/** Whether spring begins in September in all of these countries. */
export const areSouthern = (codes: string[]): boolean => codes.every((code) => southern.includes(code))
