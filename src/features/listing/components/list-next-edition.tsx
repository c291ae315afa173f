import { ButtonLink } from '#components/layout/button-link.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'

export const ListNextEdition = ({ event }: { event: Pick<EventDetail, 'slug'> }) => (
  <Section anchor="next-edition" title="Next edition">
    <p className="mb-4 max-w-prose text-quiet">
      List it with the same name, description, place, links and topics. You only enter the new dates.
    </p>
    <ButtonLink
      to="/conferences/new"
      search={{ previous: event.slug }}
      look="outline"
      label="List the next edition"
    />
  </Section>
)
