import { Link } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import { count } from '#lib/text.ts'
import type { Agenda } from '../agenda.schemas.ts'

type Props = Pick<Agenda, 'news'> & { unread: number }

/** The newest unread notifications. */
export const News = ({ news, unread }: Props) =>
  news.length > 0 && (
    <Section
      title="Since you were here"
      aside={
        <Link to="/notifications" className="link text-quiet">
          {count(unread, 'unread notification', 'unread notifications')}
        </Link>
      }
    >
      <ul>
        {news.map(({ id, message, path }) => (
          <li key={id} className="border-b border-hairline first:*:pt-0 last:border-b-0">
            <Link
              to="/"
              href={path}
              preload={false}
              className="block py-2.5 text-[0.9375rem] hover:text-accent"
            >
              {message}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
