import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { shortDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { MemberForAdmins } from '../members.schemas.ts'

export function MemberFacts({ member }: { member: MemberForAdmins }) {
  const { invited_by, invited, branch, speaker, sessions } = member
  return (
    <>
      <Section title="Account">
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
          <dt className="text-quiet">Member since</dt>
          <dd>
            <Moment at={member.created_at} />
          </dd>
          <dt className="text-quiet">Invited by</dt>
          <dd>
            {invited_by ? (
              <Link to="/admin/users/$id" params={{ id: invited_by.id }} className="link">
                {invited_by.full_name ?? 'Unnamed User'}
              </Link>
            ) : (
              'the operator, or a deleted account'
            )}
          </dd>
          <dt className="text-quiet">Invited</dt>
          <dd>
            {count(invited, 'person', 'people')}
            {branch > invited && `, and ${(branch - invited).toLocaleString('en')} through them`}
          </dd>
          <dt className="text-quiet">Invitation codes</dt>
          <dd>
            {member.is_admin ? 'any number' : `at most ${limits.invitationCodes + member.extra_invitations}`}
          </dd>
          <dt className="text-quiet">Signed in</dt>
          <dd>{count(sessions, 'session', 'sessions')}</dd>
          {speaker && (
            <>
              <dt className="text-quiet">Speaker</dt>
              <dd>
                <MaybeHidden isHidden={speaker.is_hidden} name={speaker.name}>
                  <Link to="/speakers/$id" params={{ id: speaker.id }} className="link">
                    {speaker.name}
                  </Link>
                </MaybeHidden>
              </dd>
            </>
          )}
        </dl>
      </Section>
      <MemberConferences member={member} />
    </>
  )
}

const MemberConferences = ({ member: { conferences, conference_count } }: { member: MemberForAdmins }) => (
  <Section
    title="Conferences"
    aside={<span className="text-quiet">{count(conference_count, 'conference', 'conferences')}</span>}
  >
    {conferences.length === 0 && <EmptyState>This member owns no conferences.</EmptyState>}
    <ul>
      {conferences.map(({ id, name, slug, start_date, is_hidden }) => (
        <li key={id} className="flex flex-wrap gap-x-4 border-b border-hairline py-2 first:pt-0">
          <span className="min-w-0 flex-[1_1_14rem]">
            <MaybeHidden isHidden={is_hidden} name={name}>
              <Link to="/conferences/$slug" params={{ slug }} className="link">
                {name}
              </Link>
            </MaybeHidden>
          </span>
          <span className="text-quiet">{shortDay(start_date)}</span>
        </li>
      ))}
    </ul>
  </Section>
)

/** What is hidden has no page: only its name is left. */
function MaybeHidden({ isHidden, name, children }: { isHidden: boolean; name: string; children: ReactNode }) {
  if (!isHidden) return children
  return (
    <>
      {name} <Badge>Hidden</Badge>
    </>
  )
}
