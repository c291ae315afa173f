import { PlainLink } from '#components/layout/plain-link.tsx'
import type { BoardSearch } from '../board.ts'
import { openCallsText } from '../calls.ts'

type Props = { summary: { total: number; hours_left: number | null }; search: BoardSearch }

/** One line on the page of a topic or a place, where calls are open. */
export const OpenCallsLine = ({ summary, search }: Props) =>
  summary.total > 0 && (
    <p>
      <PlainLink to="/cfp" search={search} className="link inline-block py-1">
        {openCallsText(summary)}
      </PlainLink>
    </p>
  )
