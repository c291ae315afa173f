import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { TextInput } from './field.tsx'
import { FormField } from './form-field.tsx'

export type Choice = { id: string; label: string; detail?: string }

type Props = {
  label: string
  hint?: ReactNode
  error?: string
  chosen: Choice[]
  /** What the query found, without what is chosen. */
  found: Choice[]
  query: string
  onQuery: (query: string) => void
  onPick: (choice: Choice) => void
  onRemove: (choice: Choice) => void
  /** Said below the field: how many were found, or that a search is under way. */
  status?: string
  inputRef?: RefObject<HTMLInputElement | null>
}

/** Several things chosen by typing a part of their name. The arrow keys walk through what is found, Enter takes it. */
export function Picker({
  label,
  hint,
  error,
  chosen,
  found,
  query,
  onQuery,
  onPick,
  onRemove,
  status,
  inputRef,
}: Props) {
  const id = useId()
  const [active, setActive] = useState(0)
  const isOpen = query.trim() !== '' && found.length > 0
  const current = Math.min(active, found.length - 1)

  const pick = (choice: Choice) => {
    onPick(choice)
    onQuery('')
    setActive(0)
  }
  const walk = (event: KeyboardEvent, step: number) => {
    if (!isOpen) return
    event.preventDefault()
    setActive((current + step + found.length) % found.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') walk(event, 1)
    if (event.key === 'ArrowUp') walk(event, -1)
    const last = chosen.at(-1)
    if (event.key === 'Backspace' && query === '' && last) onRemove(last)
    if (event.key === 'Escape' && query !== '') {
      // Only the list closes, not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      onQuery('')
    }
    if (event.key === 'Enter' && query !== '') {
      event.preventDefault()
      const choice = found[current]
      if (isOpen && choice) pick(choice)
    }
  }
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <FormField label={label} hint={hint} error={error} isOptional>
        {(control) => (
          <TextInput
            ref={inputRef}
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-activedescendant={isOpen ? `${id}-${current}` : undefined}
            value={query}
            onChange={(event) => {
              onQuery(event.currentTarget.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
            {...control}
          />
        )}
      </FormField>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={label}
        hidden={!isOpen}
        className="max-h-56 overflow-y-auto border border-edge bg-sheet"
      >
        {isOpen &&
          found.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
            <div
              key={choice.id}
              role="option"
              id={`${id}-${index}`}
              tabIndex={-1}
              aria-selected={index === current}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(choice)}
              className="cursor-pointer px-3 py-1.5 hover:bg-wash aria-selected:bg-wash"
            >
              {choice.label}
              {choice.detail && <span className="ml-2 text-sm text-quiet">{choice.detail}</span>}
            </div>
          ))}
      </div>
      <p role="status" className="text-sm text-quiet empty:hidden">
        {query.trim() !== '' && status}
      </p>
      {chosen.length > 0 && (
        <ul aria-label={`Chosen: ${label}`} className="flex flex-wrap gap-2">
          {chosen.map((choice) => (
            <li
              key={choice.id}
              className="inline-flex items-center rounded-sm border border-hairline bg-wash pl-2.5"
            >
              {choice.label}
              <button
                type="button"
                aria-label={`Remove ${choice.label}`}
                onClick={() => onRemove(choice)}
                className="inline-flex size-7 items-center justify-center hover:text-accent"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
