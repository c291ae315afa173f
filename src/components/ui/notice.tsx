import type { ReactNode } from 'react'

export function Notice({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="page py-16 sm:py-24">
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      {children && <div className="mt-4 max-w-prose text-lg text-quiet">{children}</div>}
      {action && <div className="mt-8">{action}</div>}
    </div>
  )
}
