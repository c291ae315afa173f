import type { ComponentProps } from 'react'

/** With its label beside it. */
export const Checkbox = ({ children, ...props }: ComponentProps<'input'>) => (
  <label className="flex items-start gap-3">
    <input type="checkbox" className="mt-1" {...props} />
    {children}
  </label>
)
