const day = 86_400_000

/** The date `days` days later (earlier if negative), yyyy-MM-dd. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + day * days).toISOString().slice(0, 10)

/**
 * A first day: `offset` days from today, shifted by whole `years`, and moved off a weekend by at most two days. It stays
 * in its calendar year, so that the yearly editions of a conference fall into different years.
 */
export function firstDay(today: string, offset: number, years = 0): string {
  const shifted = new Date(addDays(today, offset))
  shifted.setUTCFullYear(shifted.getUTCFullYear() + years)
  const date = shifted.toISOString().slice(0, 10)
  const choices = { 0: [1, -2], 6: [-1, 2] }[shifted.getUTCDay()] ?? [0]
  return (
    choices
      .map((offset) => addDays(date, offset))
      .find((choice) => choice.slice(0, 4) === date.slice(0, 4)) ?? date
  )
}

/** An instant on that day at that hour, UTC. */
export const at = (date: string, hour: number, minute = 0): string =>
  `${date}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`
