import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { topic: string; actions?: ReactNode; children: ReactNode }

export const TopicPage = ({ topic, actions, children }: Props) => (
  <div className="page stack gap-8 py-8">
    <div>
      <Link to="/conferences" className="link text-quiet">
        Back to Conferences
      </Link>
      <div className="mt-2 flex flex-wrap items-start gap-4">
        <h1 className="mr-auto text-4xl sm:text-5xl">Conferences about {topic}</h1>
        {actions}
      </div>
    </div>
    {children}
  </div>
)
