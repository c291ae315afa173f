import type { ReactNode } from 'react'

type Props = {
  /** The anchors of a long page with their names. */
  parts: readonly (readonly [anchor: string, label: string])[]
  /** A link to a page that goes with it. */
  children?: ReactNode
}

/** Links to the parts of a long page. */
export const Contents = ({ parts, children }: Props) => (
  <nav aria-label="On this page">
    <ul className="flex flex-wrap gap-x-5">
      {parts.map(([anchor, label]) => (
        <li key={anchor}>
          <a href={`#${anchor}`} className="link inline-block py-1">
            {label}
          </a>
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  </nav>
)
