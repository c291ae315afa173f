import { DateBlock } from '#components/ui/date-block.tsx'
import { dayParts, durationLabel } from '#lib/dates.ts'

type Props = { start: string; end: string; withYear?: boolean; large?: boolean; isOff?: boolean }

/** The leaf of the calendar for an event: first day, how long, and the year where the list doesn't say it; struck out if it is off. */
export function EventDateBlock({ start, end, withYear = false, large = false, isOff = false }: Props) {
  const { month, day } = dayParts(start)
  return (
    <DateBlock
      month={month}
      day={day}
      duration={durationLabel(start, end, withYear)}
      large={large}
      isStruck={isOff}
    />
  )
}
