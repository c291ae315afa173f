import { expect, test, vi } from 'vitest'
import { placeInAddress, placeOfAddress } from './address.server.ts'

// Before any other test makes them.
test('words of a search are not looked up among the names of countries in other languages', async () => {
  const displayNames = vi.spyOn(Intl, 'DisplayNames')
  expect(await placeInAddress('summit days')).toBeUndefined()
  expect(displayNames).not.toHaveBeenCalled()
})

test.each([
  // United States
  ['Cleveland, Ohio, USA', 'Cleveland, OH', 'United States'],
  ['Convention Center, 1 Main St, Portland, OR 97201, USA', 'Portland, OR', 'United States'],
  ['Hall 4, 1 Main St, San Francisco, CA 94103, USA', 'San Francisco, CA', 'United States'],
  ['Grand Hotel\nMain Street 5\nMadison, WI 53703\nUSA', 'Madison, WI', 'United States'],
  ['Washington, D.C., USA', 'Washington, DC', 'United States'],
  ['Bellevue, Washington, United States', 'Bellevue, WA', 'United States'],
  ['New York, New York, USA', 'New York, NY', 'United States'],
  ['655 W 34th St, New York, USA', 'New York', 'United States'],
  ['Austin TX 78701, US', 'Austin, TX', 'United States'],
  ['Austin, TX', 'Austin, TX', 'United States'],
  ['500 E Cesar Chavez St, Austin, TX 78701', 'Austin, TX', 'United States'],
  ['Atlanta, Georgia', 'Atlanta, GA', 'United States'],
  ['Portland, Maine, United States of America', 'Portland, ME', 'United States'],
  ['1 Market St, San Francisco, USA', 'San Francisco', 'United States'],
  ['Las Vegas, NV, 89109-1234, United States', 'Las Vegas, NV', 'United States'],
  // Canada
  ['Toronto, Ontario, Canada', 'Toronto', 'Canada'],
  ['255 Front St W, Toronto, ON M5V 2W6, Canada', 'Toronto', 'Canada'],
  ['Montréal, Québec, Canada', 'Montréal', 'Canada'],
  ['Québec, QC, Canada', 'Québec', 'Canada'],
  ['Vancouver, BC, Canada', 'Vancouver', 'Canada'],
  // United Kingdom and Ireland
  ['10 Broad Sanctuary, London SW1P 3EE, UK', 'London', 'United Kingdom'],
  ['Queen Elizabeth II Centre, Westminster, London, England', 'London', 'United Kingdom'],
  ['Edinburgh EH3 8EE, Scotland, United Kingdom', 'Edinburgh', 'United Kingdom'],
  ['Spencer Dock, Dublin 1, D01 T1W6, Ireland', 'Dublin', 'Ireland'],
  // Germany, Austria, Switzerland
  ['04109 Leipzig, Deutschland', 'Leipzig', 'Germany'],
  ['Alexanderstr. 11, 10178 Berlin, Germany', 'Berlin', 'Germany'],
  ['Messeplatz 1, D-80331 München, Germany', 'München', 'Germany'],
  ['Kreuzberg, Berlin, Germany', 'Berlin', 'Germany'],
  ['10115 Berlin Germany', 'Berlin', 'Germany'],
  ['Köln · Germany', 'Köln', 'Germany'],
  ['Wagramer Str. 5, 1220 Wien, Österreich', 'Wien', 'Austria'],
  ['Winterthur, Zürich, Switzerland', 'Winterthur', 'Switzerland'],
  ['CH-3011 Bern, Schweiz', 'Bern', 'Switzerland'],
  // France, Belgium, Netherlands, Luxembourg
  ['2 Place de la Porte Maillot, 75017 Paris Cedex 17, France', 'Paris', 'France'],
  ['Lyon 69003, France', 'Lyon', 'France'],
  ['Europaplein 24, 1078 GZ Amsterdam, The Netherlands', 'Amsterdam', 'Netherlands'],
  ['Amersfoort, Utrecht, Netherlands', 'Amersfoort', 'Netherlands'],
  ['1000 Bruxelles, Belgique', 'Bruxelles', 'Belgium'],
  ['Luxembourg', 'Luxembourg', 'Luxembourg'],
  // Scandinavia
  ['1050 København K, Danmark', 'København', 'Denmark'],
  ['SE-111 20 Stockholm, Sweden', 'Stockholm', 'Sweden'],
  ['0150 Oslo, Norge', 'Oslo', 'Norway'],
  ['00100 Helsinki, Finland', 'Helsinki', 'Finland'],
  // Southern and eastern Europe
  ['Via Roma 1, 20121 Milano MI, Italia', 'Milano', 'Italy'],
  ['Calle de Alcalá 42, 28014 Madrid, España', 'Madrid', 'Spain'],
  ['Rua do Ouro 3, 1100-060 Lisboa, Portugal', 'Lisboa', 'Portugal'],
  ['ul. Prosta 1, 00-850 Warszawa, Poland', 'Warszawa', 'Poland'],
  ['110 00 Praha 1, Czech Republic', 'Praha', 'Czechia'],
  ['Pristina, Kosovo', 'Pristina', 'Kosovo'],
  ['İzmir, Türkiye', 'İzmir', 'Türkiye'],
  // America
  ['Av. Paulista 1000, São Paulo - SP, 01310-100, Brazil', 'São Paulo', 'Brazil'],
  ['Campinas, São Paulo, Brasil', 'Campinas', 'Brazil'],
  ['Guadalajara, Jalisco, México', 'Guadalajara', 'Mexico'],
  ['C1001 Buenos Aires, Argentina', 'Buenos Aires', 'Argentina'],
  ['Bogota, CO', 'Bogota', 'Colombia'],
  // Asia, Africa, Australia
  ['1 Raffles Place, Singapore 048616', 'Singapore', 'Singapore'],
  ['Bengaluru, Karnataka 560001, India', 'Bengaluru', 'India'],
  ['Shibuya, Tokyo 150-0002, Japan', 'Tokyo', 'Japan'],
  ['Gangnam-gu, Seoul, South Korea', 'Seoul', 'South Korea'],
  ['Taipei 106, Taiwan (R.O.C.)', 'Taipei', 'Taiwan'],
  ['Tsim Sha Tsui, Kowloon, Hong Kong', 'Kowloon', 'Hong Kong'],
  ['Hong Kong, China', 'Hong Kong', 'China'],
  ['14 Darling Dr, Sydney NSW 2000, Australia', 'Sydney', 'Australia'],
  ['Sandton, Johannesburg, South Africa', 'Johannesburg', 'South Africa'],
  ['Ikeja, Lagos, Nigeria', 'Ikeja', 'Nigeria'],
])('%j is in %s, %s', async (text, city, country) => {
  expect(await placeOfAddress(text)).toEqual({ city, country, isCertain: true })
})

