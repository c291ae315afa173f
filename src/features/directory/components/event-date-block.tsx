import { DateBlock } from '#components/ui/date-block.tsx'
import { dayParts, durationLabel } from '#lib/dates.ts'

type Props = {
  start: string
  end: string
  withYear?: boolean
  large?: boolean
  isOff?: boolean
  isPast?: boolean
}

/** The leaf of the calendar for an event: first day, how long, and the year where the list doesn't say it; struck out if the event is off, pale if it is over. */
export function EventDateBlock({
  start,
  end,
  withYear = false,
  large = false,
  isOff = false,
  isPast,
}: Props) {
  const { month, day } = dayParts(start)
  return (
    <DateBlock
      month={month}
      year={withYear ? start.slice(0, 4) : undefined}
      day={day}
      duration={durationLabel(start, end)}
      large={large}
      isStruck={isOff}
      look={isPast ? 'past' : undefined}
    />
  )
}
