import { X } from 'lucide-react'
import type { ReactNode } from 'react'

type Chip = { label: string; link: (props: { className: string; children: ReactNode }) => ReactNode }

/** The active filters of a list; each chip links to the list without that filter. */
export function FilterChips({ chips }: { chips: Chip[] }) {
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Filters">
      <li className="text-[0.9375rem] text-quiet">Filtering by:</li>
      {chips.map(({ label, link }) => (
        <li key={label}>
          {link({
            className:
              'inline-flex min-h-7 items-center gap-1.5 rounded-full border border-edge px-2.5 text-sm hover:border-accent hover:text-accent',
            children: (
              <>
                {label}
                <X aria-hidden="true" className="size-3.5" />
                <span className="sr-only">remove this filter</span>
              </>
            ),
          })}
        </li>
      ))}
    </ul>
  )
}
