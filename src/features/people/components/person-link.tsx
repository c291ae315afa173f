import { Link } from '@tanstack/react-router'
import { AdministratorMark } from './administrator-mark.tsx'

type Props = {
  person: { id: string; full_name: string | null; is_administrator?: boolean } | null
  /** Shown if the person has no name. */
  unnamed?: string
  /** Shown if there is no such person. */
  missing?: string
}

export const PersonLink = ({ person, unnamed = 'Anonymous User', missing = 'Someone' }: Props) =>
  person ? (
    <>
      <Link to="/u/$id" params={{ id: person.id }} className="link">
        {person.full_name ?? unnamed}
      </Link>
      <AdministratorMark person={person} />
    </>
  ) : (
    missing
  )
