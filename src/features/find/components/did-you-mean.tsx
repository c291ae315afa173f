import { Link } from '@tanstack/react-router'

type Props = { to: '/conferences' | '/speakers'; search: { search?: string }; meant: string | null }

/** The same search with its words put right, where the given one found nothing. */
export function DidYouMean({ to, search, meant }: Props) {
  return (
    meant && (
      <p className="text-lg">
        Did you mean{' '}
        <Link to={to} search={{ ...search, search: meant }} className="link">
          {meant}
        </Link>
        ?
      </p>
    )
  )
}
