import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  action?: ReactNode
  /** The way back, above the title. */
  above?: ReactNode
  /** Of a list whose results come before all else. */
  isSmall?: boolean
}

export const PageTitle = ({ children, action, above, isSmall }: Props) => (
  <div>
    {above}
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-4">
      <h1 dir="auto" className={`page-title ${isSmall ? 'max-sm:text-[0.9375rem] sm:text-2xl' : ''}`}>
        {children}
      </h1>
      {action && <div className="actions min-w-0">{action}</div>}
    </div>
  </div>
)
