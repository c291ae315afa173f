import { Link } from '@tanstack/react-router'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { shortDay } from '#lib/dates.ts'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { ProfileTalk } from '../programme.schemas.ts'
import { talkLink } from '../talk-link.ts'

/** The talks tab of a public profile. */
export function ProfileTalks({ talks }: { talks: ProfileTalk[] }) {
  if (talks.length === 0) return <EmptyState>No talks yet.</EmptyState>
  return (
    <ul>
      {talks.map((talk) => (
        <li key={talk.id} className="border-b border-hairline py-4 first:pt-0">
          <h3 className="text-lg leading-snug">
            <Link {...talkLink(talk.event_slug, talk.number)} className="hover:text-accent">
              {talk.title}
            </Link>
          </h3>
          <p className="text-[0.9375rem] text-quiet">
            {talk.event_name} · {shortDay(talk.date)}
          </p>
          {talk.excerpt && (
            <p className="mt-1 max-w-prose">{excerpt(talk.excerpt, limits.profileTalkDescription)}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
