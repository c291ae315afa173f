import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, linkOptions, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { type Section, sectionsOf } from '../find.ts'

/** The command menu. Arrow keys move through the results; Enter opens one, or searches the directory. */
export function FindMenu({ typed: initialText, onClose }: { typed: string; onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(initialText)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(-1)
  const text = typed.trim()
  // Runs after the dialog's effect, whose showModal focuses the close button.
  useLayoutEffect(() => input.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), limits.findDebounce)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, refetch } = useQuery({
    ...api.find.everything.queryOptions({ input: { search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const results = text && search ? data : undefined
  const sections = results ? sectionsOf(results) : []
  const directory = linkOptions({ to: '/conferences', search: { search: text } })
  const directorySection: Section = {
    title: 'Directory',
    items: [{ label: `Search conferences for “${text}”`, detail: '', link: directory }],
  }
  const visibleSections = text ? [...sections, directorySection] : []
  const options = visibleSections.flatMap(({ items }) => items)
  const total = options.length - 1

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      // One position more than there are options: -1 is the text field itself.
      setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !text) return
    event.preventDefault()
    const activeOption = document.getElementById(`${id}-${active}`)
    if (activeOption) return activeOption.click()
    onClose()
    navigate(directory)
  }
  const onChoose = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!ctrlKey && !metaKey && !shiftKey) onClose()
  }
  return (
    <Dialog
      title="Search everything"
      onClose={onClose}
      wide
      bar={
        <>
          <Search aria-hidden="true" className="size-5 shrink-0 text-quiet" />
          <input
            ref={input}
            role="combobox"
            aria-label="Search everything"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            placeholder="Search everything"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={limits.searchTerm}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setActive(-1)
            }}
            onKeyDown={onKeyDown}
            className="-ml-2 min-h-10 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-quiet focus-visible:shadow-[inset_0_-2px_0_var(--color-accent)]"
          />
        </>
      }
    >
      <p role="status" className="sr-only">
        {text && (results ? `${count(total, 'result', 'results')}` : error ? '' : 'Searching…')}
      </p>
      {!text && (
        <p className="text-quiet">Search events, talks, speakers, topics and places. Small typos are fine.</p>
      )}
      {text && error && !results && (
        <div role="alert" className="mb-4">
          <p className="text-accent">{messageOf(error)}</p>
          <Button look="outline" size="small" className="mt-2" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {text && !results && !error && <p className="mb-4 text-quiet">Searching…</p>}
      {results && total === 0 && <p className="mb-4 text-quiet">No results for “{text}”.</p>}
      {results && total > 0 && results.exact === 0 && (
        <p className="mb-4 text-quiet">No exact matches for “{text}”. Similar results:</p>
      )}
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label="Results"
        hidden={options.length === 0}
        className="stack -mx-3 gap-2"
      >
        {visibleSections.map(({ title, items }, sectionIndex) => {
          const before = visibleSections.slice(0, sectionIndex).flatMap((section) => section.items).length
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of a listbox's
            <div
              key={title}
              role="group"
              aria-labelledby={`${id}-${title}`}
              className="not-first:border-t not-first:border-hairline not-first:pt-2"
            >
              <div
                id={`${id}-${title}`}
                className={
                  title === directorySection.title
                    ? 'sr-only'
                    : 'px-3 pb-1 font-display text-sm font-bold text-quiet'
                }
              >
                {title}
              </div>
              {items.map(({ label, detail, link }, index) => {
                const position = before + index
                return (
                  <Link
                    key={JSON.stringify(link)}
                    {...link}
                    role="option"
                    id={`${id}-${position}`}
                    tabIndex={-1}
                    aria-selected={position === active}
                    onClick={onChoose}
                    className="block gap-x-6 rounded px-3 py-1.5 sm:flex sm:items-baseline sm:justify-between hover:bg-wash aria-selected:bg-wash aria-selected:shadow-[inset_3px_0_0_var(--color-accent)]"
                  >
                    <span className="block leading-snug">{label}</span>
                    {detail && (
                      <span className="block text-sm text-quiet sm:max-w-1/2 sm:shrink-0 sm:text-right">
                        {detail}
                      </span>
                    )}
                  </Link>
                )
              })}
            </div>
          )
        })}
      </div>
    </Dialog>
  )
}
