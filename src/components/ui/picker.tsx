import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { TextInput } from './field.tsx'
import { FormField } from './form-field.tsx'
import { RemovableChip } from './removable-chip.tsx'

export type Choice = { id: string; label: string; detail?: string }

type Props = {
  label: string
  hint?: ReactNode
  error?: string
  chosen: Choice[]
  /** What matches the query, without what is chosen. */
  choices: Choice[]
  /** The choices are still those of an earlier query. */
  isSearching?: boolean
  query: string
  onQuery: (query: string) => void
  onPick: (choice: Choice) => void
  onRemove: (choice: Choice) => void
  /** Said below the field: how many match, or that a search is under way. */
  status?: string
  inputRef?: RefObject<HTMLInputElement | null>
}

/**
 * Several things chosen by typing a part of their name. The arrow keys walk through the choices, Enter takes one. A form is
 * not sent while something is typed that is not chosen: it would be lost.
 */
export function Picker(props: Props) {
  const { label, hint, error, chosen, choices, query, onQuery, onRemove, status, inputRef } = props
  const listId = `${useId()}-list`
  const box = useRef<HTMLDivElement>(null)
  const isTyped = query.trim() !== ''
  const [isLeftOver, setLeftOver] = useSubmitGuard(box, isTyped)
  const { isOpen, current, type, pick, onKeyDown } = useListbox({
    ...props,
    onQuery: (text) => {
      onQuery(text)
      setLeftOver(false)
    },
  })
  return (
    <div ref={box} className="grid grid-cols-1 content-start gap-1.5">
      <FormField
        label={label}
        hint={hint}
        error={
          isLeftOver
            ? `“${query.trim()}” is not selected. Choose it from the list or clear the field.`
            : error
        }
        isOptional
      >
        {(control) => (
          <TextInput
            ref={inputRef}
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen ? optionId(listId, current) : undefined}
            value={query}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            {...control}
          />
        )}
      </FormField>
      <ChoiceList id={listId} label={label} choices={isOpen ? choices : []} current={current} onPick={pick} />
      <p role="status" className="text-sm text-quiet empty:hidden">
        {isTyped && status}
      </p>
      <ChosenList
        label={label}
        chosen={chosen}
        onRemove={(choice) => {
          onRemove(choice)
          // The pressed button goes with its choice, and the focus would be lost.
          box.current?.querySelector('input')?.focus()
        }}
      />
    </div>
  )
}

type ListboxOptions = Pick<
  Props,
  'chosen' | 'choices' | 'isSearching' | 'query' | 'onQuery' | 'onPick' | 'onRemove'
>

function useListbox({ chosen, choices, isSearching, query, onQuery, onPick, onRemove }: ListboxOptions) {
  const [active, setActive] = useState(0)
  const [isAwaited, setAwaited] = useState(false)
  const isOpen = query.trim() !== '' && choices.length > 0
  const current = Math.min(active, choices.length - 1)

  const type = (text: string) => {
    onQuery(text)
    setActive(0)
    setAwaited(false)
  }
  const pick = (choice: Choice) => {
    onPick(choice)
    type('')
  }
  const walk = (event: KeyboardEvent, step: number) => {
    if (!isOpen) return
    event.preventDefault()
    setActive((current + step + choices.length) % choices.length)
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
      type('')
    }
    if (event.key === 'Enter' && query !== '') {
      event.preventDefault()
      setAwaited(true)
    }
  }
  // Enter may come before the answer to what was typed: the first choice of an earlier one is somebody else.
  useEffect(() => {
    if (!isAwaited || isSearching) return
    setAwaited(false)
    const choice = choices[current]
    if (isOpen && choice) pick(choice)
  })
  return { isOpen, current, type, pick, onKeyDown }
}

/** Rejects the submit of the form around the field while text is typed in it, and focuses the field. */
function useSubmitGuard(box: RefObject<HTMLDivElement | null>, isTyped: boolean) {
  const [isLeftOver, setLeftOver] = useState(false)
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form || !isTyped) return
    const refuse = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      setLeftOver(true)
      box.current?.querySelector('input')?.focus()
    }
    form.addEventListener('submit', refuse, true)
    return () => form.removeEventListener('submit', refuse, true)
  }, [box, isTyped])
  return [isLeftOver, setLeftOver] as const
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

type ChoiceListProps = Pick<Props, 'label' | 'choices' | 'onPick'> & { id: string; current: number }

function ChoiceList({ id, label, choices, current, onPick }: ChoiceListProps) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label={label}
      hidden={choices.length === 0}
      className="max-h-56 overflow-y-auto border border-edge bg-sheet"
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
        <div
          key={choice.id}
          role="option"
          id={optionId(id, index)}
          tabIndex={-1}
          aria-selected={index === current}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(choice)}
          className="cursor-pointer px-3 py-1.5 hover:bg-wash aria-selected:bg-wash"
        >
          {choice.label}
          {choice.detail && <span className="ml-2 text-sm text-quiet">{choice.detail}</span>}
        </div>
      ))}
    </div>
  )
}

function ChosenList({ label, chosen, onRemove }: Pick<Props, 'label' | 'chosen' | 'onRemove'>) {
  if (chosen.length === 0) return null
  return (
    <ul aria-label={`Chosen: ${label}`} className="flex flex-wrap gap-2">
      {chosen.map((choice) => (
        <RemovableChip key={choice.id} label={choice.label} onRemove={() => onRemove(choice)} />
      ))}
    </ul>
  )
}
