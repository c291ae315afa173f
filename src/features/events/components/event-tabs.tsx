import { Link } from '@tanstack/react-router'
import { Tabs, tabClass } from '#components/ui/tabs.tsx'
import type { EventSearch } from '../event-search.ts'

type Tab = EventSearch['tab']
type Props = { shown: Tab; tabs: { tab: Tab; label: string }[] }

export function EventTabs({ shown, tabs }: Props) {
  return (
    <Tabs label="Parts of this page">
      {tabs.map(({ tab, label }) => (
        <li key={label}>
          <Link
            to="."
            search={{ tab }}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={tab === shown ? 'page' : undefined}
            className={tabClass}
          >
            {label}
          </Link>
        </li>
      ))}
    </Tabs>
  )
}
