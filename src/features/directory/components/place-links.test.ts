import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlaceLinks } from './place-links.tsx'

const linksOf = (city: string, country: string) => {
  const html = renderToStaticMarkup(createElement(PlaceLinks, { city, country }))
  return [html.replace(/<[^>]*>/g, ''), ...[...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)]
}

test.each([
  ['Bergen', 'Norway', 'Bergen, Norway', '/cities/Bergen', '/countries/Norway'],
  ['Singapore', 'Singapore', 'Singapore', '/cities/Singapore'],
  ['Online', 'Online', 'Online', '/online'],
  // No city has this name, and these conferences have nothing in common.
  ['TBA', 'Barbados', 'TBA, Barbados', '/countries/Barbados'],
  ['To be announced', 'Unknown', 'To be announced, Unknown'],
])('%s, %s leads to its pages', (city, country, ...expected) => {
  expect(linksOf(city, country)).toEqual(expected)
})
