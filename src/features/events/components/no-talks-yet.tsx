import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Section } from '#components/ui/section.tsx'

type Props = {
  event: { slug: string }
  isPast: boolean
  canEdit: boolean /** How to learn of the programme. */
  children: ReactNode
}

/** In place of the schedule of an event that has no talk. */
export const NoTalksYet = ({ event, isPast, canEdit, children }: Props) => (
  <Section title="Schedule">
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-dashed border-edge px-4 py-4">
      <p className="font-semibold">{isPast ? 'No talks are listed' : 'No talks announced yet'}</p>
      <div className="no-print flex flex-wrap gap-3">
        {canEdit && (
          <ButtonLink
            to="/conferences/$slug/edit/import"
            params={{ slug: event.slug }}
            look="outline"
            label="Import programme"
          />
        )}
        {children}
      </div>
    </div>
  </Section>
)
