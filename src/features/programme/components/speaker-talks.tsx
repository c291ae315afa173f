import { MonitorPlay, Presentation } from 'lucide'
import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventRow } from '#features/directory/components/event-row.tsx'
import { PlaceLinks } from '#features/directory/components/place-links.tsx'
import { SeriesYears } from '#features/directory/components/series-years.tsx'
import { tabDay } from '#lib/dates.ts'
import { kindLabels } from '../link-labels.ts'
import type { SpeakerEvent } from '../programme.schemas.ts'
import { talkLink } from '../talk-link.ts'

type Talk = SpeakerEvent['talks'][number]
type Props = {
  events: SpeakerEvent[]
  /** The button of a talk for who decides about its links. */
  actionOf?: (talk: Talk) => ReactNode
}

/** The events to come where a speaker speaks, the next one first, each with the talks. */
export function UpcomingTalks({ events, today, actionOf }: Props & { today: string }) {
  return (
    <Section title="Upcoming Events">
      <ul>
        {events.map((event) => (
          <li key={event.id} className="border-b border-hairline py-4 first:pt-0 last:border-b-0">
            <EventRow event={event} today={today}>
              <ul className="mt-3 grid gap-2">
                {event.talks.map((talk) => (
                  <TalkRow key={talk.id} talk={talk} event={event} actionOf={actionOf} />
                ))}
              </ul>
            </EventRow>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The talks of events that are over, by year, newest first. */
export function PastTalks({ events, actionOf }: Props) {
  const eventsByYear = [...Map.groupBy(events, ({ start_date }) => start_date.slice(0, 4))]
  return (
    <Section title="Past Events" aside={<span className="text-quiet">newest first</span>}>
      <SeriesYears events={events} />
      <RenderAfterFirstFrame>
        {eventsByYear.map(([year, yearEvents]) => (
          <section
            key={year}
            aria-label={year}
            className="grid gap-x-6 border-b border-hairline pb-4 not-first-of-type:pt-4 last:border-b-0 sm:grid-cols-[4rem_minmax(0,1fr)]"
          >
            <h3 className="text-xl leading-snug">{year}</h3>
            <ul className="grid gap-4">
              {yearEvents.flatMap((event) =>
                event.talks.map((talk) => (
                  <TalkRow key={talk.id} talk={talk} event={event} actionOf={actionOf} isWithEvent />
                )),
              )}
            </ul>
          </section>
        ))}
      </RenderAfterFirstFrame>
    </Section>
  )
}

type RowProps = Pick<Props, 'actionOf'> & { talk: Talk; event: SpeakerEvent; isWithEvent?: boolean }

/** A talk with what is left of it. */
function TalkRow({ talk, event, actionOf, isWithEvent = false }: RowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h4 className="text-lg leading-snug">
          <PlainLink {...talkLink(event.slug, talk.number)} className="inline-block hover:text-accent">
            {talk.title}
          </PlainLink>
        </h4>
        {isWithEvent && (
          <p className="text-[0.9375rem] text-quiet">
            <PlainLink to="/conferences/$slug" params={{ slug: event.slug }} className="link">
              {event.name}
            </PlainLink>
            {' · '}
            <PlaceLinks city={event.location_name} country={event.country_name} />
            {' · '}
            <span className="whitespace-nowrap">{tabDay(talk.date)}</span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Material href={talk.video_url} label="Video" title={talk.title} />
        <Material href={talk.slides_url} label="Slides" title={talk.title} />
        {talk.links.map(({ kind, title, url }) => (
          <a
            key={`${kind} ${url}`}
            href={url}
            rel="noopener nofollow"
            className={buttonClass({ look: 'quiet', size: 'small' })}
          >
            {title ?? kindLabels[kind]}
            <span className="sr-only"> of {talk.title}</span>
          </a>
        ))}
        {actionOf?.(talk)}
      </div>
    </li>
  )
}

function Material({ href, label, title }: { href: string | null; label: 'Video' | 'Slides'; title: string }) {
  if (!href) return null
  const icon = label === 'Video' ? MonitorPlay : Presentation
  return (
    <a href={href} rel="noopener nofollow" className={buttonClass({ look: 'outline', size: 'small' })}>
      <Icon icon={icon} className="size-4" />
      {label}
      <span className="sr-only"> of {title}</span>
    </a>
  )
}
