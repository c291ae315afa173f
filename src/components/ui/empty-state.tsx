import type { ReactNode } from 'react'

/** The message of an empty list, and what to do next. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="border-y border-hairline py-8 text-quiet">
      <p>{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
