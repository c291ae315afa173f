import type { ReactNode } from 'react'

export function PageTitle({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <h1 className="flex-[1_1_20rem] text-4xl sm:text-5xl">{children}</h1>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </div>
  )
}
