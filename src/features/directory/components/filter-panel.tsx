import { Link, useNavigate } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'

type List = { to: '/conferences' | '/cfp'; search: Record<string, unknown> }

/** Opens the panel over a list; `chosen`: how many filters are. */
export const FiltersLink = ({ to, search, chosen }: List & { chosen: number }) => (
  <Link to={to} search={{ ...search, filters: 'open' }} resetScroll={false} className="choice">
    <Icon icon={SlidersHorizontal} className="size-4.5" />
    Filters{chosen > 0 && ` (${chosen})`}
  </Link>
)

type Props = List & {
  /** The search without the filters, where there are any. */
  cleared: Record<string, unknown> | false
  /** What the button shows: '12 conferences'. */
  remaining: string
  children: ReactNode
}

/** The filters of a list over the page, and how much they leave. */
export function FilterPanel({ to, search, cleared, remaining, children }: Props) {
  const navigate = useNavigate()
  const closed = { ...search, filters: undefined }
  return (
    <Dialog
      title="Filters"
      wide
      onClose={() => navigate({ to, search: closed, replace: true, resetScroll: false })}
    >
      {children}
      <div className="sticky -bottom-4 -mx-5 mt-4 -mb-4 flex justify-between gap-3 border-t border-hairline bg-paper px-5 py-3">
        {cleared ? (
          <ButtonLink
            {...{ to }}
            search={{ ...cleared, filters: 'open' }}
            replace
            resetScroll={false}
            look="quiet"
            label="Clear all"
          />
        ) : (
          <span />
        )}
        <Link to={to} search={closed} replace className={buttonClass()}>
          Show {remaining}
        </Link>
      </div>
    </Dialog>
  )
}
