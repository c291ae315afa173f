import type { ReactNode } from 'react'

export function PageTitle({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <h1 className="flex-[1_1_14rem] text-[min(2.25rem,8.2vw)] leading-[1.11] sm:flex-[1_1_20rem] sm:text-5xl">
        {children}
      </h1>
      {action && <div className="actions">{action}</div>}
    </div>
  )
}
