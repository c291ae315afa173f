import { type ReactNode, useState } from 'react'
import { count } from '#lib/text.ts'
import type { ToastMessage } from '#lib/toasts.ts'

type Row = { id: string }
export type Selection<R extends Row> = ReturnType<typeof useSelection<R>>

/** Which rows of a page of a list are selected. What leaves the page is no longer. */
export function useSelection<R extends Row>(rows: R[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    rows,
    selected: rows.filter(({ id }) => ids.has(id)),
    toggle: (id: string) =>
      setIds(
        ids.has(id) ? new Set([...ids].filter((selectedId) => selectedId !== id)) : new Set([...ids, id]),
      ),
    selectAll: (isSelected: boolean) => setIds(new Set(isSelected ? rows.map(({ id }) => id) : [])),
  }
}

const boxClass = 'size-4.5 shrink-0 accent-accent'

type RowProps<R extends Row> = { selection: Selection<R>; row: R; name: string }

export const SelectRow = <R extends Row>({ selection, row, name }: RowProps<R>) => (
  <label className="-m-1.5 inline-flex size-8 shrink-0 cursor-pointer items-center justify-center">
    <input
      type="checkbox"
      className={boxClass}
      checked={selection.selected.includes(row)}
      onChange={() => selection.toggle(row.id)}
      aria-label={`Select ${name}`}
    />
  </label>
)

type BarProps<R extends Row> = {
  selection: Selection<R>
  children: ReactNode
}

export function SelectionBar<R extends Row>({ selection, children }: BarProps<R>) {
  const { rows, selected, selectAll } = selection
  const isAll = rows.length > 0 && selected.length === rows.length
  return (
    <fieldset aria-label="Selection" className="mb-3 flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2">
      <label className="inline-flex cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className={boxClass}
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !isAll
          }}
          onChange={() => selectAll(!isAll)}
        />
        Select all on this page
      </label>
      <span role="status" className="text-quiet empty:hidden">
        {selected.length > 0 && `${selected.length} selected`}
      </span>
      {selected.length > 0 && <div className="flex flex-wrap gap-2">{children}</div>}
    </fieldset>
  )
}

export const SelectedNames = ({ names }: { names: string[] }) => (
  <ul className="mb-3 max-h-48 list-disc overflow-y-auto ps-5" aria-label="Selected">
    {names.map((name, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike
      <li key={index} dir="auto">
        {name}
      </li>
    ))}
  </ul>
)

/** How many of the selected records are done, while a request for some of them is on its way. */
export const Progress = ({ progress }: { progress: { done: number; total: number } | undefined }) => (
  <p role="status" className="empty:hidden">
    {progress && progress.total > 1 && (
      <span className="flex items-center gap-3 py-1 tabular-nums">
        <progress className="accent-accent" max={progress.total} value={progress.done} aria-hidden />
        {progress.done} of {progress.total}
      </span>
    )}
  </p>
)

export const combineRefusals = (parts: Refusals[]): Refusals => ({
  refused: parts.flatMap(({ refused }) => refused),
})

export type Refusals = { refused: { id: string; message: string }[] }
type Named = { id: string; name: string }

/** 'Deleted 7 conferences', and by name what was refused. `verb` is a participle, such as 'Deleted'. */
export function doneMessage(
  verb: string,
  [noun, nouns]: [string, string],
  rows: Named[],
  refused: Refusals['refused'],
): ToastMessage {
  const done = `${verb} ${count(rows.length - refused.length, noun, nouns)}`
  if (refused.length === 0) return done
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? ''
  return {
    title: done,
    detail: `Not done: ${refused.map(({ id, message }) => `${nameOf(id)} (${message})`).join(', ')}`,
  }
}
