import type { ComponentProps } from 'react'
import type { Mark } from '#features/calls/calls.schemas.ts'
import { EventCalls } from '#features/calls/components/event-calls.tsx'
import { CoverageFigures } from '#features/coverage/components/coverage-figures.tsx'
import { EventFacts } from '#features/events/components/event-facts.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'

type Props = ComponentProps<typeof CoverageFigures> & {
  event: EventDetail
  canEdit: boolean
  /** What the page knows of the viewer; null for a visitor. */
  mine: { callMarks: Mark[] } | null
}

/** What there is to know of a conference beside its programme. */
export const EventInformation = ({ event, canEdit, mine, ...coverage }: Props) => (
  <>
    <EventFacts {...{ event, canEdit }} />
    <EventCalls {...{ event, canEdit }} marks={mine?.callMarks} />
    <CoverageFigures {...coverage} event={event} />
  </>
)
