import { ButtonLink } from '#components/layout/button-link.tsx'

type Props = {
  /** Of this page; `cursor` names the parameter in it that says where the list goes on. */
  search: object
  cursor?: string
  next: string | number | null
  /** Leads back to the first page. */
  first?: string
  more: string
  /** The list's title, where the page has several. */
  of?: string
}

/** Links to the next page of a list and back to its first. Each is this page with another search. */
export function ListPages({ search, cursor = 'after', next, first, more, of }: Props) {
  const link = (label: string, value?: string | number) => (
    <ButtonLink
      to="."
      preload="intent"
      search={{ ...search, [cursor]: value }}
      look="outline"
      label={label}
    />
  )
  const back = first && (search as Record<string, unknown>)[cursor] !== undefined && link(first)
  if (!back && next === null) return null
  return (
    <nav aria-label={of ? `Pages: ${of}` : 'Pages'} className="mt-6 flex flex-wrap gap-3">
      {back}
      {next !== null && link(more, next)}
    </nav>
  )
}
