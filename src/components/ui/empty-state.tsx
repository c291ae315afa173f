import type { ReactNode } from 'react'

export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="border-y border-hairline py-8 text-quiet">
      <p>{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
