import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { dateRange } from '#lib/dates.ts'
import type { PageReading } from '../page-reading.schemas.ts'

/** What was found at the address of a conference: the record that is listed already comes first. */
export function PageFindings({ reading: { listed, guesses, programme } }: { reading: PageReading }) {
  return (
    <div role="status" className="grid max-w-3xl justify-items-start gap-3">
      {listed && (
        <div className="grid justify-items-start gap-3 border-2 border-ink bg-sheet px-5 py-4">
          <p>
            {listed.is_same ? 'It is already listed: ' : 'It is probably listed already: '}
            <Link to="/conferences/$slug" params={listed} className="link font-semibold">
              {listed.name}
            </Link>
            , {dateRange(listed.start_date, listed.end_date)}, {listed.location_name}.
          </p>
          <Link
            to={listed.can_edit ? '/conferences/$slug/edit' : '/conferences/$slug'}
            params={listed}
            className={buttonClass()}
          >
            {listed.can_edit ? 'Edit this conference' : 'Go to this conference'}
          </Link>
          {!listed.is_same && <p>If it is another one, go on with the form.</p>}
        </div>
      )}
      <p>
        {guesses.length > 0
          ? 'The form is filled in from the page. Values that were guessed are marked: please check them.'
          : 'The form is filled in from the page. Please check it.'}
      </p>
      {programme && (
        <p>
          The page has a programme: create the event, then bring it in from{' '}
          <span className="[overflow-wrap:anywhere]">{programme}</span>.
        </p>
      )}
    </div>
  )
}
