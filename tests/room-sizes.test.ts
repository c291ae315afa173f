import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * Lines of production code by room, as ceilings. Who adds names in the commit what goes elsewhere; what a change removes
 * is taken off here.
 */
const ceilings: Record<string, number> = {
  platform: 1309,
  'platform/database': 2632,
  'platform/procedures': 287,
  server: 486,
  'server/accounts': 1338,
  'server/http': 1723,
  'server/mail': 285,
  'server/operator': 3949,
  'server/pages': 1580,
  src: 480,
  'src/components': 2664,
  'src/content': 15,
  'src/features/access-tokens': 270,
  'src/features/administration': 1345,
  'src/features/announcements': 414,
  'src/features/attendance': 1419,
  'src/features/auth': 1310,
  'src/features/calls': 1941,
  'src/features/change-log': 686,
  'src/features/claims': 1567,
  'src/features/coverage': 2165,
  'src/features/decisions': 932,
  'src/features/digests': 618,
  'src/features/directory': 3300,
  'src/features/event-page': 2068,
  'src/features/events': 4374,
  'src/features/feeds': 1520,
  'src/features/find': 1009,
  'src/features/follows': 600,
  'src/features/gazetteer': 604,
  'src/features/history': 2690,
  'src/features/identity': 635,
  'src/features/invitations': 851,
  'src/features/listing': 2021,
  'src/features/notifications': 662,
  'src/features/offline': 1376,
  'src/features/people': 1183,
  'src/features/pictures': 318,
  'src/features/places': 1709,
  'src/features/programme': 6745,
  'src/features/programme-export': 594,
  'src/features/programme-import': 8403,
  'src/features/queue': 543,
  'src/features/reading': 1076,
  'src/features/reports': 313,
  'src/features/series': 2318,
  'src/features/sharing': 1295,
  'src/features/site': 553,
  'src/features/sources': 3174,
  'src/features/speakers': 1787,
  'src/features/suggestions': 687,
  'src/features/topics': 1287,
  'src/lib': 2577,
  'src/routes': 5540,
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
