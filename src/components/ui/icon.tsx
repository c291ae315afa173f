import type { IconNode } from 'lucide'
import { createElement } from 'react'

type IconProps = { icon: IconNode; className?: string }

/** One of lucide's icons, in the colour of the text. It is decoration: what it stands for is said in words beside it. */
export const Icon = ({ icon, className = '' }: IconProps) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
    {icon.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
  </svg>
)
