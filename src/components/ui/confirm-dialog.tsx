import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  children: ReactNode
  action: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({ title, children, action, isPending, onConfirm, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="danger" onClick={onConfirm} disabled={isPending}>
          {action}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
