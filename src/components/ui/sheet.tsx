import { ArrowRight, X } from 'lucide'
import { type ReactNode, useId } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { buttonClass, iconButtonClass } from './button.tsx'

type Props = {
  button: ReactNode
  title: ReactNode
  size?: 'small' | 'medium'
  children: ReactNode
}

/** A button that opens a sheet of ways to take something along. The browser's own popover: it needs no script. */
export function Sheet({ button, title, size, children }: Props) {
  const id = useId()
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass({ look: 'outline', size })}>
        {button}
      </button>
      <div id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`} className="sheet">
        <div className="flex items-start justify-between gap-4">
          <h2 id={`${id}-title`} className="text-2xl">
            {title}
          </h2>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label="Close"
            className={`${iconButtonClass} shrink-0`}
          >
            <Icon icon={X} className="size-5" />
          </button>
        </div>
        {children}
      </div>
    </>
  )
}

type WayProps = { title: string; hint: string; icon: ReactNode } & (
  | { href: string; download?: boolean; onClick?: never }
  | { onClick: () => void; href?: never; download?: never }
)

export function Way({ title, hint, icon, href, download, onClick }: WayProps) {
  const className = 'flex w-full items-start gap-3 py-2.5 text-left hover:text-accent'
  const content = (
    <>
      <span aria-hidden="true" className="mt-1 shrink-0">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-quiet">{hint}</span>
      </span>
      <Icon icon={ArrowRight} className="mt-1 size-4 shrink-0" />
    </>
  )
  return (
    <li className="border-b border-hairline last:border-0">
      {onClick ? (
        <button type="button" onClick={onClick} className={className}>
          {content}
        </button>
      ) : (
        <a href={href} download={download} className={className}>
          {content}
        </a>
      )}
    </li>
  )
}
