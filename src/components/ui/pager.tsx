import type { ReactNode } from 'react'

/** The way on in a list that has pages. */
export function Pager({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap gap-3">
      {children}
    </nav>
  )
}
