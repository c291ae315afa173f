import type { Viewer } from '#features/auth/viewer.ts'
import type { Mark } from '#features/calls/calls.schemas.ts'
import { EventCalls } from '#features/calls/components/event-calls.tsx'
import { CoverageFigures } from '#features/coverage/components/coverage-figures.tsx'
import { EventFacts } from '#features/events/components/event-facts.tsx'
import { NearbyEvents } from '#features/events/components/nearby-events.tsx'
import { NextEditionLink } from '#features/events/components/next-edition-link.tsx'
import { NoTalksYet } from '#features/events/components/no-talks-yet.tsx'
import type { EventSearch } from '#features/events/event-search.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { FollowEvent } from '#features/follows/components/follow-event.tsx'
import { EventProgramme } from '#features/programme/components/event-programme.tsx'
import type { SavedTalk } from '#features/programme/programme.schemas.ts'
import type { loadEventTab } from './-event-page.ts'

type Programme = NonNullable<Awaited<ReturnType<typeof loadEventTab>>['programme']>
type Props = {
  site: { today: string; viewer: Viewer | null }
  event: EventDetail
  programme: Programme
  search: EventSearch
  /** What is the viewer's own; null for a visitor. */
  mine: { savedTalks: SavedTalk[]; callMarks: Mark[] } | null
  canEdit: boolean
  onNavigate: (search: EventSearch, replace?: boolean) => void
}

/** The tab Information: the programme with the facts around it, or, while there is none, the facts. */
export function EventInformation(props: Props) {
  const { site, event, programme, canEdit, mine } = props
  if (programme.around) return <WithoutProgramme {...props} around={programme.around} />
  return (
    <EventProgramme {...props} savedTalks={mine?.savedTalks}>
      <EventFacts {...{ event, canEdit }} />
      <EventCalls {...{ event, canEdit }} marks={mine?.callMarks} />
      <CoverageFigures {...{ event, site }} figures={programme.figures} />
    </EventProgramme>
  )
}

function WithoutProgramme({
  site,
  event,
  canEdit,
  mine,
  around: { nearby, next, isFollowing },
}: Props & { around: NonNullable<Programme['around']> }) {
  const isPast = isOver(event, event.today)
  return (
    <>
      {isPast && (
        <NextEditionLink edition={next}>
          <FollowEvent {...{ event, isFollowing }} about="about the next edition" />
        </NextEditionLink>
      )}
      <div className="grid gap-x-14 gap-y-10 has-[>:nth-child(2)]:lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="stack content-start gap-10">
          <EventFacts {...{ event, canEdit }} isBare />
          <EventCalls {...{ event, canEdit }} marks={mine?.callMarks} />
          <NoTalksYet event={event} canEdit={canEdit}>
            {!isPast && <FollowEvent {...{ event, isFollowing }} about="when it is out" />}
          </NoTalksYet>
        </div>
        <NearbyEvents event={event} events={nearby} today={site.today} />
      </div>
    </>
  )
}
