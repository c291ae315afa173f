import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { GoneLink } from '#components/ui/gone-link.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { accountsOf } from '#features/events/event-accounts.ts'
import {
  type EventFormat,
  formatLabels,
  languagesText,
  priceText,
  provisionsOf,
} from '#features/events/event-provisions.ts'
import { takesPlace } from '#features/events/event-status.ts'
import type { EventDetail, NeighbourEditions } from '#features/events/events.schemas.ts'
import { hasWebsite, isDayOpen } from '#features/events/events.ts'
import { meaningOf, otherTopics, ownWords } from '#features/events/labelled-facts.ts'
import { ZoneNote } from '#features/programme/components/viewer-times.tsx'
import { TopicChip } from '#features/topics/components/topic-chip.tsx'
import { daysBetween, longRange, month, monthName, shortDay } from '#lib/dates.ts'
import { archiveUrl, withoutArchive } from '#lib/web-archive.ts'
import { isEndOpen, isLongOver, leadOf } from '../editions-of-event.ts'

type Props = { event: EventDetail; canEdit: boolean }
type FactsProps = Pick<Props, 'event'> & {
  editions: NeighbourEditions
  /** Whether it has a programme, whose times need their zone. */
  hasTimes: boolean
  /** The first row, after a conference that is over: where it goes on. */
  later?: ReactNode
}

const asRows =
  'text-[0.9375rem] [&>div]:flex [&>div]:flex-wrap [&>div]:items-baseline [&>div]:gap-x-3 [&>div]:border-b [&>div]:border-hairline [&>div]:py-2 [&_dd]:flex-[1_1_min(100%,9rem)] [&_dt]:w-22 [&_dt]:text-quiet'

/** A row for each fact that the head of the page does not show. */
export function EventFacts({ event, editions, hasTimes, later }: FactsProps) {
  const isLong = isLongOver(event, event.today)
  return (
    <dl className={asRows}>
      {later}
      <WhenFact event={event} editions={editions}>
        {hasTimes && <ZoneNote />}
      </WhenFact>
      {/* Until the archive's copy takes its place, the button above is the website. */}
      <WebsiteFact event={event} isForPrint={hasWebsite(event) && !isLong} />
      {hasWebsite(event) && !isLong && daysBetween(event.end_date, event.today) > 30 && (
        <div>
          <dt>Archive</dt>
          <dd>
            <a href={archiveUrl(event.website!, event.start_date)} rel="noopener nofollow" className="link">
              The website in {monthName(event.start_date.slice(0, 7))}
            </a>
          </dd>
        </div>
      )}
      <SharedFacts event={event}>
        {event.series && editions.others.length === 0 && <Series series={event.series} />}
      </SharedFacts>
    </dl>
  )
}

/** What it is about: its description, or what the facts say. */
export function EventText({ event, canEdit, editions }: Props & Pick<FactsProps, 'editions'>) {
  const { description } = event
  // What its name stands for is in the header.
  const words = meaningOf(description, event) ? '' : ownWords(description ?? '', event)
  return (
    <>
      {!words && description && (
        <p className="max-w-prose text-lg leading-snug">
          {leadOf(event, event.series ? editions.others : [])}
        </p>
      )}
      <Description {...{ event, canEdit, words }} />
    </>
  )
}

type WhenProps = Pick<FactsProps, 'event' | 'editions'> & { children?: ReactNode }

function WhenFact({ event, editions, children }: WhenProps) {
  const Days = takesPlace(event) ? 'span' : 's'
  return (
    <div>
      <dt>When</dt>
      <dd>
        <Days>{longRange(event.start_date, event.end_date)}</Days>
        {isDayOpen(event) && (
          <span className="block text-quiet">
            {month(event.start_date)} {Number(event.start_date.slice(8))} may stand for a day that is not
            known.
          </span>
        )}
        {isEndOpen(event, editions.others) && (
          <span className="block text-quiet">Other editions took longer; its end may not be listed.</span>
        )}
        {children}
      </dd>
    </div>
  )
}

const WebsiteFact = ({ event, isForPrint }: { event: EventDetail; isForPrint?: boolean }) => (
  <LinkFact
    label="Website"
    url={event.website}
    goneSince={event.website_gone_since}
    day={event.start_date}
    isForPrint={isForPrint}
  />
)