test.each([
  ['Hintertupfing, Austria', 'Hintertupfing', 'Austria'],
  ['Dorfstr. 3, 4866 Hintertupfing, Austria', 'Hintertupfing', 'Austria'],
  ['Littleplace, Ohio, USA', 'Littleplace, OH', 'United States'],
  ['Littleplace, Washington, USA', 'Littleplace, WA', 'United States'],
  ['Room 5b, Germany', undefined, 'Germany'],
  ['Germany', undefined, 'Germany'],
  ['The usual place', undefined, undefined],
  ['', undefined, undefined],
])('%j is a question', async (text, city, country) => {
  expect(await placeOfAddress(text)).toEqual({ city, country, isCertain: false })
})

test('a country that is said beside the address decides between cities of one name', async () => {
  expect(await placeOfAddress('London', 'Canada')).toMatchObject({ country: 'Canada', isCertain: true })
  expect(await placeOfAddress('Austin, TX', 'US')).toMatchObject({ city: 'Austin, TX', isCertain: true })
  expect(await placeOfAddress('Lima, PE', 'Peru')).toMatchObject({ city: 'Lima', country: 'Peru' })
})

test.each([
  [
    '1 Main St, San Francisco, CA 94103, USA',
    '',
    'San Francisco, CA',
    'United States',
    'America/Los_Angeles',
  ],
  ['Hauptstraße 1, 04109 Leipzig', 'Germany', 'Leipzig', 'Germany', 'Europe/Berlin'],
  [
    'Kongresshaus, Gotthardstrasse 5, 8002 Zürich, Schweiz',
    'Germany',
    'Zürich',
    'Switzerland',
    'Europe/Zurich',
  ],
])('the form offers the place of %s', async (text, country, city, countryOfCity, time_zone) => {
  expect(await placeInAddress(text, country)).toMatchObject({ city, country: countryOfCity, time_zone })
})

test.each([
  ['Leipzig', 'Germany'],
  ['Pasadena, CA', 'United States'],
  ['Hall 4, Nowhere Street 1', ''],
  ['Online', ''],
  ['', ''],
])('the form offers nothing for %s', async (text, country) => {
  expect(await placeInAddress(text, country)).toBeUndefined()
})
