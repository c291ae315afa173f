import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'

type Step = { label: string; search: object }

/** Links to the next page of a list and back to its first. Each is this page with another search. */
export function ListPages({ back, next }: { back?: Step | false; next?: Step | false }) {
  const steps = [back, next].filter((step) => step !== undefined && step !== false)
  if (steps.length === 0) return null
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap gap-3">
      {steps.map(({ label, search }) => (
        <Link
          key={label}
          to="."
          preload="intent"
          search={search}
          className={buttonClass({ look: 'outline' })}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
