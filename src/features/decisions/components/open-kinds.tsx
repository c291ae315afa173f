import { Link } from '@tanstack/react-router'
import { count } from '#lib/text.ts'
import { decisionWords } from '../decision-words.ts'
import type { DecisionCounts } from '../decisions.schemas.ts'

type Props = { decisions: DecisionCounts; isAdmin: boolean }

/** How many decisions of each kind wait, as items of a list. */
export const OpenKinds = ({ decisions, isAdmin }: Props) =>
  decisions.map(({ kind, n }) => (
    <li key={kind} className="border-b border-hairline py-2.5">
      <Link to={isAdmin ? '/admin/decisions' : '/decisions'} search={{ kind }} className="link font-semibold">
        {count(n, decisionWords[kind].one, decisionWords[kind].many)}
      </Link>{' '}
      <span className="text-quiet">to decide</span>
    </li>
  ))
