import type { IconNode } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

type IconButtonProps = { icon: IconNode; title: string; label: string; onClick: () => void }

export const IconButton = ({ icon, title, label, onClick }: IconButtonProps) => (
  <button type="button" onClick={onClick} aria-label={label} title={title} className="icon-button">
    <Icon icon={icon} className="size-4" />
  </button>
)
