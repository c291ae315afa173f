import { z } from 'zod'
import { list } from './frab-json.ts'
import { isObject, texts } from './json-values.ts'

const when = z.object(texts('date time tz')).nullish().catch(undefined)
const indico = z.object({
  ...texts('title location url timezone'),
  startDate: when,
  endDate: when,
  contributions: list(
    z
      .object({
        speakers: list(
          z.object(texts('first_name last_name fullName')).transform(
            ({ first_name, last_name, fullName }) =>
              [first_name, last_name].filter(Boolean).join(' ') ||
              // "Lovelace, Ada"
              fullName?.split(', ').reverse().join(' '),
          ),
        ),
        startDate: when,
        endDate: when,
        ...texts('duration roomFullname'),
      })
      .loose()
      .transform(({ startDate, endDate, roomFullname, ...talk }) => ({
        ...talk,
        date: startDate?.date,
        start_time: startDate?.time?.slice(0, 5),
        end_time: endDate?.time?.slice(0, 5),
        room: roomFullname || talk.room,
      })),
  ),
})

/** Indico's result, which is the event with all that is in it, as conferences write their talks themselves; undefined for anything else. */
export function fromIndico(value: unknown): unknown {
  const [first] = isObject(value) && Array.isArray(value.results) ? value.results : []
  if (!isObject(first) || !Array.isArray(first.contributions)) return undefined
  const { contributions, startDate, endDate, timezone, ...event } = indico.parse(first)
  return {
    event: { ...event, venue: event.location, start_date: startDate?.date, end_date: endDate?.date },
    timezone: timezone ?? startDate?.tz,
    talks: contributions,
  }
}
