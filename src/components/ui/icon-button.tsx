import type { LucideIcon } from 'lucide-react'
import { iconButtonClass } from './button.tsx'

type IconButtonProps = { Icon: LucideIcon; title: string; label: string; onClick: () => void }

export const IconButton = ({ Icon, title, label, onClick }: IconButtonProps) => (
  <button type="button" onClick={onClick} aria-label={label} title={title} className={iconButtonClass}>
    <Icon aria-hidden="true" className="size-4" />
  </button>
)
