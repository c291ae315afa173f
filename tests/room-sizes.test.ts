import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * Lines of production code by room, as ceilings. Who adds names in the commit what goes elsewhere; what a change removes
 * is taken off here.
 */
const ceilings: Record<string, number> = {
  platform: 1312,
  'platform/database': 2570,
  'platform/procedures': 286,
  server: 478,
  'server/accounts': 1383,
  'server/http': 1685,
  'server/mail': 292,
  'server/operator': 3811,
  'server/pages': 1574,
  src: 462,
  'src/components': 2690,
  'src/content': 15,
  'src/features/administration': 1342,
  'src/features/announcements': 420,
  'src/features/attendance': 1488,
  'src/features/auth': 1324,
  'src/features/calls': 1957,
  'src/features/change-log': 686,
  'src/features/claims': 2224,
  'src/features/coverage': 2193,
  'src/features/decisions': 889,
  'src/features/digests': 618,
  'src/features/directory': 3270,
  'src/features/event-page': 2069,
  'src/features/events': 4431,
  'src/features/feeds': 1552,
  'src/features/find': 1006,
  'src/features/follows': 609,
  'src/features/gazetteer': 602,
  'src/features/history': 2742,
  'src/features/identity': 635,
  'src/features/invitations': 894,
  'src/features/listing': 2057,
  'src/features/notifications': 659,
  'src/features/offline': 1398,
  'src/features/people': 1421,
  'src/features/pictures': 324,
  'src/features/places': 1709,
  'src/features/programme': 6819,
  'src/features/programme-export': 606,
  'src/features/programme-import': 8472,
  'src/features/queue': 249,
  'src/features/reading': 1076,
  'src/features/reports': 427,
  'src/features/series': 2433,
  'src/features/sharing': 1330,
  'src/features/site': 589,
  'src/features/sources': 3253,
  'src/features/speakers': 1814,
  'src/features/suggestions': 735,
  'src/features/topics': 1389,
  'src/lib': 2515,
  'src/routes': 5661,
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
