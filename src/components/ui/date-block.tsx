type Props = { month: string; day: string; duration: string; large?: boolean; isStruck?: boolean }

/** A date as a calendar sheet. Hidden from screen readers: the full date is next to it as text. */
export function DateBlock({ month, day, duration, large = false, isStruck = false }: Props) {
  return (
    <div
      aria-hidden="true"
      className={`shrink-0 self-start border border-ink bg-sheet text-center ${large ? 'w-20 sm:w-27' : 'w-16 sm:w-19'}`}
    >
      <div className="bg-ink py-px text-xs font-bold tracking-wide text-paper">{month}</div>
      <div
        className={`font-display font-bold leading-none ${large ? 'pt-2 text-4xl sm:text-5xl' : 'pt-1.5 text-2xl'} ${isStruck ? 'text-quiet line-through' : ''}`}
      >
        {day}
      </div>
      <div className="px-0.5 pt-0.5 pb-1 text-[0.6875rem] leading-tight text-quiet">{duration}</div>
    </div>
  )
}
