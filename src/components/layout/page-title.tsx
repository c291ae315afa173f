import type { ReactNode } from 'react'

export function PageTitle({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <h1 className="page-title">{children}</h1>
      {action && <div className="actions">{action}</div>}
    </div>
  )
}
