import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTitle } from '#components/layout/page-title.tsx'

type Props = { topic: string; actions?: ReactNode; children: ReactNode }

export const TopicPage = ({ topic, actions, children }: Props) => (
  <div className="page stack gap-4 py-3 sm:gap-8 sm:py-6">
    <PageTitle
      above={
        <Link to="/conferences" className="link text-quiet">
          Back to Conferences
        </Link>
      }
      action={actions}
    >
      Conferences about {topic}
    </PageTitle>
    {children}
  </div>
)

type Page = { events: { tags: string[] }[] }

/** On the page of a topic only the others are news. */
export const withoutTopic = <P extends Page>(page: P, topic: string): P => ({
  ...page,
  events: page.events.map((event) => ({ ...event, tags: event.tags.filter((tag) => tag !== topic) })),
})
