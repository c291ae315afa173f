import { ExternalLink } from 'lucide'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import type { EventCall } from '#features/events/event-calls.schemas.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { longDay, shortDay } from '#lib/dates.ts'
import type { Mark } from '../calls.schemas.ts'
import { callText, kindLabels, openUntil } from '../calls.ts'
import { CoverageMarks } from './coverage-marks.tsx'
import { InterestButton } from './interest-button.tsx'
import { TimeLeft } from './time-left.tsx'

type Props = {
  event: EventDetail
  canEdit: boolean
  /** Those of the viewer; undefined for a visitor. */
  marks?: Mark[]
}

/** The open calls of a conference, those that open later, and what is planned; for members the way to add one. */
export function EventCalls({ event, canEdit, marks }: Props) {
  const { calls } = event
  const isComing = event.end_date >= event.today && event.status !== 'cancelled'
  const hasNone = calls.every(
    ({ is_open, has_opened, status }) => !is_open && has_opened && status === 'live',
  )
  return (
    <div className="stack gap-3 empty:hidden">
      {calls.map((call) =>
        call.is_open ? (
          <CallBand key={call.id} {...{ call, event, marks }} />
        ) : (
          isComing && <CallNotice key={call.id} call={call} />
        ),
      )}
      {marks && (canEdit || (isComing && hasNone)) && (
        <p>
          <PlainLink
            to="/conferences/$slug/calls"
            params={event}
            className="link inline-block py-1 text-[0.9375rem]"
          >
            {canEdit ? 'Calls for papers of this conference' : 'Add its call for papers'}
          </PlainLink>
        </p>
      )}
    </div>
  )
}

type BandProps = Pick<Props, 'event' | 'marks'> & { call: EventCall }

function CallBand({ call, event, marks }: BandProps) {
  const url = call.url ?? event.website
  return (
    <section
      aria-label={`Call: ${kindLabels[call.kind]}`}
      className="flex flex-wrap items-center gap-x-8 gap-y-3 bg-wash px-5 py-4"
    >
      <TimeLeft call={call} large />
      <div className="min-w-0 flex-[1_1_18rem]">
        <h2 className="text-xl">
          {call.kind === 'talks' ? 'Call for papers' : `Call: ${kindLabels[call.kind]}`}
        </h2>
        <p className="text-[0.9375rem]">
          <span dir="auto">{callText(call)}.</span> {openUntil(call)}
          {call.first_closes_on && (
            <>
              {' '}
              It was extended: <s>{shortDay(call.first_closes_on)}</s>.
            </>
          )}
        </p>
        <CoverageMarks call={call} />
        {call.note && (
          <div dir="auto" className="mt-1 max-w-prose text-[0.9375rem] whitespace-pre-line">
            <LinkedText text={call.note} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {url && (
          <a href={url} rel="noopener nofollow" className={buttonClass()}>
            Open the call
            <Icon icon={ExternalLink} className="size-4" />
          </a>
        )}
        {marks && <InterestButton callId={call.id} name={event.name} marks={marks} size="medium" />}
      </div>
    </section>
  )
}

/** What is known of a call that is not open. */
function CallNotice({ call }: { call: EventCall }) {
  const name = call.kind === 'talks' ? 'Call for papers' : `Call: ${kindLabels[call.kind].toLowerCase()}`
  if (call.status === 'planned')
    return (
      <p className="text-[0.9375rem] text-quiet">
        {name}: not announced yet.
        {call.previous_closes_on &&
          ` That of the edition before closed on ${longDay(call.previous_closes_on)}.`}
      </p>
    )
  if (!call.has_opened)
    return (
      <p className="text-[0.9375rem]">
        {name}: opens on {longDay(call.opens_on!)}.
      </p>
    )
  return (
    call.closes_on && (
      <p className="text-[0.9375rem] text-quiet">
        {name}: closed on {longDay(call.closes_on)}.
      </p>
    )
  )
}
