import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { timeIn, viewerTimeLabel } from './viewer-time.ts'

const zones = [
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

/** The local days on which the clocks of a zone change in 2027; any two, where they do not. */
function changesOfClocks(zone: string): string[] {
  const days: string[] = []
  let moment = Temporal.ZonedDateTime.from(`2027-01-01T00:00[${zone}]`)
  for (let change = moment.getTimeZoneTransition('next'); change?.year === 2027; ) {
    days.push(change.toPlainDate().toString())
    moment = change
    change = moment.getTimeZoneTransition('next')
  }
  return days.length === 2 ? days : ['2027-03-28', '2027-10-31']
}

test('40 talks around both changes of the clocks, in 12 time zones seen from 12, are as Temporal has them', () => {
  const misses: string[] = []
  let count = 0
  for (const eventZone of zones)
    for (const change of changesOfClocks(eventZone))
      for (let index = 0; index < 40; index++) {
        // Each half hour from the evening before to the afternoon.
        const local = Temporal.PlainDateTime.from(`${change}T00:00`).add({ minutes: 30 * (index - 8) })
        const moment = local.toZonedDateTime(eventZone, { disambiguation: 'later' })
        const [date, time] = [local.toPlainDate().toString(), local.toPlainTime().toString().slice(0, 5)]
        for (const zone of zones) {
          count++
          const there = moment.withTimeZone(zone)
          const days = local.toPlainDate().until(there.toPlainDate()).days
          const expected = `${there.toPlainTime().toString().slice(0, 5)} ${days}`
          const result = timeIn(zone, { date, time, eventZone })
          if (`${result?.time} ${result?.days}` !== expected)
            misses.push(
              `${date} ${time} ${eventZone} in ${zone}: ${result?.time} ${result?.days}, not ${expected}`,
            )
        }
      }
  expect(misses).toEqual([])
  expect(count).toBe(12 * 2 * 40 * 12)
})

test('another day is named', () => {
  expect(viewerTimeLabel({ time: '15:30', days: 0 })).toBe('15:30 your time')
  expect(viewerTimeLabel({ time: '01:30', days: 1 })).toBe('01:30 your time, +1 day')
  expect(viewerTimeLabel({ time: '23:30', days: -1 })).toBe('23:30 your time, −1 day')
})
