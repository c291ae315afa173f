import { type Country, countries } from './countries.ts'
import { fold } from './text.ts'

/** How a name is looked up: 'The Gambia', 'Guinea Bissau', 'U.S.A.' and 'Saint Lucia' are not spelled so in the list. */
const keyOf = (name: string) =>
  fold(name)
    .replaceAll('&', ' and ')
    .replaceAll('.', '')
    .replace(/[\s,()-]+/g, ' ')
    .trim()
    .replace(/\bthe /g, '')
    .replace(/^saint /, 'st ')

/** Names that organisers give countries, besides those of the list: former and long ones that no rule finds, and parts. */
const otherNames = `
US us,usa,united states of america
GB uk,great britain,england,scotland,wales,northern ireland,united kingdom of great britain and northern ireland
AE uae;AR argentine republic;BN brunei darussalam;BO bolivia;BQ bonaire,bonaire sint eustatius and saba
BY belorussia,byelorussia;CD democratic republic of congo,dr congo,drc,zaire;CG republic of congo
CH swiss confederation;CI ivory coast;CN people's republic of china,mainland china;CV cabo verde
CZ czech republic,czech rep;DE federal republic of germany;FR french republic;GA gabonese republic
GR hellenic republic,hellas;HK hong kong sar china,hong kong sar,hongkong;IE republic of ireland,eire
HM heard island and mcdonald islands;IO chagos;IT italian republic;KG kyrgyz republic,kirghizia;KP democratic people's republic of korea,dprk
KR republic of korea,korea,south korea;LA lao people's democratic republic,lao pdr;LB lebanese republic
LK ceylon;MK macedonia,republic of macedonia,former yugoslav republic of macedonia,fyrom
MM myanmar,burma,republic of union of myanmar;MO macao sar china,macao sar,macau sar,macao
MX united mexican states;NL holland;PS palestine,occupied palestinian territory;PT portuguese republic
RU russian federation;SK slovak republic;SY syrian arab republic;SZ swaziland;TG togolese republic
TL east timor;TN tunisian republic;TR turkey;TW taiwan roc,republic of china,republic of china taiwan,taiwan province of china,chinese taipei
UM united states minor outlying islands
VA holy see,vatican,vatican city state;VG virgin islands british;VI virgin islands us,united states virgin islands;VN viet nam`

/** ISO 3166-1: three letters and two. */
const codes = `
ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI
BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT
BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU
CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET
FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR
GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR
IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB
LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH
MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE
NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL
PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ
SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC
TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY
USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS XKXXK YEMYE ZAFZA ZMBZM ZWEZW`

const byCode = new Map(countries.map((country) => [country.code, country]))
const byKey = new Map(countries.map((country) => [keyOf(country.name), country]))
for (const line of otherNames.trim().split(/[;\n]/))
  for (const name of line.slice(3).split(',')) byKey.set(keyOf(name), byCode.get(line.slice(0, 2))!)
for (const pair of codes.trim().split(/\s+/)) byCode.set(pair.slice(0, 3), byCode.get(pair.slice(3))!)

/** 'Federal Republic of Nigeria', 'Grand Duchy of Luxembourg' */
const longForm =
  /^(?:[\p{L}'-]+ ){0,4}(?:republic|kingdom|states?|principality|commonwealth|duchy|sultanate|union|territory|federation|bailiwick) of (.+)$/u

/** The country that somebody calls so in English. Its code is none of its names: CA is California, too. */
export function findCountry(name: string): Country | undefined {
  // 'Moldova, Republic of' and 'Iran (Islamic Republic of)'
  const [, last, first] = name.match(/^([^,(]+)(?:, | ?\()(.+? of)(?: the)?\)?$/i) ?? []
  const key = keyOf(first ? `${first} ${last}` : name)
  const [, short = ''] = key.match(longForm) ?? []
  return byKey.get(key) ?? byKey.get(short)
}

const languages =
  'ar bg ca cs da de el es et fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  )

/** Names in other languages; what is the name of two is not here. Made when the first is looked up: it takes 80 ms. */
let translations: Map<string, Country | undefined> | undefined

function makeTranslations(): Map<string, Country | undefined> {
  const names = new Map<string, Country | undefined>()
  for (const language of languages)
    for (const style of ['long', 'short'] as const) {
      const displayNames = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })
      for (const country of countries) {
        const key = keyOf(displayNames.of(country.code) ?? '')
        names.set(key, names.has(key) && names.get(key) !== country ? undefined : country)
      }
    }
  // Of two countries in English.
  names.delete('congo')
  return names
}

/** The country that stands in a column of countries: its name in one of many languages, or its code. */
export function countryOf(name: string): Country | undefined {
  const country = findCountry(name) ?? byCode.get(name.trim().toUpperCase())
  if (country || keyOf(name) === 'online') return country
  translations ??= makeTranslations()
  return translations.get(keyOf(name))
}

/** The name of the country in the list; one that is not known, such as Online, stays as it is. */
export const listedCountry = (name: string): string => countryOf(name)?.name ?? name
