import { WhoGoes } from '#features/attendance/components/who-goes.tsx'
import type { Viewer } from '#features/auth/viewer.ts'
import type { Mark } from '#features/calls/calls.schemas.ts'
import { EventCalls } from '#features/calls/components/event-calls.tsx'
import { CoverageFigures } from '#features/coverage/components/coverage-figures.tsx'
import { Recordings } from '#features/coverage/components/recordings.tsx'
import { EventChecked } from '#features/events/components/event-checked.tsx'
import { canDeleteEvent } from '#features/events/events.rules.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { FollowNextEdition, FollowProgramme } from '#features/follows/components/follow-event.tsx'
import { LastChanged } from '#features/history/components/last-changed.tsx'
import { EventProgramme } from '#features/programme/components/event-programme.tsx'
import type { EventSearch } from '#features/programme/event-search.ts'
import type { SavedTalk } from '#features/programme/programme.schemas.ts'
import { UnconfirmedEditions } from '#features/series/components/unconfirmed-editions.tsx'
import type { loadEventTab } from '../load-event-page.ts'
import { EventFacts, EventText } from './event-facts.tsx'
import { Listing } from './event-header.tsx'
import { NearbyEventCards } from './nearby-event-cards.tsx'
import { NoTalksYet } from './no-talks-yet.tsx'
import { OtherEditions } from './other-editions.tsx'
import { LaterFact, WhereItGoesOn } from './where-it-goes-on.tsx'

type Programme = NonNullable<Awaited<ReturnType<typeof loadEventTab>>['programme']>
type Props = {
  site: { today: string; url: string; viewer: Viewer | null }
  event: EventDetail
  programme: Programme
  search: EventSearch
  /** What is the viewer's own; null for a visitor. */
  mine: { savedTalks: SavedTalk[]; callMarks: Mark[] } | null
  canEdit: boolean
  onNavigate: (search: EventSearch, replace?: boolean) => void
}

/** The tab Information before the programme: what the conference is, and afterwards first where it goes on and what is left of it. */
export const AboutEvent = ({
  site,
  event,
  programme,
  canEdit,
  mine,
}: Omit<Props, 'search' | 'onNavigate'>) => (
  <>
    <WhereItGoesOn {...{ event }} editions={programme.around.editions} />
    {isOver(event, event.today) && <Recordings event={event} coverage={programme.coverage} />}
    <div className="stack gap-3">
      <EventText {...{ event, canEdit }} editions={programme.around.editions} />
    </div>
    {programme.isBare && (
      <NoTalksYet {...{ event, canEdit }}>
        <FollowProgramme {...{ site, event }} isFollowing={programme.around.isFollowing} size="small" />
      </NoTalksYet>
    )}
    <EventCalls {...{ event, canEdit }} marks={mine?.callMarks} />
  </>
)

/** What stands beside it: the facts, who goes and the other editions. */
export const FactsOfEvent = ({ site, event, programme }: Pick<Props, 'site' | 'event' | 'programme'>) => {
  const { editions, attendees, isFollowing } = programme.around
  return (
    <>
      <EventFacts
        {...{ event, editions }}
        hasTimes={!programme.isBare}
        later={
          <LaterFact {...{ event, editions }}>
            <FollowNextEdition {...{ site, event, isFollowing }} size="small" />
          </LaterFact>
        }
      />
      <WhoGoes event={event} {...attendees} />
      <OtherEditions {...{ event, editions }} />
    </>
  )
}

/** The programme, or what else takes place, and who looks after the page. */
export function BelowEvent(props: Props) {
  const { site, event, programme, mine } = props
  const { coverage, around, isBare } = programme
  return (
    <>
      {isBare ? (
        <NearbyEventCards event={event} events={programme.nearby} />
      ) : (
        <EventProgramme {...props} savedTalks={mine?.savedTalks} />
      )}
      <UnconfirmedEditions
        editions={around.editions.unconfirmed}
        earlier={canDeleteEvent(site.viewer, event) ? event : null}
      />
      {!isBare && coverage.recordings.length === 0 && (
        <CoverageFigures {...{ event, site }} figures={coverage} />
      )}
      <EventChecked event={event} isMember={site.viewer !== null} />
      <LastChanged at={event.updated_at} path={`/conferences/${event.slug}`} viewer={site.viewer} />
      {!mine && !event.owner && <Listing event={event} />}
    </>
  )
}
