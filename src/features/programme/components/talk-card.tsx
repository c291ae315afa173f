import { memo } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { canPlan } from '../programme.rules.ts'
import type { ScheduledTalk } from '../programme.schemas.ts'
import { timeRange } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { PlanButton } from './plan-button.tsx'
import { TalkTitle } from './talk-title.tsx'
import type { Plan } from './use-plan.ts'
import { VideoAndSlides } from './video-and-slides.tsx'
import { ViewerTime } from './viewer-times.tsx'

type Props = {
  eventSlug: string
  talk: ScheduledTalk
  /** The whole description, where it is open. */
  description?: string | null
  /** Whether the viewer plans to attend; undefined for a visitor. */
  isSaved?: boolean
  isOver: boolean
  onPlan?: Plan['onChange']
}

/**
 * A talk in the schedule. Styled in styles.css, because a page may have 500. Its buttons submit the schedule's form, with
 * the speaker or talk to open.
 */
export const TalkCard = memo(function TalkCard({
  eventSlug,
  talk,
  description,
  isSaved,
  isOver,
  onPlan,
}: Props) {
  const anchor = `talk-${talk.number}`
  const facts = [talk.end_time ? timeRange(talk.start_time, talk.end_time) : '', talk.location].filter(
    Boolean,
  )
  return (
    <article id={anchor} className="talk">
      <h3 dir="auto">
        <PlainLink {...talkLink(eventSlug, talk.number)} className="hover:text-accent">
          <TalkTitle talk={talk} />
        </PlainLink>
      </h3>
      {facts.length > 0 && <small>{facts.join(' · ')}</small>}
      <ViewerTime date={talk.date} time={talk.start_time} />
      <Abstract talk={talk} description={description} />
      {talk.topics.length > 0 && (
        <small>
          {description
            ? talk.topics.map((topic) => (
                <a key={topic} href={`/topics/${encodeURIComponent(topic)}`} className="link mr-2">
                  {topic}
                </a>
              ))
            : talk.topics.join(' · ')}
        </small>
      )}
      <div>
        {talk.speakers.map(({ id, name }) => (
          <button type="submit" key={id} name="speaker" value={id} formAction={`#${anchor}`}>
            {name}
          </button>
        ))}
        <VideoAndSlides talk={talk} isOver={isOver} className="link text-quiet" />
        {onPlan && canPlan(talk, isSaved) && <PlanButton {...{ talk, isSaved, isOver, onPlan }} />}
      </div>
    </article>
  )
})

/** What a talk is about: its beginning, or all of it, with a button from one to the other. */
function Abstract({ talk, description }: Pick<Props, 'talk' | 'description'>) {
  const isLong = (talk.excerpt?.length ?? 0) > limits.talkDescriptionCollapsedAbove
  return (
    <>
      {description ? (
        <p dir="auto" className="whitespace-pre-line">
          <LinkedText text={description} />
        </p>
      ) : (
        talk.excerpt && <p dir="auto">{excerpt(talk.excerpt, limits.talkDescriptionCollapsedAbove)}</p>
      )}
      {isLong && (
        <button
          type="submit"
          name="open"
          value={description ? '' : talk.id}
          formAction={`#talk-${talk.number}`}
          aria-expanded={Boolean(description)}
          className="link"
        >
          {description ? 'Show less' : 'Show more'}
          <span className="sr-only">{` about ${talk.title}`}</span>
        </button>
      )}
    </>
  )
}
