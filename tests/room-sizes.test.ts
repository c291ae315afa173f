import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * Lines of production code by room, as ceilings. Who adds names in the commit what goes elsewhere; what a change removes
 * is taken off here.
 */
const ceilings: Record<string, number> = {
  platform: 1310,
  'platform/database': 2531,
  'platform/procedures': 242,
  server: 459,
  'server/accounts': 1209,
  'server/http': 1405,
  'server/mail': 292,
  'server/operator': 3294,
  'server/pages': 1464,
  src: 438,
  'src/components': 2747,
  'src/content': 15,
  'src/features/administration': 1278,
  'src/features/announcements': 411,
  'src/features/attendance': 1539,
  'src/features/auth': 1322,
  'src/features/calls': 1903,
  'src/features/change-log': 580,
  'src/features/claims': 2245,
  'src/features/coverage': 2129,
  'src/features/digests': 587,
  'src/features/directory': 3258,
  'src/features/event-page': 2229,
  'src/features/events': 3358,
  'src/features/feeds': 1528,
  'src/features/find': 1006,
  'src/features/follows': 633,
  'src/features/gazetteer': 427,
  'src/features/history': 1674,
  'src/features/invitations': 918,
  'src/features/listing': 1361,
  'src/features/notifications': 655,
  'src/features/offline': 1398,
  'src/features/people': 1186,
  'src/features/pictures': 321,
  'src/features/places': 1501,
  'src/features/programme': 6640,
  'src/features/programme-export': 607,
  'src/features/programme-import': 8642,
  'src/features/reading': 664,
  'src/features/reports': 528,
  'src/features/series': 2401,
  'src/features/sharing': 1686,
  'src/features/site': 544,
  'src/features/sources': 3286,
  'src/features/speakers': 1746,
  'src/features/topics': 1402,
  'src/lib': 2112,
  'src/routes': 5143,
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
