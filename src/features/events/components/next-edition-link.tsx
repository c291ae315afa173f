import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { dateRange } from '#lib/dates.ts'
import { inPlace } from '../event-text.ts'
import type { Edition } from '../events.schemas.ts'

type Props = {
  edition: Edition | null
  /** Where none is listed: how to learn of it. */
  children: ReactNode
}

/** On the page of a conference that is over: where it goes on. */
export const NextEditionLink = ({ edition, children }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 bg-wash px-5 py-4">
    {edition ? (
      <p>
        <PlainLink to="/conferences/$slug" params={edition} className="link font-semibold">
          {edition.name}
        </PlainLink>{' '}
        follows: {dateRange(edition.start_date, edition.end_date)}, {inPlace(edition)}.
      </p>
    ) : (
      <>
        <p>The next edition is not listed yet.</p>
        {children}
      </>
    )}
  </div>
)
