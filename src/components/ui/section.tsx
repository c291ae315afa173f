import { type ReactNode, useId } from 'react'

type Props = {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
  className?: string
  /** The fragment of an address that leads here. */
  anchor?: string
}

/** A section of a page: a rule, a heading and content. */
export function Section({ title, aside, children, className = '', anchor }: Props) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className={className}>
      <div className="ruled mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-2xl leading-snug">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
