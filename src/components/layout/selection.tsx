import { type ReactNode, useState } from 'react'

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

type RowProps<R extends Row> = {
  selection: Selection<R>
  row: R
  name: string
  /** The form that takes the selected rows to a page of their own, as `ids`. */
  form?: string
}

export const SelectRow = <R extends Row>({ selection, row, name, form }: RowProps<R>) => (
  <label className="-m-1.5 inline-flex size-8 shrink-0 cursor-pointer items-center justify-center">
    <input
      type="checkbox"
      className={boxClass}
      form={form}
      name={form && 'ids'}
      value={row.id}
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
