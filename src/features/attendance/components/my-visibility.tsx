import { Link } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import type { AttendanceVisibility } from '#features/people/attendance-visibility.ts'
import { api } from '#lib/api.ts'
import { VisibilityForm } from './visibility-form.tsx'

type Props = { event: { id: string }; visibility: AttendanceVisibility }

/** Beside the attendees of an event: who sees that the viewer is one of them. */
export const MyVisibility = ({ event, visibility }: Props) => (
  <Section title="How you are listed" anchor="listed" level={3}>
    <VisibilityForm
      // Another page starts with its own choice.
      key={`${event.id} ${visibility}`}
      name="visibility"
      values={{ event_id: event.id }}
      legend="Who sees that you attend this conference"
      visibility={visibility}
      save={(choice) => api.attendance.setVisibility.call({ event_id: event.id, visibility: choice })}
    >
      <Link to="/account/settings" hash="attendance" className="link">
        For all conferences
      </Link>
    </VisibilityForm>
    <p className="mt-4 text-[0.9375rem] text-quiet">Your email and your planned talks stay private.</p>
  </Section>
)
