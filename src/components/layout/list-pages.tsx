import { ButtonLink } from '#components/layout/button-link.tsx'

type Step = { label: string; search: object }

/** Links to the next page of a list and back to its first. Each is this page with another search. */
export function ListPages({
  back,
  next,
  of,
}: {
  back?: Step | false
  next?: Step | false
  /** The list's title, where the page has several. */
  of?: string
}) {
  const steps = [back, next].filter((step) => step !== undefined && step !== false)
  if (steps.length === 0) return null
  return (
    <nav aria-label={of ? `Pages: ${of}` : 'Pages'} className="mt-6 flex flex-wrap gap-3">
      {steps.map(({ label, search }) => (
        <ButtonLink key={label} to="." preload="intent" search={search} look="outline" label={label} />
      ))}
    </nav>
  )
}
