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
import { BareFacts, ProgrammeFacts } from './event-facts.tsx'
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

/**
 * The tab Information. Before: the facts, then the programme, or, while there is none, who goes and what is near.
 * Afterwards: where it goes on, what is left of it and who was there, and then what it was.
 */
export function EventInformation(props: Props) {
  const { site, event, programme, canEdit, mine } = props
  const { around, coverage, isBare } = programme
  const isPast = isOver(event, event.today)
  const lastChanged = (
    <>
      <EventChecked event={event} isMember={site.viewer !== null} />
      <LastChanged at={event.updated_at} path={`/conferences/${event.slug}`} viewer={site.viewer} />
    </>
  )
  const after = isPast && around && <Afterwards {...{ event, coverage, isBare, around }} />
  if (isBare && around)
    return (
      <>
        {after}
        <WithoutProgramme {...props} around={around} />
        {lastChanged}
      </>
    )
  return (
    <EventProgramme {...props} savedTalks={mine?.savedTalks}>
      {after}
      <ProgrammeFacts
        {...{ event, canEdit }}
        editions={programme.editions}
        later={around && <Later {...{ site, event, around }} />}
      />
      <EventCalls {...{ event, canEdit }} marks={mine?.callMarks} />
      <Unconfirmed {...{ site, event }} editions={programme.unconfirmed} />
      {coverage.recordings.length === 0 && <CoverageFigures {...{ event, site }} figures={coverage} />}
      {lastChanged}
    </EventProgramme>
  )
}

type Around = NonNullable<Programme['around']>

const Afterwards = ({
  event,
  coverage,
  isBare,
  around: { editions, attendees },
}: Pick<Props, 'event'> & Pick<Programme, 'coverage' | 'isBare'> & { around: Around }) => (
  <>
    <WhereItGoesOn {...{ event, editions }} />
    <Recordings event={event} coverage={coverage} />
    {!isBare && <WhoGoes event={event} {...attendees} />}
  </>
)

/** Among the facts of a conference that is over: its later edition, or how to learn of one. */
const Later = ({
  site,
  event,
  around: { editions, isFollowing },
}: Pick<Props, 'site' | 'event'> & { around: Around }) => (
  <LaterFact {...{ event, editions }}>
    <FollowNextEdition {...{ site, event, isFollowing }} size="small" />
  </LaterFact>
)

const Unconfirmed = ({
  site,
  event,
  editions,
}: Pick<Props, 'site' | 'event'> & { editions: Programme['unconfirmed'] }) => (
  <UnconfirmedEditions editions={editions} earlier={canDeleteEvent(site.viewer, event) ? event : null} />
)

function WithoutProgramme({ site, event, canEdit, mine, around }: Props & { around: Around }) {
  const { editions, attendees, isFollowing } = around
  return (
    <>
      <BareFacts {...{ event, canEdit, editions }} later={<Later {...{ site, event, around }} />}>
        <NoTalksYet {...{ event, canEdit }}>
          <FollowProgramme {...{ site, event, isFollowing }} size="small" />
        </NoTalksYet>
      </BareFacts>
      <EventCalls {...{ event, canEdit }} marks={mine?.callMarks} />
      <WhoGoes event={event} {...attendees} />
      <OtherEditions {...{ event, editions }} />
      <Unconfirmed {...{ site, event }} editions={editions.unconfirmed} />
    </>
  )
}
