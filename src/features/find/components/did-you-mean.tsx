import { Link } from '@tanstack/react-router'

type Props = { to: '/conferences' | '/speakers'; search: { search?: string }; suggestion: string | null }

/** Links to the same search with corrected spelling, if the search as typed has no results. */
export function DidYouMean({ to, search, suggestion }: Props) {
  return (
    suggestion && (
      <p className="text-lg">
        Did you mean{' '}
        <Link to={to} search={{ ...search, search: suggestion }} className="link">
          {suggestion}
        </Link>
        ?
      </p>
    )
  )
}
