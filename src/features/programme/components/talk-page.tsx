import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PostForm } from '#components/forms/post-form.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { DateBlock } from '#components/ui/date-block.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { Section } from '#components/ui/section.tsx'
import { PlaceLinks } from '#features/directory/components/place-links.tsx'
import { canAttend } from '#features/events/events.rules.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { TopicChip } from '#features/topics/components/topic-chip.tsx'
import { dayParts, longDay, tabDay } from '#lib/dates.ts'
import { languageName } from '#lib/language-name.ts'
import { mainTrack } from '#src/limits.ts'
import { canPlan } from '../programme.rules.ts'
import type { Neighbour, TalkPage as Talk } from '../programme.schemas.ts'
import { timeRange } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { PlanButton } from './plan-button.tsx'
import type { Plan } from './use-plan.ts'
import { ViewerTime, ViewerTimes, ZoneNote } from './viewer-times.tsx'

type Props = {
  event: EventDetail
  talk: Talk
  /** What the viewer may do with the talk. */
  actions: ReactNode
  /** Its video, below the title, and everything that is linked of it. */
  screen?: ReactNode
  coverage: ReactNode
}

/** A talk with everything that is known of it. */
export function TalkPage({ event, talk, actions, screen, coverage }: Props) {
  const isCancelled = talk.status === 'cancelled'
  return (
    <article className="grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <Trail event={event} talk={talk} />
        <h1
          dir="auto"
          className={`text-3xl leading-tight sm:text-[2.75rem] ${isCancelled ? 'line-through decoration-2' : ''}`}
        >
          {talk.title}
        </h1>
        {talk.subtitle && <p className="mt-2 text-lg text-quiet">{talk.subtitle}</p>}
        {isCancelled && (
          <p className="mt-3 border-l-4 border-accent bg-wash px-4 py-2.5">
            <strong>Cancelled.</strong> This talk does not take place.
          </p>
        )}
        {talk.speakers.length > 0 && <Speakers talk={talk} />}
        {screen && <div className="mt-6">{screen}</div>}
      </div>
      <aside aria-label="When and where" className="ruled md:row-span-2 md:self-start">
        <ViewerTimes event={event}>
          <WhenAndWhere event={event} talk={talk} />
        </ViewerTimes>
        <div className="no-print actions mt-5 md:grid">{actions}</div>
      </aside>
      <div className="min-w-0 stack gap-8">
        {talk.description ? (
          <div dir="auto" className="max-w-[65ch] text-[1.0625rem] leading-relaxed whitespace-pre-line">
            <LinkedText text={talk.description} />
          </div>
        ) : (
          <p className="text-quiet">No description yet.</p>
        )}
        <Facts talk={talk} />
        {coverage}
        {(talk.before || talk.after) && (
          <Section title="Before and after in this room">
            <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
              {talk.before && <NeighbourLink label="Before" slug={event.slug} talk={talk.before} />}
              {talk.after && <NeighbourLink label="After" slug={event.slug} talk={talk.after} />}
            </ul>
          </Section>
        )}
      </div>
    </article>
  )
}

const Speakers = ({ talk }: Pick<Props, 'talk'>) => (
  <ul aria-label="Speakers" className="mt-5 flex flex-wrap gap-x-6 gap-y-3">
    {talk.speakers.map((speaker) => (
      <li key={speaker.id}>
        <Link
          to="/speakers/$id"
          params={{ id: speaker.id }}
          className="flex items-center gap-3 font-display text-lg font-bold hover:text-accent"
        >
          <Avatar name={speaker.name} image={speaker.image_url} />
          {speaker.name}
        </Link>
      </li>
    ))}
  </ul>
)

function Trail({ event, talk }: Pick<Props, 'event' | 'talk'>) {
  const search = { day: talk.day, track: talk.track_name ?? mainTrack }
  return (
    <nav aria-label="Where this talk is" className="mb-2 text-[0.9375rem] text-quiet">
      <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link">
        {event.name}
      </Link>
      {' › '}
      <Link to="/conferences/$slug" params={{ slug: event.slug }} search={{ day: talk.day }} className="link">
        {tabDay(talk.day)}
      </Link>
      {talk.track_name && (
        <>
          {' › '}
          <Link to="/conferences/$slug" params={{ slug: event.slug }} search={search} className="link">
            {talk.track_name}
          </Link>
        </>
      )}
    </nav>
  )
}

function WhenAndWhere({ event, talk }: Pick<Props, 'event' | 'talk'>) {
  const { month, day, year } = dayParts(talk.date)
  return (
    <div className="flex gap-4">
      <DateBlock month={month} day={day} duration={year} />
      <p className="min-w-0 leading-snug">
        <span className="block font-display text-2xl font-bold">
          {timeRange(talk.start_time, talk.end_time) || 'Any time'}
          <ViewerTime date={talk.date} time={talk.start_time} />
        </span>
        <ZoneNote />
        <span className="block">{longDay(talk.date)}</span>
        {talk.location && <span className="block font-semibold">{talk.location}</span>}
        <span className="block text-sm text-quiet">
          {event.status === 'moved_online' ? (
            'Online'
          ) : (
            <PlaceLinks city={event.location_name} country={event.country_name} />
          )}
        </span>
      </p>
    </div>
  )
}

function Facts({ talk }: { talk: Talk }) {
  const texts = [
    ['Kind', talk.type],
    ['Language', talk.language && languageName(talk.language)],
    ['Track', talk.track_name],
  ].filter(([, text]) => text)
  if (texts.length === 0 && talk.topics.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-9 gap-y-2 border-t border-hairline pt-3 text-[0.9375rem] [&_dt]:text-sm [&_dt]:text-quiet">
      {texts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {talk.topics.length > 0 && (
        <div>
          <dt>Topics</dt>
          <dd>
            <ul className="flex flex-wrap gap-1.5">
              {talk.topics.map((topic) => (
                <li key={topic}>
                  <TopicChip name={topic} />
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  )
}

const NeighbourLink = ({ label, slug, talk }: { label: string; slug: string; talk: Neighbour }) => (
  <li>
    <span className="block text-sm text-quiet tabular-nums">
      {label} · {timeRange(talk.start_time, talk.end_time)}
    </span>
    <Link
      {...talkLink(slug, talk.number)}
      className="block font-display text-[1.0625rem] leading-snug font-bold hover:text-accent"
    >
      {talk.title}
    </Link>
    {talk.speakers.length > 0 && <span className="block text-sm text-quiet">{talk.speakers.join(', ')}</span>}
  </li>
)

type PlanProps = { event: { status: string }; talk: Talk; plan: Plan | undefined }

/** 'Plan to attend' for members, 'I was there' once it is over; visitors sign in and come back. */
export function PlanTalk({ event, talk, plan }: PlanProps) {
  const isPlanned = plan?.talks.has(talk.id)
  if (!canPlan(talk, isPlanned) || !canAttend(event, isPlanned)) return null
  // What is over is watched first.
  const look = isPlanned || talk.is_over ? 'outline' : 'primary'
  if (!plan)
    return (
      <Link
        to="/auth"
        search={{ next: `/conferences/${talk.event_slug}/talks/${talk.number}` }}
        className={buttonClass({ look })}
      >
        {talk.is_over ? 'I was there (sign in)' : 'Sign in to plan'}
      </Link>
    )
  return (
    <>
      <PostForm name="plan" />
      <PlanButton
        talk={talk}
        isSaved={isPlanned}
        isOver={talk.is_over}
        onPlan={plan.onChange}
        className={buttonClass({ look })}
      />
    </>
  )
}
