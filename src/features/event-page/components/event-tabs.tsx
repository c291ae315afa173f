import { Link } from '@tanstack/react-router'
import { Tabs } from '#components/ui/tabs.tsx'
import type { EventSearch } from '#features/programme/event-search.ts'

type Tab = EventSearch['tab']

const tabs: { tab: Tab; label: string }[] = [
  { tab: undefined, label: 'Information' },
  { tab: 'attendees', label: 'Attendees' },
  { tab: 'schedule', label: 'My Schedule' },
]

/** The tabs of an event's page; only signed-in people have a schedule of their own. */
export function EventTabs({ currentTab, hasSchedule }: { currentTab: Tab; hasSchedule: boolean }) {
  return (
    <Tabs label="Sections">
      {tabs.slice(0, hasSchedule ? 3 : 2).map(({ tab, label }) => (
        <li key={label}>
          <Link
            to="."
            preload="intent"
            search={{ tab }}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={tab === currentTab ? 'page' : undefined}
            className="tab"
          >
            {label}
          </Link>
        </li>
      ))}
    </Tabs>
  )
}
