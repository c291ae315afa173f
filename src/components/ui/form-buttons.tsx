import type { ReactNode } from 'react'
import { Button, type ButtonLook } from './button.tsx'

type Props = {
  children: ReactNode
  look?: ButtonLook['look']
  disabled: boolean
  onCancel?: () => void
}

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
