import type { ReactNode } from 'react'
import { Button, type ButtonLook } from './button.tsx'

type Props = {
  /** What the button says that sends the form. */
  children: ReactNode
  look?: ButtonLook['look']
  disabled: boolean
  onCancel?: () => void
}

/** The buttons below a form: one sends it, the other gives it up. */
export const FormButtons = ({ children, look, disabled, onCancel }: Props) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" look={look} disabled={disabled}>
      {children}
    </Button>
    {onCancel && (
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
)
