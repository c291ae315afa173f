import { type ReactNode, useId } from 'react'

type Props = {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
  className?: string
  level?: 2 | 3
  /** The fragment of an address that leads here. */
  anchor?: string
}

export function Section({ title, aside, children, className = '', level = 2, anchor }: Props) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section id={anchor} aria-labelledby={id} className={className}>
      <div className="ruled mb-2 flex sm:mb-4 flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Heading id={id} className="text-xl leading-snug sm:text-2xl">
          {title}
        </Heading>
        {aside}
      </div>
      {children}
    </section>
  )
}
