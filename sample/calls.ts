import { addDays, at } from './calendar.ts'
import type { SampleEvent } from './events.ts'
import { idOf, numberOf } from './stable.ts'

const grades = ['yes', 'case_by_case', 'no', undefined] as const
const formats = [undefined, 'Talks of 30 minutes', 'Talks of 40 minutes, lightning talks', undefined] as const
const zones = ['Europe/Berlin', undefined, 'Etc/GMT+12'] as const

/** Calls of conferences that begin in six weeks or later: most close soon, some ask for workshops, one is open without a day. */
export const sampleCalls = (events: SampleEvent[], today: string) =>
  events
    .filter(({ row }) => row.start_date >= addDays(today, 45))
    .flatMap(({ row }, index) => {
      const choice = <Value>(of: string, values: readonly Value[]) =>
        values[numberOf(`${of} ${row.slug}`, values.length)]
      if (index % 4 === 3) return []
      const latest = addDays(row.start_date, -30)
      const closes_on = [addDays(today, 2 + numberOf(`call ${row.slug}`, 50)), latest].sort()[0]!
      return [
        {
          id: idOf('call', row.slug),
          event: { id: row.id },
          kind: index % 9 === 4 ? ('workshops' as const) : ('talks' as const),
          url: `https://example.com/${row.slug}/cfp`,
          closes_on: index % 10 === 6 ? undefined : closes_on,
          time_zone: choice('zone', zones),
          ticket: choice('ticket', ['yes', 'yes', undefined] as const),
          hotel: choice('hotel', grades),
          travel: choice('travel', grades),
          formats: choice('formats', formats),
          languages: choice('language', [['en'], ['en'], []]),
          created_at: at(addDays(today, -10), 9),
          listed_at: at(addDays(today, -10), 9),
        },
      ]
    })
