import { type ComponentProps, createElement } from 'react'

type Icon = { name: string; aliases?: string[]; node: [tag: string, attributes: Record<string, string>][] }

/**
 * Takes the place of lucide's createLucideIcon in the build (vite.config.ts): the same picture without its context, sizes
 * and colours, which no icon here has, made once and not for each time it is shown.
 */
export default function createLucideIcon({ name, node }: Icon) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ className = '', ...props }: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`,
        'aria-hidden': true,
        ...props,
      },
      shapes,
    )
}
