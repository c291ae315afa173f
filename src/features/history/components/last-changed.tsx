import { Link } from '@tanstack/react-router'
import { shortDay } from '#lib/dates.ts'

type Props = {
  /** When the record was last changed, as the database has it. */
  at?: string | null
  /** Of the record. Its history is for members. */
  path: string
  viewer: object | null
}

/** The day of the last change, for everybody, the way to all of them, and to a suggestion. */
export const LastChanged = ({ at, path, viewer }: Props) => (
  <p className="no-print text-[0.9375rem] text-quiet">
    {at && `Last changed on ${shortDay(at.slice(0, 10))} `}
    {viewer && (
      <a href={`${path}/history`} className="link inline-block min-h-6 py-0.5">
        History
      </a>
    )}{' '}
    <SuggestChange path={path} />
  </p>
)

export const SuggestChange = ({ path }: Pick<Props, 'path'>) => (
  <Link to="/suggest" search={{ path }} rel="nofollow" className="link inline-block min-h-6 py-0.5">
    Suggest a change
  </Link>
)
