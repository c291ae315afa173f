import type { ComponentProps } from 'react'

const variants = {
  primary: 'border-ink bg-ink text-paper hover:opacity-85',
  /** For what cannot be undone. */
  danger: 'border-accent bg-accent text-on-accent hover:border-ink hover:bg-ink hover:text-paper',
  outline: 'border-ink bg-transparent text-ink hover:border-accent hover:text-accent',
  quiet: 'border-hairline bg-transparent text-ink hover:border-edge hover:bg-wash',
}
const sizes = {
  small: 'min-h-7 px-3 text-sm pointer-coarse:min-h-9',
  medium: 'min-h-10 px-4',
}

export type ButtonLook = { look?: keyof typeof variants; size?: keyof typeof sizes }

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ look: chosen = 'primary', size = 'medium' }: ButtonLook = {}): string {
  return `inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded border py-1 text-center font-semibold leading-tight wrap-break-word disabled:opacity-60 ${variants[chosen]} ${sizes[size]}`
}

/** The classes of a small button with an icon, for a link that looks like one. It needs an aria-label. */
export const iconButtonClass =
  'inline-flex size-9 items-center justify-center rounded border border-hairline hover:border-accent hover:text-accent'

export function Button({
  look,
  size,
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & ButtonLook) {
  return <button type={type} className={`${buttonClass({ look, size })} ${className}`} {...props} />
}
