import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import type { Profile } from '../people.schemas.ts'
import { profileLinks } from '../people.ts'
import { AdministratorMark } from './administrator-mark.tsx'

/** `actions` is what the owner of the profile may do. */
export function ProfileHero({ profile, actions }: { profile: Profile; actions?: ReactNode }) {
  const links = profileLinks(profile)
  const lines = [profile.headline, profile.organisation, profile.city].filter(Boolean)
  return (
    <div className="flex flex-wrap items-start gap-x-7 gap-y-4">
      <Avatar name={profile.full_name} image={profile.avatar_url} size="large" />
      <div className="min-w-0 flex-[1_1_18rem]">
        <h1 dir="auto" className="text-4xl leading-[1.08] sm:text-5xl">
          {profile.full_name ?? 'Anonymous User'}
        </h1>
        <AdministratorMark person={profile} />
        {lines.length > 0 && (
          <p dir="auto" className="mt-2 text-lg">
            {lines.join(' · ')}
          </p>
        )}
        {profile.bio && (
          <p dir="auto" className="mt-3 max-w-prose whitespace-pre-line">
            <LinkedText text={profile.bio} />
          </p>
        )}
        {links.length > 0 && (
          <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
            {links.map(({ href, label }) => (
              <li key={label}>
                <a href={href} rel="me noopener nofollow" className="link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {actions}
    </div>
  )
}
