// node scripts/make-land.mjs: makes src/features/places/land.json, the land that maps show, from Natural Earth.
import { writeFileSync } from 'node:fs'
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import fine from 'world-atlas/land-50m.json' with { type: 'json' }
import coarse from 'world-atlas/land-110m.json' with { type: 'json' }

/** All land but the south of 60 degrees, where no conference takes place: a list of polygons, each with its holes. */
const polygonsOf = (atlas) =>
  feature(atlas, atlas.objects.land)
    .features.flatMap(({ geometry }) => geometry.coordinates)
    .filter(([outline]) => outline.some(([, latitude]) => latitude > -60))

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
const path = geoPath(projection).digits(0)({ type: 'MultiPolygon', coordinates: polygonsOf(coarse) })

/** Fiftieths of a degree are two kilometres, about a unit of the smallest map. */
const step = 0.02
const lines = polygonsOf(fine)
  .flat()
  .map((ring) => {
    let [previousX, previousY] = [0, 0]
    const points = []
    for (const [longitude, latitude] of ring) {
      // A ring that crosses the date line goes on beyond 180 degrees.
      const turn = points.length > 0 ? Math.round((previousX * step - longitude) / 360) * 360 : 0
      const [x, y] = [Math.round((longitude + turn) / step), Math.round(latitude / step)]
      if (points.length > 0 && x === previousX && y === previousY) continue
      points.push(`${x - previousX},${y - previousY}`)
      ;[previousX, previousY] = [x, y]
    }
    return points
  })
const rings = lines
  .filter((points) => points.length > 3)
  .map((points) => points.join(' '))
  .join('\n')

const land = {
  source:
    'Natural Earth (public domain) by the package world-atlas 2.0.2. world: all land at 1:110 million in the projection Natural Earth. rings: land at 1:50 million, a line for each ring, each point as the difference to the one before, longitude first, in steps of a degree.',
  world: { ...world, rotation, scale: projection.scale(), translate: projection.translate(), path },
  step,
  rings,
}
writeFileSync(
  new URL('../src/features/places/land.json', import.meta.url),
  `${JSON.stringify(land, null, 2)}\n`,
)
