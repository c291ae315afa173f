// node scripts/make-land.mjs: makes src/features/places/land.json, the land and borders that maps show, from Natural Earth.
import { writeFileSync } from 'node:fs'
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import fineCountries from 'world-atlas/countries-50m.json' with { type: 'json' }
import coarseCountries from 'world-atlas/countries-110m.json' with { type: 'json' }
import fine from 'world-atlas/land-50m.json' with { type: 'json' }
import coarse from 'world-atlas/land-110m.json' with { type: 'json' }

/** All land but the south of 60 degrees, where no conference takes place: a list of polygons, each with its holes. */
const polygonsOf = (atlas) =>
  feature(atlas, atlas.objects.land)
    .features.flatMap(({ geometry }) => geometry.coordinates)
    .filter(([outline]) => outline.some(([, latitude]) => latitude > -60))

/** What two countries share, as lines. */
const bordersOf = (atlas) => mesh(atlas, atlas.objects.countries, (one, other) => one !== other).coordinates

/** The seam runs through water 11 degrees further east than the date line: New Zealand, Fiji and Alaska are whole. */
const rotation = 11
const world = { width: 1000, height: 450 }
const projection = geoNaturalEarth1()
  .rotate([-rotation, 0])
  .fitWidth(world.width - 20, { type: 'Sphere' })
// The top of Greenland has a margin.
const [x] = projection.translate()
projection.translate([x + 10, 0])
projection.translate([x + 10, 6 - projection([rotation, 84])[1]])
const draw = geoPath(projection).digits(0)
const path = draw({ type: 'MultiPolygon', coordinates: polygonsOf(coarse) })
const borders = draw({ type: 'MultiLineString', coordinates: bordersOf(coarseCountries) })

/** Fiftieths of a degree are two kilometres, about a unit of the smallest map. */
const step = 0.02
/** A text with a line for each line of the map. */
const encode = (lines, fewestPoints) =>
  lines
    .map((line) => {
      let [previousX, previousY] = [0, 0]
      const points = []
      for (const [longitude, latitude] of line) {
        // A ring that crosses the date line goes on beyond 180 degrees.
        const turn = points.length > 0 ? Math.round((previousX * step - longitude) / 360) * 360 : 0
        const [x, y] = [Math.round((longitude + turn) / step), Math.round(latitude / step)]
        if (points.length > 0 && x === previousX && y === previousY) continue
        points.push(`${x - previousX},${y - previousY}`)
        ;[previousX, previousY] = [x, y]
      }
      return points
    })
    .filter((points) => points.length >= fewestPoints)
    .map((points) => points.join(' '))
    .join('\n')

const land = {
  source:
    'Natural Earth (public domain) by the package world-atlas 2.0.2. world: all land and borders at 1:110 million in the projection Natural Earth. rings and borders: land and borders between countries at 1:50 million, a line for each, each point as the difference to the one before, longitude first, in steps of a degree.',
  world: { ...world, rotation, scale: projection.scale(), translate: projection.translate(), path, borders },
  step,
  rings: encode(polygonsOf(fine).flat(), 4),
  borders: encode(bordersOf(fineCountries), 2),
}
writeFileSync(
  new URL('../src/features/places/land.json', import.meta.url),
  `${JSON.stringify(land, null, 2)}\n`,
)
