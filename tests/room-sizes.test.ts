import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * Lines of production code by room, as ceilings. Who adds names in the commit what goes elsewhere; what a change removes
 * is taken off here.
 */
const ceilings: Record<string, number> = {
  platform: 1293,
  'platform/database': 2656,
  'platform/procedures': 300,
  server: 484,
  'server/accounts': 1320,
  'server/http': 1738,
  'server/mail': 285,
  'server/operator': 3949,
  'server/pages': 1595,
  src: 478,
  'src/components': 2702,
  'src/content': 15,
  'src/features/access-tokens': 270,
  'src/features/administration': 1336,
  'src/features/announcements': 409,
  'src/features/attendance': 1404,
  'src/features/auth': 1309,
  'src/features/calls': 1873,
  'src/features/change-log': 697,
  'src/features/claims': 1518,
  'src/features/coverage': 2100,
  'src/features/decisions': 940,
  'src/features/digests': 619,
  'src/features/directory': 3294,
  'src/features/event-page': 2059,
  'src/features/events': 4347,
  'src/features/feeds': 1519,
  'src/features/find': 1007,
  'src/features/follows': 596,
  'src/features/gazetteer': 604,
  'src/features/history': 2753,
  'src/features/identity': 635,
  'src/features/invitations': 839,
  'src/features/listing': 2009,
  'src/features/notifications': 648,
  'src/features/offline': 1382,
  'src/features/people': 1177,
  'src/features/pictures': 318,
  'src/features/places': 1722,
  'src/features/programme': 6647,
  'src/features/programme-export': 594,
  'src/features/programme-import': 8400,
  'src/features/queue': 271,
  'src/features/reading': 1076,
  'src/features/reports': 292,
  'src/features/series': 2142,
  'src/features/sharing': 1284,
  'src/features/site': 538,
  'src/features/sources': 3061,
  'src/features/speakers': 1682,
  'src/features/suggestions': 679,
  'src/features/topics': 1273,
  'src/lib': 2583,
  'src/routes': 5439,
}
/** A ceiling that is this much higher than what it allows hides the next growth. */
const maxHeadroom = 40

/** 'src/features/events', 'src/routes', 'server/http'; files of no folder are in the room of their root. */
const roomOf = (file: string) =>
  file.match(/^src\/features\/[^/]+/)?.[0] ??
  file.match(/^[^/]+\/[^/]+(?=\/)/)?.[0] ??
  file.match(/^[^/]+/)![0]

test('no room has more lines than its ceiling, and no ceiling has become loose', async () => {
  const sizes: Record<string, number> = {}
  for await (const file of glob('{src,server,platform}/**/*.{ts,tsx}')) {
    if (/\.(test|gen)\./.test(file)) continue
    const room = roomOf(file)
    sizes[room] = (sizes[room] ?? 0) + (await readFile(file, 'utf8')).split('\n').length - 1
  }
  const rooms = [...new Set([...Object.keys(sizes), ...Object.keys(ceilings)])].sort()
  const misfits = rooms.flatMap((room) => {
    const [lines = 0, ceiling = 0] = [sizes[room], ceilings[room]]
    const isFit = lines <= ceiling && lines >= ceiling - maxHeadroom
    return isFit ? [] : [`'${room}': ${lines}, the ceiling is ${ceiling}`]
  })
  expect(misfits).toEqual([])
})
