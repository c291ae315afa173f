import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventDetail } from '../events.schemas.ts'

export const NextEdition = ({ event }: { event: Pick<EventDetail, 'slug'> }) => (
  <Section anchor="next-edition" title="Next edition">
    <p className="mb-4 max-w-prose text-quiet">
      List it with the same name, description, place, links and topics. You only enter the new dates.
    </p>
    <Link
      to="/conferences/new"
      search={{ previous: event.slug }}
      className={buttonClass({ look: 'outline' })}
    >
      List the next edition
    </Link>
  </Section>
)
