import { Link } from '@tanstack/react-router'
import { Tabs, tabClass } from '#components/ui/tabs.tsx'

type Props = { tab: 'talks' | undefined; eventCount: number; talkCount: number }

export function ProfileTabs({ tab, eventCount, talkCount }: Props) {
  return (
    <Tabs label="Sections">
      <li>
        <Link
          to="."
          search={{}}
          resetScroll={false}
          activeOptions={{ exact: true }}
          aria-current={tab ? undefined : 'page'}
          className={tabClass}
        >
          Events ({eventCount})
        </Link>
      </li>
      <li>
        <Link
          to="."
          search={{ tab: 'talks' }}
          resetScroll={false}
          aria-current={tab ? 'page' : undefined}
          className={tabClass}
        >
          Talks ({talkCount})
        </Link>
      </li>
    </Tabs>
  )
}
