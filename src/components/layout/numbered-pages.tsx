import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type IconNode } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

/** The pages to offer: the first, the last, the one that is shown and its neighbours. A gap stands for the rest. */
export function pageNumbers(page: number, pages: number): (number | 'gap')[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter(
    (candidate) => candidate >= 1 && candidate <= pages,
  )
  const numbers = [...new Set(candidates)].sort((one, other) => one - other)
  return numbers.flatMap((number, index) => {
    const previous = numbers[index - 1]
    return previous !== undefined && number - previous > 1 ? ['gap' as const, number] : [number]
  })
}

/** `search` is the rest of the page's search parameters. */
type Props = { page: number; pages: number; search: object }

const stepClass =
  'inline-flex min-h-9 min-w-9 items-center justify-center rounded border px-2 text-[0.9375rem] tabular-nums'
const linkClass = `${stepClass} border-hairline hover:border-edge hover:bg-wash aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper`

export function NumberedPages({ page, pages, search }: Props) {
  if (pages < 2) return null
  const searchOf = (number: number) => ({ ...search, page: number > 1 ? number : undefined })
  const numbers = pageNumbers(page, pages)
  return (
    <nav aria-label="Pages" className="mt-6">
      <ul className="flex flex-wrap items-center gap-1.5">
        <Step label="Previous page" icon={ChevronLeft} search={page > 1 && searchOf(page - 1)} />
        {numbers.map((entry, index) => (
          <li key={entry === 'gap' ? `after ${numbers[index - 1]}` : entry}>
            {entry === 'gap' ? (
              <>
                <span aria-hidden="true" className="px-1 text-quiet">
                  …
                </span>
                <span className="sr-only">and so on</span>
              </>
            ) : (
              <Link
                to="."
                search={searchOf(entry)}
                aria-label={`Page ${entry}`}
                activeOptions={{ exact: true }}
                aria-current={entry === page ? 'page' : undefined}
                className={linkClass}
              >
                {entry.toLocaleString('en')}
              </Link>
            )}
          </li>
        ))}
        <Step label="Next page" icon={ChevronRight} search={page < pages && searchOf(page + 1)} />
      </ul>
    </nav>
  )
}

function Step({ label, icon, search }: { label: string; icon: IconNode; search: object | false }) {
  return (
    <li>
      {search ? (
        <Link to="." search={search} aria-label={label} activeOptions={{ exact: true }} className={linkClass}>
          <Icon icon={icon} className="size-4" />
        </Link>
      ) : (
        <span aria-hidden="true" className={`${stepClass} border-hairline text-edge`}>
          <Icon icon={icon} className="size-4" />
        </span>
      )}
    </li>
  )
}
