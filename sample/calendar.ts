const day = 86_400_000

/** yyyy-MM-dd, `days` days after (before, if negative) the given one. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + day * days).toISOString().slice(0, 10)

/**
 * A first day: `offset` days from today, moved by whole `years`, and off the weekend by at most two days. Never leaves its
 * calendar year for that, so that the yearly editions of one conference fall into different years.
 */
export function firstDay(today: string, offset: number, years = 0): string {
  const moved = new Date(addDays(today, offset))
  moved.setUTCFullYear(moved.getUTCFullYear() + years)
  const date = moved.toISOString().slice(0, 10)
  const choices = { 0: [1, -2], 6: [-1, 2] }[moved.getUTCDay()] ?? [0]
  return (
    choices.map((each) => addDays(date, each)).find((each) => each.slice(0, 4) === date.slice(0, 4)) ?? date
  )
}

/** An instant on that day at that hour, UTC. */
export const at = (date: string, hour: number, minute = 0): string =>
  `${date}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`
