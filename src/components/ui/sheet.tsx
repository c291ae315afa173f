import { X } from 'lucide'
import { type ReactNode, useId } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { buttonClass } from './button.tsx'

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
            className="icon-button shrink-0"
          >
            <Icon icon={X} className="size-5" />
          </button>
        </div>
        {children}
      </div>
    </>
  )
}

type WayProps = { title: string; hint: string } & (
  | { href: string; download?: boolean; onClick?: never }
  | { onClick: () => void; href?: never; download?: never }
)

/** A row of the sheet. Styled in styles.css, because a page may have ten that nobody opens. */
export function Way({ title, hint, href, download, onClick }: WayProps) {
  const content = (
    <>
      <b>{title}</b>
      <small>{hint}</small>
    </>
  )
  return (
    <li>
      {onClick ? (
        <button type="button" onClick={onClick} className="way">
          {content}
        </button>
      ) : (
        <a href={href} download={download} className="way">
          {content}
        </a>
      )}
    </li>
  )
}
