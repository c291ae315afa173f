import { type ReactNode, useEffect, useRef } from 'react'

type Props = { label: string; children: ReactNode }

export function Tabs({ label, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const visibleTab = useRef<Element>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (!list.current || !current || current === visibleTab.current) return
    visibleTab.current = current
    // Brought into sight sideways only: the page itself must not move.
    const { left, width } = list.current.getBoundingClientRect()
    const box = current.getBoundingClientRect()
    if (box.left < left || box.right > left + width) list.current.scrollLeft += box.left - left - 16
  })
  return (
    <nav aria-label={label} className="no-print border-b-2 border-ink">
      <ul ref={list} className="tab-row">
        {children}
      </ul>
    </nav>
  )
}
