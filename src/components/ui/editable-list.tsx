import { type ReactNode, useState } from 'react'

type Props<Item> = {
  label: string
  /** The beginning of each row's id. */
  anchor: string
  items: Item[]
  /** Replaces the row that is edited. */
  form: (item: Item, onClose: () => void) => ReactNode
  facts: (item: Item) => ReactNode
  buttons: (item: Item, onEdit: () => void) => ReactNode
}

/** A list whose rows are edited in place, one at a time. */
export function EditableList<Item extends { id: string }>({
  label,
  anchor,
  items,
  form,
  facts,
  buttons,
}: Props<Item>) {
  const [editedId, setEditedId] = useState<string>()
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={item.id} id={`${anchor}-${item.id}`} className="border-b border-hairline py-3">
          {editedId === item.id ? (
            form(item, () => setEditedId(undefined))
          ) : (
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
              <div className="min-w-0">{facts(item)}</div>
              <div className="flex flex-wrap gap-2">{buttons(item, () => setEditedId(item.id))}</div>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
