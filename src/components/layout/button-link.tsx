import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from '#components/ui/button.tsx'

type Props = Omit<ComponentProps<'a'>, 'className' | 'children'> & ButtonLook & { label: string }

/** A link that looks like a button. */
export const ButtonLink = createLink(({ look, size, label, ...props }: Props) => (
  <a {...props} className={buttonClass({ look, size })}>
    {label}
  </a>
))
