type Props = {
  month: string
  year?: string
  day: string
  duration: string
  large?: boolean
  isStruck?: boolean
  /** Dashed: the day on which something closes, not one on which something happens. */
  look?: 'dashed' | 'past'
}

/** A date as a calendar sheet. Hidden from screen readers: the full date is next to it as text. */
export function DateBlock({ month, year, day, duration, large = false, isStruck = false, look }: Props) {
  return (
    <div aria-hidden="true" data-large={large || undefined} data-look={look} className="leaf">
      <div>
        {month}
        {year && <small> {year}</small>}
      </div>
      {isStruck ? <del>{day}</del> : <div>{day}</div>}
      <div>{duration}</div>
    </div>
  )
}
