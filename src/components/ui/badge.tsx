import type { ReactNode } from 'react'

const variants = {
  plain: 'border-hairline text-quiet',
  /** What holds or waits: not an alarm. */
  strong: 'border-ink text-ink font-semibold',
  accent: 'border-accent bg-accent text-on-accent font-semibold',
}

export function Badge({ children, look = 'plain' }: { children: ReactNode; look?: keyof typeof variants }) {
  return (
    <span className={`inline-block rounded-full border px-2.5 py-0.5 text-sm ${variants[look]}`}>
      {children}
    </span>
  )
}
