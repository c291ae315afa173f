import type { EventCall } from '#features/events/event-calls.schemas.ts'
import { costNames, costs } from '../calls.ts'

const signs = { yes: '✓', case_by_case: '~', no: '×' } as const

/** What is paid for speakers, as sign and word. What is not known is not said. */
export function CoverageMarks({ call }: { call: Pick<EventCall, 'ticket' | 'hotel' | 'travel'> }) {
  const knownCosts = costNames.filter((cost) => call[cost])
  if (knownCosts.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 text-[0.9375rem]" aria-label="Paid for speakers">
      {knownCosts.map((cost) => {
        const value = call[cost]!
        const word = value === 'no' ? `No ${costs[cost].toLowerCase()}` : costs[cost]
        return (
          <li key={cost} className={value === 'no' ? 'text-quiet' : undefined}>
            <span aria-hidden="true">{signs[value]}</span> {word}
            {value === 'case_by_case' && ' on request'}
          </li>
        )
      })}
    </ul>
  )
}
