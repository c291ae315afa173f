import { LayoutGrid, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { choiceClass } from './tabs.tsx'

type Props = {
  isList: boolean
  /** Renders the link to the same page in that view with the given props. */
  link: (
    view: 'list' | undefined,
    props: { className: string; 'aria-current': 'true' | undefined; children: ReactNode },
  ) => ReactNode
}

/** Grid or list, as two links: the view is part of the URL. */
export function ViewToggle({ isList, link }: Props) {
  const look = `${choiceClass} min-h-10`
  return (
    <fieldset className="flex">
      <legend className="sr-only">View</legend>
      {link(undefined, {
        className: `${look} rounded-r-none`,
        'aria-current': isList ? undefined : 'true',
        children: (
          <>
            <LayoutGrid aria-hidden="true" className="size-4.5" />
            <span className="sr-only">Grid</span>
          </>
        ),
      })}
      {link('list', {
        className: `${look} -ml-px rounded-l-none`,
        'aria-current': isList ? 'true' : undefined,
        children: (
          <>
            <List aria-hidden="true" className="size-4.5" />
            <span className="sr-only">List</span>
          </>
        ),
      })}
    </fieldset>
  )
}
