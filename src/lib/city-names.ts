/** Cities with several names: the gazetteer's, folded, and those that people write, the usual one first. */
export const namesOfCities = `
antwerpen:Antwerp,Antwerpen,Anvers
arhus:Aarhus,Århus
athens:Athens,Athina
belgaum:Belgaum,Belagavi
belgrade:Belgrade,Beograd
bengaluru:Bangalore,Bengaluru
brugge:Bruges,Brugge
brussels:Brussels,Brussel,Bruxelles
bucharest:Bucharest,București
cochin:Kochi,Cochin
copenhagen:Copenhagen,København
da nang:Da Nang,Danang
dusseldorf:Düsseldorf,Duesseldorf
florence:Florence,Firenze
gaillimh:Galway
geneve:Geneva,Genève,Genf
genoa:Genoa,Genova
gent:Ghent,Gent
goteborg:Gothenburg,Göteborg
ho chi minh city:Ho Chi Minh City,Saigon
irakleion:Heraklion
jeju city:Jeju City,Jeju Island
koln:Cologne,Köln,Koeln
krakow:Krakow,Cracow
kyiv:Kyiv,Kiev
las palmas de gran canaria:Las Palmas
lisbon:Lisbon,Lisboa
lubeck:Lübeck,Luebeck
luzern:Lucerne,Luzern
macau:Macau,Macao
marrakesh:Marrakesh,Marrakech
mexico city:Mexico City,Ciudad de México
milan:Milan,Milano
moscow:Moscow,Moskva
munich:Munich,München,Muenchen
naples:Naples,Napoli
nara-shi:Nara
new york city:New York,NYC
newcastle upon tyne:Newcastle,Newcastle-upon-Tyne
nurnberg:Nuremberg,Nürnberg,Nuernberg
odessa:Odesa,Odessa
prague:Prague,Praha
rapperswil:Rapperswil,Rapperswil-Jona
rodos:Rhodes
rome:Rome,Roma
saint petersburg:Saint Petersburg,St. Petersburg,St Petersburg
saint-malo:Saint-Malo,Saint Malo
san francisco:San Francisco,SF
sankt gallen:St. Gallen,Sankt Gallen,Saint Gallen
sevilla:Seville,Sevilla
sha tin:Sha Tin,Shatin
the hague:The Hague,Den Haag
turin:Turin,Torino
venice:Venice,Venezia
vienna:Vienna,Wien
warsaw:Warsaw,Warszawa
wurzburg:Würzburg,Wuerzburg
xiamen:Xiamen,Amoy
zurich:Zürich,Zuerich`
  .trim()
  .split('\n')
  .map((line) => {
    const [listedName, names] = line.split(':') as [string, string]
    return { listedName, names: names.split(',') }
  })
