import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { HiddenFields } from '#components/ui/hidden-fields.tsx'
import { fold } from '#lib/text.ts'
import type { PopularTopic } from '../topics.schemas.ts'

type Search = { topics?: string[]; browse?: 'topics' }

type Props = {
  /** The list that is narrowed. */
  to: '/conferences' | '/speakers'
  /** The search of its first page. */
  search: Search
  topics: PopularTopic[]
}

/** 'Browse Topics': a multiple choice. A form inside a dialog, so it also works without script. */
export function TopicPicker({ to, search, topics }: Props) {
  const navigate = useNavigate()
  const { topics: chosen = [], browse: _, ...otherParams } = search
  const [selected, setSelected] = useState(chosen)
  // However it is closed, what is ticked holds.
  const close = () =>
    navigate({
      to,
      search: { ...otherParams, topics: selected.length > 0 ? selected : undefined },
      replace: true,
      resetScroll: false,
    })
  const [filter, setFilter] = useState('')
  // Topics that no event has would leave nothing.
  const shownTopics = topics.filter(({ name, event_count }) => event_count > 0 || chosen.includes(name))
  const toggle = (name: string) =>
    setSelected((previous) =>
      previous.includes(name) ? previous.filter((topic) => topic !== name) : [...previous, name],
    )
  return (
    <Dialog title="Filter by Topics" onClose={close} wide>
      <form
        action={to}
        onSubmit={(event) => {
          event.preventDefault()
          close()
        }}
      >
        <HiddenFields values={otherParams} />
        {shownTopics.length === 0 && <p className="text-quiet">No topics found.</p>}
        {shownTopics.length > 30 && (
          <TextInput
            type="search"
            aria-label="Find a topic"
            placeholder="Find a topic"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
            className="mb-3 w-full"
          />
        )}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-4">
          {shownTopics.map(({ name, event_count }) => (
            <li key={name} hidden={!fold(name).includes(fold(filter.trim()))}>
              <TopicCheckbox
                name={name}
                eventCount={event_count}
                isChecked={selected.includes(name)}
                onToggle={() => toggle(name)}
              />
            </li>
          ))}
        </ul>
        <div className="sticky -bottom-4 -mx-5 mt-4 -mb-4 flex justify-between gap-3 border-t border-hairline bg-paper px-5 py-3">
          <ClearAll to={to} search={otherParams} count={selected.length} />
          <Button type="submit">Show</Button>
        </div>
      </form>
    </Dialog>
  )
}

type CheckboxProps = { name: string; eventCount: number; isChecked: boolean; onToggle: () => void }

const TopicCheckbox = ({ name, eventCount, isChecked, onToggle }: CheckboxProps) => (
  <label className="flex min-h-8 cursor-pointer items-center gap-2.5 hover:text-accent pointer-coarse:min-h-10">
    <input
      type="checkbox"
      name="topics"
      value={name}
      checked={isChecked}
      onChange={onToggle}
      className="size-4.5 shrink-0 accent-accent"
    />
    <span className="min-w-0">{name}</span>
    <span className="text-sm text-quiet">{eventCount}</span>
  </label>
)

const ClearAll = ({ to, search, count }: Pick<Props, 'to' | 'search'> & { count: number }) =>
  count > 0 ? (
    <Link to={to} search={search} replace resetScroll={false} className={buttonClass({ look: 'quiet' })}>
      Clear all ({count})
    </Link>
  ) : (
    <Button look="quiet" disabled>
      Clear all (0)
    </Button>
  )
