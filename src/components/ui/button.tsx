import type { ComponentProps } from 'react'

/** Styled in styles.css: a page names them a dozen times. `danger` is for what cannot be undone. */
export type ButtonLook = { look?: 'primary' | 'danger' | 'outline' | 'quiet'; size?: 'small' | 'medium' }

/** The classes of a button, for a link that looks like one. */
export const buttonClass = ({ look = 'primary', size = 'medium' }: ButtonLook = {}): string =>
  `button button-${look} button-${size}`

export function Button({
  look,
  size,
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & ButtonLook) {
  return <button type={type} className={`${buttonClass({ look, size })} ${className}`} {...props} />
}
