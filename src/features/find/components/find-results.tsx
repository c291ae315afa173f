import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Section } from '../find.ts'

type Props = {
  /** The id of the list; its options have it too, with their position. */
  id: string
  sections: Section[]
  /** The position of the option that the arrow keys have reached, over all sections. */
  active: number
  onChoose: () => void
}

export const optionId = (listId: string, position: number) => `${listId}-${position}`

/** The results as the list of a combobox, by kind. The options are links, so that they open in a new tab too. */
export function FindResults({ id, sections, active, onChoose }: Props) {
  const onClick = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!ctrlKey && !metaKey && !shiftKey) onChoose()
  }
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Results"
      hidden={sections.length === 0}
      className="stack -mx-3 gap-2"
    >
      {sections.map(({ title, isTitleHidden, items }, index) => {
        const before = sections.slice(0, index).flatMap((section) => section.items).length
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
              className={isTitleHidden ? 'sr-only' : 'px-3 pb-1 font-display text-sm font-bold text-quiet'}
            >
              {title}
            </div>
            {items.map(({ label, detail, link }, place) => (
              <Link
                key={JSON.stringify(link)}
                {...link}
                role="option"
                id={optionId(id, before + place)}
                tabIndex={-1}
                aria-selected={before + place === active}
                onClick={onClick}
                className="block gap-x-6 rounded px-3 py-1.5 sm:flex sm:items-baseline sm:justify-between hover:bg-wash aria-selected:bg-wash aria-selected:[box-shadow:inset_3px_0_0_var(--color-accent)]"
              >
                <span className="block leading-snug">{label}</span>
                {detail && (
                  <span className="block text-sm text-quiet sm:max-w-1/2 sm:shrink-0 sm:text-right">
                    {detail}
                  </span>
                )}
              </Link>
            ))}
          </div>
        )
      })}
    </div>
  )
}
