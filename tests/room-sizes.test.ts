import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * Lines of production code by room, as ceilings. Who adds names in the commit what goes elsewhere; what a change removes
 * is taken off here.
 */
const ceilings: Record<string, number> = {
  platform: 1312,
  'platform/database': 2576,
  'platform/procedures': 290,
  server: 486,
  'server/accounts': 1379,
  'server/http': 1729,
  'server/mail': 292,
  'server/operator': 3983,
  'server/pages': 1574,
  src: 461,
  'src/components': 2682,
  'src/content': 15,
  'src/features/access-tokens': 278,
  'src/features/administration': 1370,
  'src/features/announcements': 420,
  'src/features/attendance': 1474,
  'src/features/auth': 1310,
  'src/features/calls': 1968,
  'src/features/change-log': 686,
  'src/features/claims': 1633,
  'src/features/coverage': 2171,
  'src/features/decisions': 954,
  'src/features/digests': 618,
  'src/features/directory': 3264,
  'src/features/event-page': 2074,
  'src/features/events': 4376,
  'src/features/feeds': 1533,
  'src/features/find': 1029,
  'src/features/follows': 609,
  'src/features/gazetteer': 602,
  'src/features/history': 2714,
  'src/features/identity': 635,
  'src/features/invitations': 874,
  'src/features/listing': 2025,
  'src/features/notifications': 659,
  'src/features/offline': 1398,
  'src/features/people': 1198,
  'src/features/pictures': 322,
  'src/features/places': 1714,
  'src/features/programme': 6851,
  'src/features/programme-export': 606,
  'src/features/programme-import': 8466,
  'src/features/queue': 584,
  'src/features/reading': 1076,
  'src/features/reports': 335,
  'src/features/series': 2318,
  'src/features/sharing': 1293,
  'src/features/site': 589,
  'src/features/sources': 3169,
  'src/features/speakers': 1807,
  'src/features/suggestions': 736,
  'src/features/topics': 1318,
  'src/lib': 2525,
  'src/routes': 5636,
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
