import { X } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

type Props = { label: string; disabled?: boolean; onRemove: () => void }

export const RemovableChip = ({ label, disabled, onRemove }: Props) => (
  <li className="inline-flex items-center rounded-sm border border-hairline bg-wash pl-2.5">
    {label}
    <button
      type="button"
      aria-label={`Remove ${label}`}
      disabled={disabled}
      onClick={onRemove}
      className="inline-flex size-7 items-center justify-center hover:text-accent"
    >
      <Icon icon={X} className="size-4" />
    </button>
  </li>
)
