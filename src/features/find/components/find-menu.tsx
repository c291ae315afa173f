import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { nearbySection, sectionsOf } from '../find.ts'
import { FindResults, optionId } from './find-results.tsx'

/** Finds everything by a few letters. The arrow keys walk through the results, Enter opens one or searches the directory. */
export function FindMenu({ typed, onClose }: { typed: string; onClose: () => void }) {
  const listId = useId()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(typed)
  const text = value.trim()
  const { results, nearCities, error, refetch } = useResults(text)
  const directory = linkOptions({ to: '/conferences', search: { search: text } })
  const matchingSections = results && sectionsOf(results, text)
  const directorySection = {
    title: 'Directory',
    isTitleHidden: true,
    items: [{ label: `Search conferences for “${text}”`, detail: '', link: directory }],
  }
  const sections = [
    ...(matchingSections ?? []),
    ...nearbySection(nearCities),
    ...(text ? [directorySection] : []),
  ]
  const options = sections.flatMap(({ items }) => items)

  // After the dialog's own effect: one that opens gives the focus to its close button.
  useLayoutEffect(() => field.current?.focus(), [])
  const { active, setActive, onKeyDown } = useActiveOption(listId, options.length, () => {
    if (!text) return
    onClose()
    navigate(directory)
  })
  return (
    <Dialog
      title="Search everything"
      onClose={onClose}
      wide
      bar={
        <>
          <Icon icon={Search} className="size-5 shrink-0 text-quiet" />
          <input
            ref={field}
            role="combobox"
            aria-label="Search everything"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
            placeholder="Search everything"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={limits.searchTerm}
            value={value}
            onChange={(event) => {
              setValue(event.currentTarget.value)
              setActive(-1)
            }}
            onKeyDown={onKeyDown}
            className="-ml-2 min-h-10 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-quiet focus-visible:[box-shadow:inset_0_-2px_0_var(--color-accent)]"
          />
        </>
      }
    >
      <Status
        text={text}
        total={matchingSections?.reduce((sum, { items }) => sum + items.length, 0)}
        isExact={results?.exact !== 0}
        error={error}
        retry={refetch}
      />
      <FindResults id={listId} sections={sections} active={active} onChoose={onClose} />
    </Dialog>
  )
}

/** Which option is active, -1 for none. Enter clicks it, or calls `onEnter` without one. */
function useActiveOption(listId: string, optionCount: number, onEnter: () => void) {
  const [active, setActive] = useState(-1)
  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && optionCount > 0) {
      event.preventDefault()
      // One more than the options: between the last and the first the words alone are chosen.
      setActive(((active + 1 + step + optionCount + 1) % (optionCount + 1)) - 1)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const activeOption = document.getElementById(optionId(listId, active))
    if (activeOption) activeOption.click()
    else onEnter()
  }
  return { active, setActive, onKeyDown }
}

/** What the server finds for a text after a pause of the typing; the results before stay until the next are there. */
function useResults(text: string) {
  const [search, setSearch] = useState('')
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
  const isNothing = results !== undefined && sectionsOf(results, search).length === 0
  const near = useQuery({ ...api.events.nearCities.queryOptions({ input: { search } }), enabled: isNothing })
  return { results, nearCities: isNothing ? (near.data ?? []) : [], error, refetch }
}

type StatusProps = {
  text: string
  /** How many results there are; undefined while there is no answer. */
  total: number | undefined
  /** False where only words of another spelling were found. */
  isExact: boolean
  error: Error | null
  retry: () => void
}

/** How the search stands, seen and heard. */
function Status({ text, total, isExact, error, retry }: StatusProps) {
  if (!text) {
    return (
      <>
        <p role="status" className="sr-only" />
        <p className="text-quiet">
          Search events, series, talks, speakers, topics and places. Small typos are fine.
        </p>
      </>
    )
  }
  const isSearching = total === undefined && !error
  return (
    <>
      <p role="status" className="sr-only">
        {isSearching ? 'Searching…' : total !== undefined && count(total, 'result', 'results')}
      </p>
      {total === undefined && error && (
        <div role="alert" className="mb-4">
          <p className="text-accent">{messageOf(error)}</p>
          <Button look="outline" size="small" className="mt-2" onClick={() => retry()}>
            Try again
          </Button>
        </div>
      )}
      {isSearching && <p className="mb-4 text-quiet">Searching…</p>}
      {total === 0 && <p className="mb-4 text-quiet">No results for “{text}”.</p>}
      {total !== undefined && total > 0 && !isExact && (
        <p className="mb-4 text-quiet">No exact matches for “{text}”. Similar results:</p>
      )}
    </>
  )
}
