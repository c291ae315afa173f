import { type ComponentProps, type ReactNode, useId } from 'react'

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  isOptional?: boolean
  /** The control, given what ties it to its label and to what is said about it. */
  children: (control: Control) => ReactNode
}

export function FormField({ label, hint, error, isOptional, children }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && (
          <span className="ml-2 text-sm font-normal whitespace-nowrap text-quiet">optional</span>
        )}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-accent">
          {error}
        </p>
      )}
    </div>
  )
}

/** With its label beside it. */
export const Checkbox = ({ children, ...props }: ComponentProps<'input'>) => (
  <label className="flex items-start gap-3">
    <input type="checkbox" className="mt-1" {...props} />
    {children}
  </label>
)