/** The last rows. `children` is the series. */
function SharedFacts({ event, children }: { event: EventDetail; children: ReactNode }) {
  const topicsInText = otherTopics(event.description, event.tags)
  return (
    <>
      <Facts event={event} />
      <LinkFact label="Code of conduct" url={event.code_of_conduct_url} />
      {(event.accounts || event.hashtag) && (
        <div>
          <dt>Follow it</dt>
          <dd className="flex flex-wrap gap-x-3 wrap-anywhere">
            {accountsOf(event.accounts).map(({ url, label }) => (
              <a key={url} href={url} rel="noopener nofollow" className="link">
                {label}
              </a>
            ))}
            <span>{event.hashtag}</span>
          </dd>
        </div>
      )}
      {children}
      {event.origin && (
        <div>
          <dt>Source</dt>
          <dd>
            {event.origin.source}, licence {event.origin.licence}
          </dd>
        </div>
      )}
      {event.tags.length + topicsInText.length > 0 && (
        <div>
          <dt>Topics</dt>
          <dd>
            <ul className="mt-1 flex flex-wrap gap-1.5">
              {event.tags.map((tag) => (
                <li key={tag}>
                  <TopicChip name={tag} />
                </li>
              ))}
              {topicsInText.map((name) => (
                <li key={name}>
                  <span className="chip">{name}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </>
  )
}

/** A row of the facts with a button at its end; on a phone below the text, with a short label. */
export const FactRow = ({
  label,
  text,
  children,
}: {
  label: string
  text: ReactNode
  children: ReactNode
}) => (
  <div>
    <dt>{label}</dt>
    <dd className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <span>{text}</span>
      <span className="no-print flex flex-wrap gap-2 empty:hidden max-sm:[&>button_[data-about]]:sr-only">
        {children}
      </span>
    </dd>
  </div>
)

/** What is known of them; the rest is left out. */
const Facts = ({ event }: { event: EventDetail }) =>
  [
    ['Format', event.format && formatLabels[event.format as EventFormat]],
    ['Languages', event.languages && languagesText(event.languages)],
    ['Price', event.price && priceText(event.price)],
    ['For everyone', provisionsOf(event).join(', ')],
  ].map(
    ([label, text]) =>
      text && (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ),
  )

const Series = ({ series }: { series: NonNullable<EventDetail['series']> }) => (
  <div>
    <dt>Series</dt>
    <dd>
      <PlainLink to="/series/$slug" params={series} className="link">
        {series.name}
      </PlainLink>
    </dd>
  </div>
)

const Description = ({ event, canEdit, words }: Props & { words: string }) => (
  <div dir="auto" className="max-w-prose whitespace-pre-line empty:hidden">
    {words ? (
      <LinkedText text={words} />
    ) : (
      !event.description && <span className="text-quiet">No description provided for this event.</span>
    )}
    <MissingFacts event={event} canEdit={canEdit} />
  </div>
)

/** Asks for what is missing, in one place, of those who can add it. */
function MissingFacts({ event, canEdit }: Props) {
  const missing = [
    ...(event.description ? [] : ['description']),
    ...(event.website ? [] : ['website']),
    ...(event.tags.length > 0 ? [] : ['topics']),
  ]
  if (!canEdit || missing.length === 0) return null
  return (
    <p className="no-print mt-2">
      <Link to="/conferences/$slug/edit" params={{ slug: event.slug }} className="link">
        Add {missing.join(', ').replace(/, ([^,]*)$/, ' and $1')}
      </Link>
    </p>
  )
}

type LinkProps = {
  label: string
  url: string | null
  goneSince?: string | null
  day?: string
  isForPrint?: boolean
}

function LinkFact({ label, url, goneSince, day = '', isForPrint }: LinkProps) {
  if (!url) return null
  const text = withoutArchive(url)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '')
  return (
    <div className={isForPrint ? 'not-print:hidden!' : undefined}>
      <dt>{label}</dt>
      <dd title={url} className="line-clamp-3 wrap-anywhere">
        {goneSince ? (
          <GoneLink label={text} since={shortDay(goneSince.slice(0, 10))} archive={archiveUrl(url, day)} />
        ) : (
          <a href={url} rel="noopener nofollow" className="link">
            {text}
          </a>
        )}
      </dd>
    </div>
  )
}
