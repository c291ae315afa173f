import { Link } from '@tanstack/react-router'
import { Tabs } from '#components/ui/tabs.tsx'

export const profileTabNames = ['events', 'talks', 'attended'] as const
export type ProfileTab = (typeof profileTabNames)[number]

type Props = { tab: ProfileTab; eventCount: number; talkCount: number }

export function ProfileTabs({ tab, eventCount, talkCount }: Props) {
  const labels: Record<ProfileTab, string> = {
    events: `Events (${eventCount})`,
    talks: `Talks (${talkCount})`,
    attended: 'Going and been',
  }
  return (
    <Tabs label="Sections">
      {profileTabNames.map((name) => (
        <li key={name}>
          <Link
            to="."
            search={{ tab: name }}
            resetScroll={false}
            aria-current={name === tab ? 'page' : undefined}
            className="tab"
          >
            {labels[name]}
          </Link>
        </li>
      ))}
    </Tabs>
  )
}
